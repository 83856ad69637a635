import {
  isJsonObject,
  type NativeFilter,
  type QueryContext,
  type QueryObject,
  readDashboardMetadata,
} from '@chartroom/model';
import type { Db } from '../records/records.ts';
import { storedObject } from '../records/stored-json.ts';
import { partsOnDashboard } from './chart-parts.ts';
import { questionsOfChart, type StoredChart } from './chart-question.ts';
import { asksNoMore, canonical, type DashboardFreedom } from './shown-parts.ts';

/** Kinds of answers that show no more than the chart does. */
const ANSWERS: ReadonlySet<string> = new Set(['full', 'results', 'post_processed']);

/** What a question about a dashboard is: one that it asks itself, one that it does not ask, or one about something else. */
export type Verdict = 'shown' | 'changed' | 'elsewhere';

/**
 * Whether a question asks for what a dashboard shows: that of a chart on it as it is stored, or the values of one of its
 * filters. Filters may be added by columns that its filters and the marks of its charts filter by; expressions may not.
 * `more` names kinds of answers that may be asked beside rows.
 */
export async function isShownOn(
  db: Db,
  dashboardId: number,
  datasetId: number,
  context: QueryContext,
  more: readonly string[] = [],
): Promise<Verdict> {
  const form = context.form_data;
  if (!form) return 'elsewhere';
  const board = await db
    .selectFrom('dashboards')
    .select('json_metadata')
    .where('id', '=', dashboardId)
    .executeTakeFirst();
  if (!board) return 'elsewhere';
  const filters = readDashboardMetadata(storedObject(board.json_metadata)).native_filter_configuration ?? [];
  if (form.type === 'NATIVE_FILTER') {
    const isAsked =
      (await asksFilter(filters, datasetId, context)) ||
      (await asksFirstAndLast(db, dashboardId, datasetId, filters, context));
    return isAsked ? 'shown' : 'elsewhere';
  }
  const chartId = Number(form.slice_id) || Number(form.chart_id) || -1;
  const chart = await chartsOn(db, dashboardId)
    .where('charts.id', '=', chartId)
    .where('charts.datasource_id', '=', datasetId)
    .executeTakeFirst();
  const parts = (await partsOnDashboard(db, dashboardId)).filter(
    ({ row }) => row.id === chartId && row.datasource_id === datasetId,
  );
  const asked = [...(chart ? [chart] : []), ...parts.map((part) => part.asked)];
  if (asked.length === 0) return 'elsewhere';
  const shown = (await Promise.all(asked.map(questionsOfChart))).flat();
  const kinds = (name: string) => filters.some(({ filterType }) => filterType === name);
  const freedom: DashboardFreedom = {
    filterColumns: () => filterColumns(db, dashboardId, datasetId, filters),
    anyGrain: kinds('filter_timegrain'),
    anyTimeColumn: kinds('filter_timecolumn'),
    pages: storedObject(chart?.params ?? null).server_pagination === true,
  };
  for (const query of context.queries) {
    if (!isAnswerOf(query, context, more) || !(await asksNoMore(query, shown, freedom))) return 'changed';
  }
  return 'shown';
}

function chartsOn(db: Db, dashboardId: number) {
  return db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select(['charts.params', 'charts.query_context', 'charts.viz_type'])
    .select(['charts.datasource_id', 'charts.datasource_type'])
    .where('dashboard_id', '=', dashboardId)
    .where('charts.datasource_type', '=', 'table');
}

function isAnswerOf({ result_type }: QueryObject, context: QueryContext, more: readonly string[]): boolean {
  const type = result_type ?? context.result_type ?? 'full';
  return ANSWERS.has(type) || more.includes(type);
}

/** Names of the columns that a dashboard filters by: those of its filters, those its charts show, and the time of the dataset. */
async function filterColumns(
  db: Db,
  dashboardId: number,
  datasetId: number,
  filters: readonly NativeFilter[],
): Promise<Set<string>> {
  const charts: StoredChart[] = await chartsOn(db, dashboardId).execute();
  const shown = (await Promise.all(charts.map(questionsOfChart))).flat();
  const dataset = await db
    .selectFrom('datasets')
    .select('main_dttm_col')
    .where('id', '=', datasetId)
    .executeTakeFirst();
  const columns = shown.flatMap(({ columns, groupby, series_columns }) => [
    ...(columns ?? []),
    ...(groupby ?? []),
    ...(series_columns ?? []),
  ]);
  const named = columns.flatMap((column) =>
    typeof column === 'string' ? [column] : [column.label, column.sqlExpression],
  );
  const targets = filters.flatMap((filter) => (filter.targets ?? []).map(({ column }) => column?.name));
  return new Set(
    [...named, ...targets, dataset?.main_dttm_col].filter((name) => typeof name === 'string').map(canonical),
  );
}

