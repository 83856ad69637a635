import { type ColumnRef, isJsonObject, type QueryFilter, type QueryObject } from '@chartroom/model';

/** The parts of one question that a dashboard asks, each by what it is used for. Texts are `canonical`. */
interface ShownParts {
  columns: ReadonlySet<string>;
  metrics: ReadonlySet<string>;
  orders: ReadonlySet<string>;
  /** Its own filters, value and all: what somebody else may not see is not found out by other values. */
  filters: ReadonlySet<string>;
  /** Columns that it shows, by which it may be filtered further. */
  filterable: ReadonlySet<string>;
  /** Columns by which it is bounded in time. */
  times: ReadonlySet<string>;
  clauses: ReadonlySet<string>;
  layers: ReadonlySet<string>;
  grains: ReadonlySet<string>;
  /** Whether it lists rows instead of groups of them. */
  isRaw: boolean;
  /** Rows that it shows; undefined = as many as anybody is shown. */
  rowLimit: number | undefined;
}

/** What a dashboard lets its readers change about the questions of its charts. */
export interface DashboardFreedom {
  /** Names of columns that its filters, and the marks of its charts, may filter by; asked for where it matters. */
  filterColumns(): Promise<ReadonlySet<string>>;
  /** It has a filter that chooses the grain of time. */
  anyGrain: boolean;
  /** It has a filter that chooses the column of time. */
  anyTimeColumn: boolean;
  /** Tables of the chart turn their pages on the server. */
  pages: boolean;
}

/**
 * Whether a question asks no more than one of some others: of each of its parts a subset, used as it is used there.
 * Filters may be added, by the columns that the dashboard filters by.
 */
export async function asksNoMore(
  query: QueryObject,
  shown: readonly QueryObject[],
  freedom: DashboardFreedom,
): Promise<boolean> {
  const candidates = shown.map(partsOf).filter((parts) => isWithin(query, parts, freedom));
  if (candidates.length === 0) return false;
  const some = (name: string, ...sets: ('filters' | 'times' | 'filterable')[]) =>
    candidates.some((parts) => sets.some((set) => parts[set].has(name)));
  const filters = (query.filters ?? []).filter((filter) => !some(canonicalFilter(filter), 'filters'));
  const strange = filters.filter(
    ({ col, op }) => !some(nameOf(col), 'filterable', ...(isTimeRange(op) ? ['times' as const] : [])),
  );
  const times = axisOf(query).filter((name) => !some(canonical(name), 'times'));
  const names = [...strange.map(({ col }) => col), ...times];
  if (names.length === 0) return true;
  if (names.some((name) => typeof name !== 'string')) return false;
  const columns = await freedom.filterColumns();
  return names.every((name) => columns.has(nameOf(name)));
}

function canonicalFilter({ col, op, val }: QueryFilter): string {
  return canonical([col, op, val]);
}

function isTimeRange(op: string): boolean {
  return op.toUpperCase() === 'TEMPORAL_RANGE';
}

/** The column of time that a question is bounded by. */
function axisOf({ granularity, granularity_sqla }: QueryObject): string[] {
  return [granularity, granularity_sqla].filter(
    (name): name is string => typeof name === 'string' && name !== '',
  );
}

function isWithin(query: QueryObject, parts: ShownParts, freedom: DashboardFreedom): boolean {
  const known = (list: readonly unknown[] | null | undefined, set: ReadonlySet<string>): boolean =>
    (list ?? []).every((part) => set.has(canonical(withoutGrain(part, freedom.anyGrain))));
  const columns = freedom.anyGrain ? new Set([...parts.columns].map(ungrained)) : parts.columns;
  const asked = [...(query.columns ?? []), ...(query.groupby ?? []), ...(query.series_columns ?? [])];
  const ranks = [query.series_limit_metric, query.timeseries_limit_metric].filter(
    (metric) => metric !== null && metric !== undefined,
  );
  const orders = (query.orderby ?? []).map(([ref]) => ref);
  const clauses = [query.extras?.where, query.extras?.having, query.where, query.having].filter(
    (clause) => typeof clause === 'string',
  );
  return (
    known(asked, columns) &&
    known(query.metrics, parts.metrics) &&
    known(ranks, parts.metrics) &&
    orders.every(
      (ref) =>
        columns.has(canonical(ref)) || parts.metrics.has(canonical(ref)) || parts.orders.has(canonical(ref)),
    ) &&
    clauses.map(withoutNothing).every((clause) => clause === '' || parts.clauses.has(canonical(clause))) &&
    layersIn(query).every((layer) => parts.layers.has(layer)) &&
    // A series over time shows the column of time itself.
    (query.is_timeseries !== true || freedom.anyTimeColumn || known(axisOf(query), parts.times)) &&
    (freedom.anyGrain || known([query.extras?.time_grain_sqla].filter(Boolean), parts.grains)) &&
    (parts.isRaw || Array.isArray(query.metrics)) &&
    isLimited(query, parts, freedom)
  );
}

