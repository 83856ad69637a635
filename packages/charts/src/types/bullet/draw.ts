import { type ChartFormData, metricLabel } from '@chartroom/model';
import type { BarSeriesOption, ScatterSeriesOption } from 'echarts';
import type { DrawInput, DrawTheme, EChartsDrawing } from '../../chart-type.ts';
import { axesFrame } from '../../draw/axes-frame.ts';
import { axisLook, axisText } from '../../draw/axis-look.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { measureOf } from '../../draw/measure.ts';
import { finiteOf, NO_VALUE } from '../../draw/row-names.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { membersOf, metricsOf } from '../../question/read-form.ts';
import { type Mark, marksOf, rangesOf } from './marks.ts';

/** How much each range darkens what lies below it. */
const SHADE = 0.18;
/** Pixels of the ranges from top to bottom, at most, and as a part of the picture's height. */
const TALLEST = 90;
const SHARE = 0.4;

/** A number as a bar within shaded ranges, with triangles and lines to compare it with (contract, bullet). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, results, theme, height } = input;
  const [metric] = metricsOf(form.metric);
  const { name, format } = measureOf(input, metric);
  const value = metric === undefined ? null : finiteOf(results[0]?.data[0]?.[metricLabel(metric)]);
  const tall = Math.max(12, Math.min(TALLEST, height * SHARE));
  const measure: Mark[] = value === null ? [] : [{ value, label: name }];
  const isEmpty = results.every((result) => result.data.length === 0);
  const write = (mark: unknown) => {
    const { value: amount, label } = markOf(mark);
    return amount === undefined ? '' : tooltipMarkup('', [{ name: label || name, values: [format(amount)] }]);
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      grid: axesFrame(unframed(form), { right: 20 }),
      xAxis: {
        ...axisLook(theme),
        type: 'value',
        axisLabel: { ...axisText(theme), hideOverlap: true, formatter: (amount: number) => format(amount) },
      },
      // The bar has an axis of its own, so that it lies in the middle of the ranges.
      yAxis: [
        {
          ...axisLook(theme),
          type: 'category',
          axisTick: { show: false },
          data: [name],
          axisLabel: {
            ...axisText(theme),
            width: Math.max(40, input.width / 4),
            overflow: 'truncate',
            formatter: () => `${name}\n{value|${value === null ? NO_VALUE : format(value)}}`,
            rich: { value: { color: theme.colorText, fontWeight: 'bold', fontSize: 16, padding: [4, 0] } },
          },
        },
        { type: 'category', show: false, position: 'left', data: [name] },
      ],
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (event) => write(membersOf(Array.isArray(event) ? event[0] : event).data),
      },
      series: isEmpty
        ? []
        : [
            ...rangesOf(form, value).map((range) =>
              bar([range], theme.colorTextSecondary, tall, rangeLook(theme)),
            ),
            { ...bar(measure, theme.colorPrimary, tall / 3, {}), yAxisIndex: 1 },
            points(theme, marksOf(form, 'markers', 'marker_labels'), 'triangle', 14),
            points(theme, marksOf(form, 'marker_lines', 'marker_line_labels'), 'rect', [2, tall * 1.2]),
          ],
    },
  };
}

/** There is no legend, whatever form data of another type say of it. */
function unframed(form: ChartFormData): ChartFormData {
  return { ...form, show_legend: false };
}

/** What an item of a series is about. */
function markOf(item: unknown): { value: number | undefined; label: string } {
  const { mark } = membersOf(item);
  const { value, label } = membersOf(mark);
  return { value: finiteOf(value) ?? undefined, label: typeof label === 'string' ? label : '' };
}

type Look = Pick<BarSeriesOption, 'itemStyle' | 'label' | 'emphasis'>;

function rangeLook(theme: DrawTheme): Look {
  return {
    itemStyle: { opacity: SHADE },
    label: {
      show: true,
      color: theme.colorText,
      fontFamily: theme.fontFamily,
      opacity: 1,
      position: 'insideBottomRight',
      formatter: (event) => markOf(event.data).label,
    },
    emphasis: { disabled: true },
  };
}

/** A bar upon those before it. */
function bar(marks: readonly Mark[], color: string, width: number, look: Look): BarSeriesOption {
  return {
    type: 'bar',
    barGap: '-100%',
    barWidth: width,
    ...look,
    itemStyle: { ...look.itemStyle, color },
    labelLayout: { hideOverlap: true },
    data: marks.map((mark) => ({ value: mark.value, mark })),
  };
}

function points(
  theme: DrawTheme,
  marks: readonly Mark[],
  symbol: string,
  symbolSize: number | [number, number],
): ScatterSeriesOption {
  return {
    type: 'scatter',
    symbol,
    symbolSize,
    z: 4,
    itemStyle: { color: theme.colorText, opacity: 1 },
    label: {
      ...axisText(theme),
      show: true,
      position: 'top',
      formatter: (event) => markOf(event.data).label,
    },
    labelLayout: { hideOverlap: true },
    data: marks.map((mark) => ({ value: [mark.value, 0], mark })),
  };
}
