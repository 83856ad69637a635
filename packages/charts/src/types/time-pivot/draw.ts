import { type ChartFormData, grouped, metricLabel } from '@chartroom/model';
import type { LineSeriesOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { legendOption } from '../../draw/legend.ts';
import { byMoment, finite } from '../../draw/lines-over-time.ts';
import { measureOf } from '../../draw/measure.ts';
import { noteOption } from '../../draw/note.ts';
import {
  momentWriter,
  olderFrame,
  olderTimeAxis,
  olderValueAxis,
  pointedMoment,
} from '../../draw/older-axes.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { pickedColor } from '../../format/picked-color.ts';
import type { TimeFormatter } from '../../format/time.ts';
import { metricsOf, textOf } from '../../question/read-form.ts';
import { beginOf, type Period, periodsOf } from './periods.ts';

const USUAL_FREQUENCY = 'W-MON';
const USUAL_COLOR = [0, 122, 135] as const;
/** Beyond so many periods their colours are all alike. */
const MOST_PERIODS = 200;

/** The periods of a metric's course, one over the other: the later one is, the stronger its colour. */
export function draw(input: DrawInput): EChartsDrawing {
  const { theme, results } = input;
  const [metric] = metricsOf(input.form.metric);
  const column = metric === undefined ? '' : metricLabel(metric);
  const freq = textOf(input.form.freq) ?? USUAL_FREQUENCY;
  const known = beginOf(freq);
  const points = byMoment(results[0]?.data ?? []).map(([x, row]) => ({ x, y: finite(row[column]) }));
  const begin = known ?? beginOf(USUAL_FREQUENCY);
  const all = begin ? periodsOf(points, begin) : [];
  const periods = all.slice(0, MOST_PERIODS);
  const form: ChartFormData = { ...input.form, number_format: input.form.y_axis_format };
  const { format } = measureOf({ ...input, form }, metric);
  const notes = [
    ...(known ? [] : [`"${freq}" is the name of no frequency; drawn by weeks`]),
    ...(periods.length < all.length
      ? [`Drawn: the latest ${MOST_PERIODS} of ${grouped(all.length)} periods`]
      : []),
  ];
  const heading = momentWriter(form);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notes),
      legend: legendOption({ form, names: periods.map(nameOf), theme }),
      grid: olderFrame(form),
      xAxis: olderTimeAxis(form, theme),
      yAxis: olderValueAxis(form, theme, format),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'axis',
        formatter: (events) => tooltip(periods, pointedMoment(events), heading, format),
      },
      // The latest one lies above the others.
      series: periods.toReversed().map((period) => seriesOf(input, period, all.length)),
    },
  };
}

function nameOf({ rank }: Period): string {
  return rank === 0 ? 'current' : `-${rank}`;
}

function seriesOf({ form }: DrawInput, period: Period, count: number): LineSeriesOption {
  const color = pickedColor(form.color_picker, USUAL_COLOR)(1 - period.rank / count);
  const isLog = Boolean(form.y_log_scale);
  const data = period.points.map(({ x, y }) => [x, isLog && y !== null && y <= 0 ? null : y]);
  return {
    type: 'line',
    name: nameOf(period),
    data,
    ...courseOf(form.line_interpolation),
    // A point alone has no line.
    showSymbol: data.filter(([, y]) => y !== null).length === 1,
    symbolSize: 6,
    lineStyle: { width: period.rank === 0 ? 2.5 : 1.5, color },
    itemStyle: { color },
    emphasis: { focus: 'series' },
    z: period.rank === 0 ? 3 : 2,
  };
}

/** How a line goes from point to point. */
function courseOf(interpolation: unknown): Pick<LineSeriesOption, 'smooth' | 'smoothMonotone' | 'step'> {
  switch (interpolation) {
    case 'basis':
    case 'cardinal':
      return { smooth: true };
    case 'monotone':
      return { smooth: true, smoothMonotone: 'x' };
    case 'step-before':
      return { step: 'start' };
    case 'step-after':
      return { step: 'end' };
    default:
      return {};
  }
}

function tooltip(
  periods: readonly Period[],
  at: number,
  heading: TimeFormatter,
  format: (value: number) => string,
): string {
  const rows = periods.flatMap((period) => {
    const value = period.points.find(({ x }) => x === at)?.y ?? null;
    return value === null ? [] : [{ name: nameOf(period), values: [format(value)], bold: period.rank === 0 }];
  });
  return tooltipMarkup(Number.isNaN(at) ? '' : heading(at), rows);
}