/** Names of the columns of some targets, in the form in which they are compared. */
function columnsOf(targets: NativeFilter['targets']): string[] {
  return (targets ?? []).map(({ column }) => (column ? canonical(column.name) : ''));
}

/** A filter may ask for the values of its own columns. */
async function asksFilter(
  filters: readonly NativeFilter[],
  datasetId: number,
  context: QueryContext,
): Promise<boolean> {
  const filter = filters.find(({ id }) => id === context.form_data?.native_filter_id);
  const targets = (filter?.targets ?? []).filter((target) => target.datasetId === datasetId);
  if (!filter || targets.length === 0) return false;
  const columns = new Set(columnsOf(targets));
  const known = await partsOfFilter(filter);
  const filterable = new Set([...columns, ...filters.flatMap((each) => columnsOf(each.targets))]);
  return context.queries.every((query) => {
    if (!isAnswerOf(query, context, [])) return false;
    const asked = [...(query.columns ?? []), ...(query.groupby ?? []), ...(query.series_columns ?? [])];
    if (
      (query.annotation_layers ?? []).length > 0 ||
      query.series_limit_metric ||
      query.timeseries_limit_metric
    )
      return false;
    const measures = [...(query.metrics ?? []), ...(query.orderby ?? []).map(([ref]) => ref)];
    const clauses = [query.extras?.where, query.extras?.having, query.where, query.having];
    const times = query.is_timeseries === true ? [query.granularity, query.granularity_sqla] : [];
    return (
      asked.every((column) => columns.has(canonical(column))) &&
      measures.every(
        (part) => known.has(canonical(part)) || columns.has(canonical(part)) || isBoundOf(part, columns),
      ) &&
      [...clauses, ...times].every((part) => !part || known.has(canonical(part))) &&
      (query.filters ?? []).every(({ col }) => filterable.has(canonical(col)) || known.has(canonical(col)))
    );
  });
}

/**
 * A filter of times may ask for the first and the last moment of the datasets that its dashboard shows: who may choose any
 * range finds them anyway.
 */
async function asksFirstAndLast(
  db: Db,
  dashboardId: number,
  datasetId: number,
  filters: readonly NativeFilter[],
  context: QueryContext,
): Promise<boolean> {
  const filter = filters.find(({ id }) => id === context.form_data?.native_filter_id);
  if (filter?.filterType !== 'filter_time') return false;
  const shown = await chartsOn(db, dashboardId)
    .where('charts.datasource_id', '=', datasetId)
    .innerJoin('datasets', 'datasets.id', 'charts.datasource_id')
    .select('datasets.main_dttm_col')
    .executeTakeFirst();
  if (!shown?.main_dttm_col) return false;
  const times = new Set([canonical(shown.main_dttm_col)]);
  return context.queries.every(
    (query) =>
      isAnswerOf(query, context, []) &&
      (query.metrics ?? []).length > 0 &&
      (query.metrics ?? []).every((metric) => isBoundOf(metric, times)) &&
      Object.entries(query).every(([key, value]) => PLAIN.has(key) || isNothing(value)),
  );
}

/** Keys of a question that bring nothing of the data into it. */
const PLAIN: ReadonlySet<string> = new Set(['metrics', 'row_limit', 'result_type']);

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.values(value).every(isNothing);
  return value === undefined || value === null || value === '' || value === false;
}

/** What a filter of a dashboard measures and is narrowed by, beside its own columns. */
async function partsOfFilter({
  sortMetric,
  adhoc_filters,
  granularity_sqla,
}: NativeFilter): Promise<Set<string>> {
  const { baseQuery, isAdhocFilter } = await import('@chartroom/charts');
  const adhocFilters = (adhoc_filters ?? []).flatMap((each) => (isAdhocFilter(each) ? [each] : []));
  const { filters, extras } = baseQuery({ datasource: '', viz_type: '', adhoc_filters: adhocFilters });
  const parts = [
    sortMetric,
    granularity_sqla,
    extras?.where,
    extras?.having,
    ...(filters ?? []).map(({ col }) => col),
  ];
  return new Set(parts.filter(Boolean).map(canonical));
}

/** Least and greatest value of a filter's own column: what a range filter asks for. */
function isBoundOf(metric: unknown, columns: ReadonlySet<string>): boolean {
  if (!isJsonObject(metric) || metric.expressionType !== 'SIMPLE' || !isJsonObject(metric.column))
    return false;
  return (
    (metric.aggregate === 'MIN' || metric.aggregate === 'MAX') &&
    columns.has(canonical(metric.column.column_name))
  );
}
