import type { EChartsOption } from 'echarts';
import type { DrawInput } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import type { BigNumberSettings } from '../../draw/big-number.ts';
import { amountOf, NO_VALUE } from '../../draw/row-names.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { pickedColor } from '../../format/picked-color.ts';
import { membersOf } from '../../question/read-form.ts';

/** A moment in epoch milliseconds and the value there. */
export type TrendPoint = readonly [time: number, value: number | null];

/** The line below the number: smooth, filled, without axes. */
export function trendOption(
  input: DrawInput,
  settings: BigNumberSettings,
  points: readonly TrendPoint[],
): EChartsOption {
  const { form, theme } = input;
  const color = pickedColor(form.color_picker, [0, 122, 135]);
  return {
    ...baseOption(theme),
    color: [color(1)],
    grid: { left: 0, right: 0, top: 8, bottom: 0 },
    xAxis: { type: 'value', show: false, min: points[0]?.[0], max: points.at(-1)?.[0] },
    yAxis: { type: 'value', show: false, scale: form.start_y_axis_at_zero === false },
    tooltip: {
      ...baseTooltip(theme),
      trigger: 'axis',
      formatter: (events) => tooltip(settings, events),
    },
    series: [
      {
        type: 'line',
        smooth: true,
        symbol: 'circle',
        symbolSize: 10,
        showSymbol: false,
        data: points.map(([time, value]) => [time, value]),
        lineStyle: { color: color(1), width: 2 },
        areaStyle: {
          color: {
            type: 'linear',
            x: 0,
            y: 0,
            x2: 0,
            y2: 1,
            colorStops: [
              { offset: 0, color: color(0.5) },
              { offset: 1, color: color(0.05) },
            ],
          },
        },
      },
    ],
  };
}

function tooltip(settings: BigNumberSettings, events: unknown): string {
  const { value } = membersOf(Array.isArray(events) ? events[0] : events);
  const [time, amount] = Array.isArray(value) ? value : [];
  const written = amountOf(amount);
  return tooltipMarkup(settings.writeTime(amountOf(time)), [
    { name: settings.metricName, values: [written === null ? NO_VALUE : settings.write(written)] },
  ]);
}
