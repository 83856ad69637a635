import {
  type ChartFormData,
  columnLabel,
  type MetricRef,
  metricLabel,
  type PostProcessing,
  type QueryObject,
} from '@chartroom/model';
import { xAxisLabel } from './base-axis.ts';
import { metricsOf, textOf, textsOf, wholeOf } from './read-form.ts';

/** Builds one step of the work on the answer; undefined when the form data does not ask for it. */
export type StepBuilder = (form: ChartFormData, query: QueryObject) => PostProcessing | undefined;

const COMPARISON_TYPES = ['values', 'difference', 'percentage', 'ratio'] as const;

/** The last step of every pivoted answer: one row of plain column names. */
export const flatten: PostProcessing = { operation: 'flatten' };

/**
 * The metric that only sorts the x-axis: asked for, but not drawn. There is one when no dimension is set and the
 * axis is sorted by a metric that is not among the chart's own.
 */
export function sortMetric(form: ChartFormData): MetricRef | undefined {
  const [metric] = metricsOf(form.timeseries_limit_metric);
  if (metric === undefined || (form.groupby?.length ?? 0) > 0) return undefined;
  const label = metricLabel(metric);
  const drawn = metricsOf(form.metrics).some((each) => metricLabel(each) === label);
  return label === form.x_axis_sort && !drawn ? metric : undefined;
}

/** `metric__offset` → metric, for every metric and time shift; empty when the chart compares nothing. */
export function shiftedMetrics(form: ChartFormData, query: QueryObject): Map<string, string> {
  const shifted = new Map<string, string>();
  if (!COMPARISON_TYPES.some((type) => type === form.comparison_type)) return shifted;
  for (const metric of query.metrics ?? []) {
    for (const offset of textsOf(form.time_compare))
      shifted.set(`${metricLabel(metric)}__${offset}`, metricLabel(metric));
  }
  return shifted;
}

/** Whether the chart shows its values beside those of another time. */
export function isTimeComparison(form: ChartFormData, query: QueryObject): boolean {
  return shiftedMetrics(form, query).size > 0;
}

/** Rows become one per x value, columns one per metric (and its shifts) and dimension value. */
export const pivot: StepBuilder = (form, query) => {
  const axis = xAxisLabel(form);
  const shifted = shiftedMetrics(form, query);
  const extra = sortMetric(form);
  const plain = [...(query.metrics ?? []), ...(extra === undefined ? [] : [extra])].map(metricLabel);
  const labels = shifted.size > 0 ? [...shifted.values(), ...shifted.keys()] : plain;
  if (axis === undefined || labels.length === 0) return undefined;
  return {
    operation: 'pivot',
    options: {
      index: [axis],
      columns: (query.series_columns ?? query.columns ?? []).map(columnLabel),
      drop_missing_columns: !form.show_empty_columns,
      aggregates: Object.fromEntries(labels.map((label) => [label, { operator: 'mean' }])),
    },
  };
};

/** Moving average, sum or deviation, or the running total. */
export const rolling: StepBuilder = (form, query) => {
  const type = form.rolling_type;
  const shifted = shiftedMetrics(form, query);
  const labels =
    shifted.size > 0 ? [...shifted.values(), ...shifted.keys()] : (query.metrics ?? []).map(metricLabel);
  const columns = Object.fromEntries(labels.map((label) => [label, label]));
  if (type === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } };
  if (type !== 'sum' && type !== 'mean' && type !== 'std') return undefined;
  return {
    operation: 'rolling',
    options: {
      rolling_type: type,
      window: wholeOf(form.rolling_periods, 1),
      min_periods: wholeOf(form.min_periods, 0),
      columns,
    },
  };
};

