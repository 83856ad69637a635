import { type ChartFormData, type MetricRef, metricLabel } from '@chartroom/model';
import type { ScatterSeriesOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { legendOption } from '../../draw/legend.ts';
import { NO_VALUE } from '../../draw/row-names.ts';
import { type TooltipRow, tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors } from '../../format/label-colors.ts';
import { metricFormatter, savedCurrencies, savedFormats } from '../../format/metric-format.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { membersOf, metricsOf, numberOf, textOf } from '../../question/read-form.ts';
import { axesOf, gridOf } from './axes.ts';
import { type Bubble, bubblesOf, SMALLEST } from './bubbles.ts';

const OPACITY = 0.6;
/** Beyond so many names no colour tells one from the next, a legend is endless, and a series for each is slow. */
const MOST_NAMES = 200;

/** Bubbles along two axes, as large as a third metric says. */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme } = input;
  const bubbles = bubblesOf(input);
  const byName = Map.groupBy(bubbles, (bubble) => bubble.name);
  const groups = byName.size > MOST_NAMES ? new Map([['', bubbles]]) : byName;
  const color = input.colors ?? formColors(form);
  const formats = {
    x: formatOf(input, form.x, form.xAxisFormat),
    y: formatOf(input, form.y, form.y_axis_format),
    size: formatOf(input, form.size, form.tooltipSizeFormat),
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      grid: gridOf(input),
      ...axesOf(input, formats),
      legend: legendOption({ form, names: groups === byName ? [...byName.keys()] : [], theme }),
      tooltip: {
        ...baseTooltip(theme),
        formatter: (event) => {
          const bubble = bubbles[numberOf(membersOf(membersOf(firstOf(event)).data).id) ?? -1];
          return bubble ? tooltip(input, bubble, formats) : '';
        },
      },
      series: [...groups].map(([name, members]) => seriesOf(form, name, members, color(name))),
    },
  };
}

function firstOf(event: unknown): unknown {
  return Array.isArray(event) ? event[0] : event;
}

function tooltip(
  { form, datasource }: DrawInput,
  bubble: Bubble,
  formats: Readonly<Record<'x' | 'y' | 'size', NumberFormatter>>,
): string {
  const rowOf = (axis: 'x' | 'y' | 'size'): TooltipRow[] => {
    const [metric] = metricsOf(form[axis]).map(metricLabel);
    if (metric === undefined) return [];
    const amount = bubble[axis];
    const text = amount === null ? NO_VALUE : formats[axis](amount);
    return [{ name: datasource.verbose_map[metric] ?? metric, values: [text] }];
  };
  return tooltipMarkup(bubble.title, [...rowOf('x'), ...rowOf('y'), ...rowOf('size')]);
}

/** The bubbles of one entry of the legend; one of unknown size is as small as the smallest. */
function seriesOf(
  form: ChartFormData,
  name: string,
  bubbles: readonly Bubble[],
  color: string,
): ScatterSeriesOption {
  return {
    type: 'scatter',
    name,
    symbolSize: SMALLEST,
    itemStyle: { color, opacity: numberOf(form.opacity) ?? OPACITY },
    data: bubbles.map(({ index, x, y, size, entity, series, diameter }) => ({
      id: index,
      value: [x, y, size, textOrNumber(entity), textOrNumber(series)],
      ...(diameter === undefined ? {} : { symbolSize: diameter }),
    })),
  };
}

function textOrNumber(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : String(value);
}

function formatOf({ datasource }: DrawInput, metric: unknown, format: unknown): NumberFormatter {
  const metrics: MetricRef[] = metricsOf(metric).slice(0, 1);
  return metricFormatter({
    metrics,
    metricFormats: savedFormats(datasource),
    metricCurrencies: savedCurrencies(datasource),
    format: textOf(format),
  });
}
