import {
  type ChartDataResult,
  type ChartFormData,
  columnLabel,
  GenericType,
  metricLabel,
} from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { columnTypes } from '../../draw/row-names.ts';
import { xAxisLabel } from '../../question/base-axis.ts';
import { sortMetric } from '../../question/post-processing.ts';
import { columnsOf, listed, metricsOf, numberOf, textOf, textsOf } from '../../question/read-form.ts';

/** How a series is drawn: steps by where they turn. */
export const MARKS = ['line', 'smooth', 'start', 'middle', 'end', 'scatter', 'bar'] as const;
export type Mark = (typeof MARKS)[number];

export type Stack = 'Stack' | 'Stream' | 'Expand';
export type AxisKind = 'category' | 'time' | 'value';

/** What a chart type of the family fixes, whatever its form data says. */
export interface FixedMark {
  mark?: Mark;
  area?: boolean;
}

/** Bounds of an axis: a missing one follows the data. */
export interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

/** The form data of the family, read once. */
export interface Settings {
  form: ChartFormData;
  mark: Mark;
  area: boolean;
  stack: Stack | undefined;
  horizontal: boolean;
  /** Column of the answer along the axis. */
  axis: string;
  axisKind: AxisKind;
  /** The column along the axis holds moments, however they are drawn. */
  axisIsTime: boolean;
  /** Columns of the answer that are not drawn. */
  hidden: ReadonlySet<string>;
  metrics: string[];
  dimensions: string[];
  /** Times that the chart compares its values with. */
  offsets: string[];
  forecast: boolean;
  showValue: boolean;
  onlyTotal: boolean;
  /** Values are shares: percentages are written. */
  shares: boolean;
  rich: boolean;
  axisBounds: Bounds;
  valueBounds: Bounds;
  zoomable: boolean;
}

/** Reads the form data of a drawing. */
export function settingsOf({ form, results }: DrawInput, fixed: FixedMark): Settings {
  const [result] = results;
  const stack = stackOf(form.stack);
  const axis = xAxisLabel(form) ?? result?.colnames[0] ?? '';
  const extra = sortMetric(form);
  const metrics = metricsOf(form.metrics).map(metricLabel);
  return {
    form,
    mark: fixed.mark ?? MARKS.find((mark) => mark === form.seriesType) ?? 'line',
    area: fixed.area ?? Boolean(form.area),
    stack,
    horizontal: form.orientation === 'horizontal',
    axis,
    axisKind: axisKindOf(form, result, axis, stack),
    axisIsTime: result !== undefined && columnTypes(result).get(axis) === GenericType.TEMPORAL,
    hidden: new Set(extra === undefined ? [] : [metricLabel(extra)]),
    metrics,
    dimensions: columnsOf(form.groupby).map(columnLabel),
    offsets: form.comparison_type === 'values' ? textsOf(form.time_compare) : [],
    forecast: Boolean(form.forecastEnabled),
    showValue: Boolean(form.show_value),
    onlyTotal: Boolean(form.only_total),
    shares: Boolean(textOf(form.contributionMode)) || stack === 'Expand',
    rich: Boolean(form.rich_tooltip),
    axisBounds: form.truncateXAxis ? boundsOf(form.xAxisBounds) : {},
    valueBounds: boundsOf(form.y_axis_bounds),
    zoomable: Boolean(form.zoomable),
  };
}

/** Old charts hold `true` where a way to stack is named today. */
function stackOf(value: unknown): Stack | undefined {
  if (value === 'Stream' || value === 'Expand') return value;
  return value ? 'Stack' : undefined;
}

function axisKindOf(
  form: ChartFormData,
  result: ChartDataResult | undefined,
  axis: string,
  stack: Stack | undefined,
): AxisKind {
  if (form.xAxisForceCategorical) return 'category';
  const type = result && columnTypes(result).get(axis);
  if (type === GenericType.TEMPORAL) return 'time';
  return type === GenericType.NUMERIC && stack === undefined ? 'value' : 'category';
}

function boundsOf(value: unknown): Bounds {
  const [min, max] = listed(value).map(numberOf);
  return { min, max };
}
