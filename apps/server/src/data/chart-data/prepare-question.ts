import {
  type AdhocMetric,
  beyondBound,
  ChartroomError,
  type ColumnRef,
  errorBody,
  isAdhocMetric,
  isJsonObject,
  type JsonObject,
  metricLabel,
  type PostProcessing,
  type QueryContext,
  type QueryObject,
} from '@chartroom/model';
import {
  type CompiledQuery,
  checkClause,
  combineRowRules,
  compileQuery,
  type Dialect,
  type NormalQuery,
  normalizeQuery,
  requireBoundedSql,
  type TemplateTrace,
  TIMESTAMP,
  timeBounds,
} from '@chartroom/query';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataConfig } from '../data-config.ts';
import type { DatasetSource } from '../ports.ts';
import { renderQuestion, type TemplateDesk } from '../sql/render-question.ts';

/** A dataset that somebody may ask about, with its database open and their row rules at hand. */
export interface Source {
  dataset: DatasetSource;
  database: OpenDatabase;
  /** Conditions every row must meet. */
  rules: string[];
  now: Date;
  /** The dataset as it is recorded, for the templates in its texts. */
  templates: TemplateDesk;
  /** What the templates of a question looked at; there once they are rendered. */
  trace?: TemplateTrace;
}

/** A question that is ready to be asked: checked, limited and compiled. */
export interface Question {
  query: NormalQuery;
  compiled: CompiledQuery;
  source: Source;
}

export type RowKind = 'full' | 'samples' | 'drill_detail';

/**
 * Brings a query into its normal form for what is wanted, checks it, and compiles it.
 * @throws ChartroomError 400 in the words of the contract
 */
export async function prepareQuestion(
  query: QueryObject,
  kind: RowKind,
  recorded: Source,
  context: QueryContext,
  config: DataConfig,
): Promise<Question> {
  const asked = limited(shaped(normalizeQuery(query), kind, recorded.dataset), kind, context, config);
  const { query: normal, source } = await renderedQuestion(asked, recorded, urlParams(query, context));
  const { dataset, database } = source;
  requireReadableSql(normal, source, config);
  checkExtras(normal, database.engine.dialect);
  checkTimeRange(normal, source.now);
  return explained(() => {
    checkColumns(normal, dataset);
    if (dataset.savedMetricsOnly) checkMetrics(normal);
    const ready = withGranularity(normal, context.form_data ?? {}, dataset);
    return { query: ready, compiled: compile(ready, source), source };
  });
}

/** Compiles a query in its normal form against its source. */
export function compile(
  query: NormalQuery,
  source: Source,
  more: Pick<
    Parameters<typeof compileQuery>[0],
    'bounds' | 'innerBounds' | 'topSeries' | 'expressionTypes'
  > = {},
): CompiledQuery {
  return compileQuery({ ...compileInput(query, source), ...more });
}

/** What a query is compiled with against its source. */
export function compileInput(query: NormalQuery, source: Source): Parameters<typeof compileQuery>[0] {
  return {
    query,
    dataset: source.dataset,
    dialect: source.database.engine.dialect,
    now: source.now,
    rowRules: source.rules,
    ...(source.trace && { removedFilters: source.trace.removed }),
  };
}

/** The source with its templates rendered for another query, whose own SQL is no template. */
export async function sourceFor(query: NormalQuery, source: Source): Promise<Source> {
  const { dataset, rules, trace } = await renderQuestion(query, source.templates, true);
  return { ...source, dataset, rules, trace };
}

async function renderedQuestion(
  query: NormalQuery,
  source: Source,
  address: Readonly<Record<string, unknown>>,
): Promise<{ query: NormalQuery; source: Source }> {
  const templates = { ...source.templates, urlParams: address };
  const { dataset, rules, trace, ...made } = await renderQuestion(query, templates);
  return { query: made.query, source: { ...source, dataset, rules, trace, templates } };
}

/** Parameters of the page's address: those of the query stand before those of the chart it belongs to. */
function urlParams(query: QueryObject, { form_data }: QueryContext): Readonly<Record<string, unknown>> {
  const ofChart = form_data?.url_params;
  return { ...(isJsonObject(ofChart) ? ofChart : {}), ...query.url_params };
}

