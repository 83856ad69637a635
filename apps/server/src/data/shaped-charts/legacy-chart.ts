import { baseQuery, columnsOf, metricsOf, numberOf, textOf, uniqueBy } from '@chartroom/charts';
import {
  beyondBound,
  type ChartFormData,
  ChartroomError,
  type ColumnRef,
  columnLabel,
  type DataRow,
  type JsonValue,
  type MetricRef,
  metricLabel,
  type QueryObject,
} from '@chartroom/model';
import type { TransformLimits } from '@chartroom/query';

/** Name of the column of time in a time series. */
export const TIME = '__timestamp';

/** The rows that one question of a chart was answered with. */
export interface Answered {
  rows: DataRow[];
  /** Names of the columns in order. */
  names: string[];
  /** Bounds of the time range in epoch milliseconds. */
  from: number | null;
  to: number | null;
}

/** A chart whose questions and data the server makes (contract/charts.md §1.12, §3.30, §3.31). */
export interface LegacyChart {
  /**
   * What is asked, the chart's own question first.
   * @param most questions that one request may ask
   * @throws ChartroomError 400 for form data that asks nothing, or more than that
   */
  queries(form: ChartFormData, most: number): QueryObject[];
  /** What the chart draws, within the bounds of post-processing. */
  data(answers: readonly Answered[], form: ChartFormData, limits: TransformLimits): unknown;
}

/** The metrics of a form, in the order in which they are asked (contract/charts.md §1.12). */
const METRIC_KEYS = [
  'metric',
  'metrics',
  'percent_metrics',
  'metric_2',
  'secondary_metric',
  'x',
  'y',
  'size',
];

export function metricsIn(form: ChartFormData, keys: readonly string[] = METRIC_KEYS): MetricRef[] {
  return uniqueBy(
    keys.flatMap((key) => metricsOf(form[key])),
    metricLabel,
  );
}

export function labelsIn(form: ChartFormData, keys?: readonly string[]): string[] {
  return metricsIn(form, keys).map(metricLabel);
}

/** The dimensions of a form: its `groupby` and `columns`. */
export function dimensionsIn(form: ChartFormData): ColumnRef[] {
  return uniqueBy([...columnsOf(form.groupby), ...columnsOf(form.columns)], columnLabel);
}

/** Labels of the `groupby` of a form. */
export function groupsIn(form: ChartFormData): string[] {
  return columnsOf(form.groupby).map(columnLabel);
}

/** The question that every such chart starts from (contract/charts.md §1.12); a dimension `__timestamp` makes it a time series. */
export function legacyQuery(form: ChartFormData, more: Partial<QueryObject> = {}): QueryObject {
  const base = baseQuery(form);
  const dimensions = dimensionsIn(form);
  const columns = dimensions.filter((column) => column !== TIME);
  const shift = textOf(form.time_shift);
  return {
    ...base,
    columns,
    metrics: metricsIn(form),
    is_timeseries: columns.length < dimensions.length,
    ...(base.series_limit ? { series_columns: columns } : {}),
    ...(shift === undefined ? {} : { time_shift: shift }),
    ...more,
  };
}

/** The same as a time series, ordered by the metric that ranks its series, which is asked as well. */
export function timeSeriesQuery(form: ChartFormData, more: Partial<QueryObject> = {}): QueryObject {
  const query = legacyQuery(form, { is_timeseries: true, ...more });
  const metrics = query.metrics ?? [];
  const by = metricsOf(form.timeseries_limit_metric)[0] ?? metrics[0];
  if (by === undefined) throw unanswerable('Pick at least one metric');
  return {
    ...query,
    metrics: uniqueBy([...metrics, by], metricLabel),
    orderby: [[by, query.order_desc === false]],
  };
}

/** Refuses to draw more cells than a step of post-processing may make. */
export function requireCells(what: string, cells: number, { bounds }: TransformLimits): void {
  if (cells > bounds.MAX_STEP_CELLS) throw beyondBound(what, cells, bounds.MAX_STEP_CELLS);
}

/** Form data that asks nothing that could be answered. */
export function unanswerable(message: string): ChartroomError {
  return new ChartroomError(message, { status: 400, error_type: 'VIZ_GET_DF_ERROR', level: 'error' });
}

/** A cell as a number: exact digits may come as text. */
export function numberIn(value: JsonValue | undefined): number | null {
  if (typeof value === 'boolean') return Number(value);
  return numberOf(value) ?? null;
}

/** A cell as it names something. */
export function nameIn(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The order of a query by the form's metric, largest first, where the form says so. */
export function sortedByMetric(form: ChartFormData): Pick<QueryObject, 'orderby'> {
  const [metric] = metricsOf(form.metric);
  return form.sort_by_metric === true && metric !== undefined ? { orderby: [[metric, false]] } : {};
}