/** As many rows as the chart shows; nought stands for as many as anybody is shown, which totals of everything may ask. */
function isLimited(query: QueryObject, { rowLimit }: ShownParts, { pages }: DashboardFreedom): boolean {
  if (rowLimit === undefined || query.is_rowcount === true) return true;
  const isTotal =
    (query.columns ?? []).length === 0 && (query.groupby ?? []).length === 0 && Array.isArray(query.metrics);
  const limit = query.row_limit ?? 0;
  return ((limit > 0 && limit <= rowLimit) || isTotal) && (pages || !query.row_offset);
}

function partsOf(query: QueryObject): ShownParts {
  const { columns, groupby, series_columns, metrics, orderby, filters, extras, where, having, row_limit } =
    query;
  const ranks = [query.series_limit_metric, query.timeseries_limit_metric].filter(
    (metric) => metric !== null && metric !== undefined,
  );
  const dimensions = [...(columns ?? []), ...(groupby ?? []), ...(series_columns ?? [])];
  const axes = dimensions.map(axisName).filter((name) => name !== undefined);
  return {
    columns: canonicals(dimensions),
    metrics: canonicals([...(metrics ?? []), ...ranks]),
    orders: canonicals((orderby ?? []).map(([ref]) => ref)),
    filters: new Set((filters ?? []).map(canonicalFilter)),
    filterable: new Set(dimensions.map(nameOf)),
    times: canonicals([
      ...axisOf(query),
      ...axes,
      ...(filters ?? []).flatMap(({ col, op }) => (isTimeRange(op) ? [col] : [])),
    ]),
    clauses: canonicals([extras?.where, extras?.having, where, having].filter(Boolean)),
    layers: new Set(layersIn(query)),
    grains: canonicals([extras?.time_grain_sqla, ...dimensions.map(grainOf)].filter(Boolean)),
    isRaw: !Array.isArray(metrics),
    rowLimit: row_limit || undefined,
  };
}

/** What the annotation layers of a question show: their sources. */
function layersIn({ annotation_layers }: QueryObject): string[] {
  return (annotation_layers ?? []).map(({ sourceType, value }) => canonical([sourceType, value]));
}

function canonicals(values: readonly unknown[]): Set<string> {
  return new Set(values.map(canonical));
}

/** A plain column by its name; the axis of a chart stands for the column that it shows. */
function nameOf(column: ColumnRef): string {
  return canonical(axisName(column) ?? column);
}

/** The column behind an axis: a column that is referred to, whatever its grain. */
function axisName(column: ColumnRef): string | undefined {
  if (typeof column === 'string') return undefined;
  return column.columnType === 'BASE_AXIS' || column.isColumnReference === true
    ? column.sqlExpression
    : undefined;
}

function grainOf(column: ColumnRef): string | undefined {
  return typeof column === 'string' ? undefined : (column.timeGrain ?? undefined);
}

/** A condition without the one that no row meets, which a filter of the dashboard adds until something is chosen in it. */
function withoutNothing(clause: string): string {
  return clause.replace(/( AND |^)\(1 = 0\)$/, '');
}

function withoutGrain(part: unknown, anyGrain: boolean): unknown {
  if (!anyGrain || !isJsonObject(part)) return part;
  const { timeGrain: _, ...rest } = part;
  return rest;
}

function ungrained(text: string): string {
  const value: unknown = JSON.parse(text);
  return canonical(withoutGrain(value, true));
}

/** Text of a value, itself JSON, in which the order of members does not count. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`;
}