/** Row rules of one dataset as conditions. */
export function ruleConditions(rules: readonly { clause: string; group_key: string | null }[]): string[] {
  return combineRowRules(rules);
}

/** An error that arises while a question is worked on is said as `Error: …`, with its type beside it. */
export function explained<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw asQuestionError(error);
  }
}

/** The wire form of what went wrong with a question (contract/query.md §1.9); other errors pass. */
export function asQuestionError(error: unknown): unknown {
  if (!(error instanceof ChartroomError) || error instanceof QuestionError) return error;
  if (error.status === 499 || error.status === 403 || error.message.startsWith('Invalid SQL clause'))
    return error;
  return new QuestionError(error);
}

/** What is no fault of the question: it took too long, answers too much, or its database went away. */
const AS_THEY_ARE: ReadonlySet<number> = new Set([408, 413, 503]);

/** Said as `{"message": "Error: …", "errors": […]}`: the first for old clients, the second typed. */
export class QuestionError extends ChartroomError {
  readonly errors: object[];
  constructor(cause: ChartroomError) {
    const status = AS_THEY_ARE.has(cause.status) ? cause.status : 400;
    super(`Error: ${cause.message}`, {
      status,
      error_type: cause.error_type,
      level: 'error',
      extra: cause.extra,
      shape: 'message',
      cause,
    });
    this.errors = [errorBody(cause)];
  }
}

function shaped(query: NormalQuery, kind: RowKind, dataset: DatasetSource): NormalQuery {
  if (kind === 'full') return query;
  const columns = rowColumns(dataset);
  const first = columns[0];
  const rows: NormalQuery = {
    ...query,
    columns,
    column_names: columns,
    metrics: null,
    metric_names: [],
    post_processing: [],
    time_offsets: [],
    series_columns: [],
    series_limit: 0,
    is_timeseries: false,
    extras: { ...query.extras, having: null },
  };
  if (kind === 'drill_detail') return { ...rows, orderby: first === undefined ? [] : [[first, true]] };
  return { ...rows, orderby: [], granularity: null, time_range: null };
}

/** Columns of raw rows: what the owner of the dataset computes comes first, as recorded. */
function rowColumns({ columns }: DatasetSource): string[] {
  const calculated = columns.filter(({ expression }) => expression);
  return [...calculated, ...columns.filter(({ expression }) => !expression)].map(
    (column) => column.column_name,
  );
}

/** Row limits (contract/query.md §1.1); counting rows knows none. */
function limited(query: NormalQuery, kind: RowKind, context: QueryContext, config: DataConfig): NormalQuery {
  if (query.is_rowcount) return { ...query, row_limit: null, row_offset: 0 };
  const wanted = query.row_limit || (kind === 'samples' ? config.samples_row_limit : config.row_limit);
  const most = context.form_data?.server_pagination ? config.table_viz_max_row_server : config.sql_max_row;
  return { ...query, row_limit: Math.min(wanted, most) };
}

/** Free SQL as its templates made it, and that of a virtual dataset: nothing reads it before its size is known. */
function requireReadableSql(
  { columns, metrics, orderby, filters, extras }: NormalQuery,
  source: Source,
  { bounds }: DataConfig,
): void {
  const { dialect } = source.database.engine;
  const refs = [
    ...columns,
    ...(metrics ?? []),
    ...orderby.map(([ref]) => ref),
    ...filters.map(({ col }) => col),
  ];
  const expressions = refs.map((ref) => (typeof ref === 'object' ? ref.sqlExpression : undefined));
  for (const sql of [...expressions, extras.where, extras.having]) {
    if (!sql) continue;
    if (sql.length > bounds.MAX_EXPRESSION_LENGTH)
      throw beyondBound('the length of an SQL expression', sql.length, bounds.MAX_EXPRESSION_LENGTH);
    requireBoundedSql('an SQL expression', sql, dialect, bounds);
  }
  if (source.dataset.sql) requireBoundedSql('the SQL of the dataset', source.dataset.sql, dialect, bounds);
}

function checkExtras({ extras }: NormalQuery, dialect: Dialect): void {
  for (const clause of [extras.where, extras.having])
    if (clause) explained(() => checkClause(clause, dialect));
}

