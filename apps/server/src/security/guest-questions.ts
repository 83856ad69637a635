import { ChartroomError, isJsonObject, type QueryContext, type QueryObject } from '@chartroom/model';
import type { GuestPass } from '../data/ports.ts';
import type { Db } from '../records/records.ts';
import { storedObject } from '../records/stored-json.ts';
import { questionOfChart } from './chart-question.ts';

/** Kinds of answers that show no more than the chart does. */
const ANSWERS = new Set(['full', 'results', 'post_processed']);

/**
 * Whether a question of a guest asks for what a dashboard of theirs shows: that of a chart on it as it is stored, or
 * the values of one of its filters. Filters by plain columns may be added; expressions may not.
 * @throws ChartroomError 403 when the chart is theirs and the question is another
 */
export async function guestMayAsk(db: Db, guest: GuestPass, datasetId: number, context: QueryContext | undefined): Promise<boolean> {
  const form = context?.form_data;
  const dashboardId = Number(form?.dashboardId);
  if (!context || !form || !guest.dashboards.includes(dashboardId)) return false;
  if (form.type === 'NATIVE_FILTER') return asksFilter(db, dashboardId, datasetId, context);
  const chart = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select(['charts.params', 'charts.query_context', 'charts.viz_type', 'charts.datasource_id'])
    .where('dashboard_id', '=', dashboardId)
    .where('charts.id', '=', Number(form.slice_id) || -1)
    .where('charts.datasource_id', '=', datasetId)
    .where('charts.datasource_type', '=', 'table')
    .executeTakeFirst();
  if (!chart) return false;
  const params = storedObject(chart.params);
  const stored = [storedObject(chart.query_context), params, await questionOfChart(chart, params)];
  if (!asksNoMore(context, stored)) throw changedQuestion();
  return true;
}

function changedQuestion(): ChartroomError {
  return new ChartroomError('Guest user cannot modify chart payload', {
    status: 403,
    error_type: 'DASHBOARD_SECURITY_ACCESS_ERROR',
    level: 'error',
  });
}

const LISTS = ['columns', 'groupby', 'metrics', 'orderby', 'series_columns'] as const;
/** What decides which series are shown: metrics, too. */
const SINGLE = ['series_limit_metric', 'timeseries_limit_metric'] as const;

function asksNoMore(context: QueryContext, stored: Record<string, unknown>[]): boolean {
  const known = knownParts(stored);
  const limit = largestLimit(stored);
  const layers = new Set(stored.flatMap(layersIn));
  const pages = stored.some(({ server_pagination }) => server_pagination === true);
  return context.queries.every((query) => {
    if (!ANSWERS.has(query.result_type ?? context.result_type ?? 'full')) return false;
    const listed = LISTS.every((name) => (query[name] ?? []).every((part) => known.has(canonical(part)) || isKnownOrder(part, known)));
    const ranked = SINGLE.every((name) => !query[name] || known.has(canonical(query[name])));
    const limited = limit === undefined || (typeof query.row_limit === 'number' && query.row_limit <= limit);
    const placed = pages || !query.row_offset || limit === undefined;
    const annotated = layersIn(query).every((layer) => layers.has(layer));
    return listed && ranked && limited && placed && annotated && filtersPlainly(query, known);
  });
}

/** What the annotation layers of a question, of a chart's settings or of the questions in a context show: their sources. */
function layersIn(document: Readonly<Record<string, unknown>>): string[] {
  const { annotation_layers: layers, queries } = document;
  const own = Array.isArray(layers) ? layers.filter(isJsonObject).map(({ sourceType, value }) => canonical([sourceType, value])) : [];
  return [...own, ...(Array.isArray(queries) ? queries.filter(isJsonObject).flatMap(layersIn) : [])];
}

/** Every column, metric, order and filter that a stored chart speaks of, wherever it stands. */
function knownParts(stored: Record<string, unknown>[]): Set<string> {
  const known = new Set<string>();
  const walk = (value: unknown): void => {
    known.add(canonical(value));
    if (Array.isArray(value)) value.forEach(walk);
    else if (isJsonObject(value)) Object.values(value).forEach(walk);
  };
  stored.forEach(walk);
  return known;
}

/** An order is a known column or metric and its direction. */
function isKnownOrder(part: unknown, known: ReadonlySet<string>): boolean {
  return Array.isArray(part) && part.length === 2 && typeof part[1] === 'boolean' && known.has(canonical(part[0]));
}

function largestLimit(stored: Record<string, unknown>[]): number | undefined {
  const queries = stored.flatMap(({ queries }) => (Array.isArray(queries) ? queries : []));
  const limits = [...stored, ...queries].flatMap((each: unknown) => {
    const limit = isJsonObject(each) ? Number(each.row_limit ?? Number.NaN) : Number.NaN;
    return Number.isFinite(limit) && limit > 0 ? [limit] : [];
  });
  return limits.length === 0 ? undefined : Math.max(...limits);
}

/** Conditions in SQL have to be the chart's own; a filter names its column. */
function filtersPlainly(query: QueryObject, known: ReadonlySet<string>): boolean {
  const { where, having } = query.extras ?? {};
  const own = [where, having].every((clause) => !clause || known.has(canonical(clause)));
  return own && (query.filters ?? []).every((filter) => typeof filter.col === 'string' || known.has(canonical(filter.col)));
}

/** A filter may ask for the values of its own columns. */
async function asksFilter(db: Db, dashboardId: number, datasetId: number, context: QueryContext): Promise<boolean> {
  const row = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', dashboardId).executeTakeFirst();
  const filters = storedObject(row?.json_metadata).native_filter_configuration;
  if (!Array.isArray(filters)) return false;
  const filter = filters.find((each) => isJsonObject(each) && each.id === context.form_data?.native_filter_id);
  if (!isJsonObject(filter) || !Array.isArray(filter.targets)) return false;
  const targets = filter.targets.flatMap((target) => (isJsonObject(target) && target.datasetId === datasetId ? [target] : []));
  if (targets.length === 0) return false;
  const columns = new Set(targets.map(({ column }) => (isJsonObject(column) ? canonical(column.name) : '')));
  const known = knownParts([{ filter }]);
  return context.queries.every((query) => {
    if (!ANSWERS.has(query.result_type ?? context.result_type ?? 'full')) return false;
    const asked = [...(query.columns ?? []), ...(query.groupby ?? []), ...(query.series_columns ?? [])];
    if (layersIn(query).length > 0 || SINGLE.some((name) => query[name])) return false;
    const measured = (query.metrics ?? []).every((metric) => known.has(canonical(metric)) || isBoundOf(metric, columns));
    const ordered = (query.orderby ?? []).every((part) => known.has(canonical(part)) || isKnownOrder(part, known));
    return asked.every((column) => columns.has(canonical(column))) && measured && ordered && filtersPlainly(query, known);
  });
}

/** Least and greatest value of a filter's own column: what a range filter asks for. */
function isBoundOf(metric: unknown, columns: ReadonlySet<string>): boolean {
  if (!isJsonObject(metric) || metric.expressionType !== 'SIMPLE' || !isJsonObject(metric.column)) return false;
  return (metric.aggregate === 'MIN' || metric.aggregate === 'MAX') && columns.has(canonical(metric.column.column_name));
}

/** Text of a value in which the order of members does not count. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`;
}