/** Difference, percentage or ratio of each metric and its shift; the originals are dropped. */
export const compare: StepBuilder = (form, query) => {
  const shifted = shiftedMetrics(form, query);
  if (shifted.size === 0 || form.comparison_type === 'values') return undefined;
  return {
    operation: 'compare',
    options: {
      source_columns: [...shifted.values()],
      compare_columns: [...shifted.keys()],
      compare_type: form.comparison_type,
      drop_original_columns: true,
    },
  };
};

/** Another rhythm of time; `zerofill` is asfreq with zeros. */
export const resample: StepBuilder = (form) => {
  const zeros = form.resample_method === 'zerofill';
  const method = zeros ? 'asfreq' : textOf(form.resample_method);
  const rule = textOf(form.resample_rule);
  return method && rule
    ? { operation: 'resample', options: { method, rule, fill_value: zeros ? 0 : null } }
    : undefined;
};

/** Shorter names: a single metric is left out of series names, shifts are named by their offset. */
export const rename: StepBuilder = (form, query) => {
  const metrics = query.metrics ?? [];
  const shifted = shiftedMetrics(form, query);
  const dimensions = query.series_columns ?? query.columns ?? [];
  const offsets = textsOf(form.time_compare);
  const several = dimensions.length > 0 || offsets.length > 1;
  const applies = shifted.size > 0 || (several && Boolean(form.truncate_metric));
  if (metrics.length === 0 || xAxisLabel(form) === undefined || !applies) return undefined;
  const names = new Map<string, string | null>();
  for (const [name, metric] of shifted) {
    const offset = name.slice(metric.length + '__'.length);
    const old = form.comparison_type === 'values' ? name : [form.comparison_type, metric, name].join('__');
    names.set(old, metrics.length === 1 ? offset : `${metric}, ${offset}`);
  }
  const [only] = metrics;
  if (shifted.size === 0 && metrics.length === 1 && only !== undefined) names.set(metricLabel(only), null);
  return names.size > 0
    ? { operation: 'rename', options: { columns: Object.fromEntries(names), level: 0, inplace: true } }
    : undefined;
};

/** Shares of the row or of the series. */
export const contribution: StepBuilder = (form, query) => {
  const orientation = textOf(form.contributionMode);
  if (orientation === undefined) return undefined;
  return { operation: 'contribution', options: { orientation, time_shifts: timeOffsets(form, query) } };
};

/** Order of the x-axis, where the answer has no dimension that would make several series. */
export const sortAxis: StepBuilder = (form, query) => {
  const by = textOf(form.x_axis_sort);
  const ascending = form.x_axis_sort_asc;
  if (by === undefined || ascending === undefined || ascending === null || (form.groupby?.length ?? 0) > 0)
    return undefined;
  if (by === xAxisLabel(form)) return { operation: 'sort', options: { is_sort_index: true, ascending } };
  const extra = sortMetric(form);
  const labels = [...(query.metrics ?? []), ...(extra === undefined ? [] : [extra])].map(metricLabel);
  return labels.includes(by) ? { operation: 'sort', options: { by, ascending } } : undefined;
};

/** Continues each series into the future. */
export const forecast: StepBuilder = (form) => {
  const index = xAxisLabel(form);
  if (!form.forecastEnabled || index === undefined) return undefined;
  const seasonality = {
    yearly_seasonality: form.forecastSeasonalityYearly,
    weekly_seasonality: form.forecastSeasonalityWeekly,
    daily_seasonality: form.forecastSeasonalityDaily,
  };
  return {
    operation: 'prophet',
    options: {
      time_grain: form.time_grain_sqla,
      periods: wholeOf(form.forecastPeriods, 0),
      confidence_interval: Number.parseFloat(String(form.forecastInterval)),
      ...Object.fromEntries(Object.entries(seasonality).filter(([, value]) => value !== undefined)),
      index,
    },
  };
};

/** The time shifts that the query asks for; none when the chart compares nothing. */
export function timeOffsets(form: ChartFormData, query: QueryObject): string[] {
  return isTimeComparison(form, query) ? textsOf(form.time_compare) : [];
}