/** A time range that nobody can read is a fault of the request, not of the question. */
function checkTimeRange(query: NormalQuery, now: Date): void {
  try {
    timeBounds(query, now);
  } catch (error) {
    if (!(error instanceof ChartroomError)) throw error;
    throw new ChartroomError(`Request is incorrect: time_range: ${error.message}`, {
      status: 400,
      error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
      shape: 'message',
      cause: error,
    });
  }
}

function checkColumns({ columns, metrics }: NormalQuery, dataset: DatasetSource): void {
  const known = new Set([TIMESTAMP, ...dataset.columns.map((column) => column.column_name)]);
  const asked = columns.filter((ref): ref is string => typeof ref === 'string');
  for (const metric of metrics ?? []) {
    const name =
      isAdhocMetric(metric) && metric.expressionType === 'SIMPLE' ? metric.column?.column_name : undefined;
    if (name) asked.push(name);
  }
  const missing = [...new Set(asked.filter((name) => !known.has(name)))];
  if (missing.length === 0) return;
  throw new ChartroomError(`Columns missing in dataset: [${missing.map((name) => `'${name}'`).join(', ')}]`, {
    status: 400,
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    shape: 'message',
    extra: { columns: missing },
  });
}

/**
 * Refuses metrics that are made on the spot. Filters and maps may still ask how far a column reaches, and how many rows
 * there are: neither says of a metric what it is.
 */
function checkMetrics({ metrics, orderby, series_limit_metric }: NormalQuery): void {
  const asked: unknown[] = [...(metrics ?? []), ...orderby.map(([ref]) => ref), series_limit_metric];
  const made = asked.filter(isAdhocMetric).filter((metric) => !isPlainFact(metric));
  if (made.length === 0) return;
  const names = [...new Set(made.map((metric) => `'${metricLabel(metric)}'`))];
  throw new ChartroomError(
    `Ad-hoc metrics are not enabled for this dataset; only its saved metrics are: [${names.join(', ')}]`,
    { status: 400, error_type: 'GENERIC_BACKEND_ERROR', shape: 'message' },
  );
}

function isPlainFact({ expressionType, aggregate, sqlExpression }: AdhocMetric): boolean {
  if (expressionType === 'SQL') return /^\s*count\s*\(\s*\*\s*\)\s*$/i.test(sqlExpression ?? '');
  return aggregate === 'MIN' || aggregate === 'MAX';
}

/**
 * A time column given as `granularity` takes the place of the chart's temporal x axis, or of the time
 * filter that it repeats (contract/query.md §1.1).
 */
function withGranularity(
  query: NormalQuery,
  form: JsonObject | Record<string, unknown>,
  dataset: DatasetSource,
): NormalQuery {
  const { granularity } = query;
  if (!granularity) return query;
  const axis = axisOf(form.x_axis);
  const temporal =
    axis !== undefined && dataset.columns.some((column) => column.column_name === axis && column.is_dttm);
  if (!temporal) {
    const own = query.filters.findIndex((filter) => isTimeRange(filter.op) && filter.col === granularity);
    const place = own >= 0 ? own : query.filters.findIndex((filter) => isTimeRange(filter.op));
    return place < 0 ? query : { ...query, filters: query.filters.filter((_, index) => index !== place) };
  }
  const replaced = (ref: ColumnRef): ColumnRef => {
    if (ref === axis) return granularity;
    return typeof ref === 'object' && ref.sqlExpression === axis
      ? { ...ref, label: granularity, sqlExpression: granularity }
      : ref;
  };
  const columns = query.columns.map(replaced);
  return {
    ...query,
    columns,
    column_names: query.column_names.map((name) => (name === axis ? granularity : name)),
    filters: query.filters.filter((filter) => filter.col !== axis),
    post_processing: query.post_processing.map((step) => withIndex(step, axis, granularity)),
  };
}

function withIndex(step: PostProcessing, from: string, to: string): PostProcessing {
  const index = step.options?.index;
  if (step.operation !== 'pivot' || !Array.isArray(index)) return step;
  return {
    ...step,
    options: { ...step.options, index: index.map((name: unknown) => (name === from ? to : name)) },
  };
}

function axisOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (typeof given !== 'object' || given === null || !('sqlExpression' in given)) return undefined;
  return typeof given.sqlExpression === 'string' ? given.sqlExpression : undefined;
}

function isTimeRange(op: string): boolean {
  return op.toUpperCase() === 'TEMPORAL_RANGE';
}
