import { type Bounds, beyondBound, requireDepth } from './bounds.ts';
import { columnLabel, isAdhocColumn, isAdhocMetric, metricLabel } from './labels.ts';
import type { ColumnRef, MetricRef, QueryContext, QueryFilter, QueryObject } from './query-object.ts';

/**
 * Refuses a request for chart data that asks for more than the bounds: questions, columns, filters and their values, other
 * times, texts. What its SQL holds is checked once its templates are rendered.
 * @throws ChartroomError 400 naming what is beyond which bound
 */
export function requireBoundedQuestion({ queries }: Pick<QueryContext, 'queries'>, bounds: Bounds): void {
  most('queries: the number of entries', queries.length, bounds.MAX_QUERIES);
  for (const [place, query] of queries.entries()) new QuestionReader(place, bounds).check(query);
}

function most(what: string, value: number, bound: number): void {
  if (value > bound) throw beyondBound(what, value, bound);
}

class QuestionReader {
  readonly #place: number;
  readonly #bounds: Bounds;

  constructor(place: number, bounds: Bounds) {
    this.#place = place;
    this.#bounds = bounds;
  }

  check(query: QueryObject): void {
    const {
      MAX_QUESTION_COLUMNS,
      MAX_FILTERS,
      MAX_TIME_OFFSETS,
      MAX_ANNOTATION_LAYERS,
      MAX_STEPS,
      MAX_DOCUMENT_DEPTH,
    } = this.#bounds;
    const { columns, groupby, metrics, series_columns, orderby, filters, extras } = query;
    for (const [name, list] of Object.entries({ columns, groupby, metrics, series_columns, orderby }))
      this.#count(name, list, MAX_QUESTION_COLUMNS);
    this.#count('filters', filters, MAX_FILTERS);
    this.#count('time_offsets', query.time_offsets, MAX_TIME_OFFSETS);
    this.#count('annotation_layers', query.annotation_layers, MAX_ANNOTATION_LAYERS);
    this.#count('post_processing', query.post_processing, MAX_STEPS);
    for (const column of [...(columns ?? []), ...(groupby ?? []), ...(series_columns ?? [])])
      this.#column(column);
    const orders = (orderby ?? []).map(([ref]) => ref);
    const ranks = [query.series_limit_metric, query.timeseries_limit_metric].filter(
      (metric) => metric !== null && metric !== undefined,
    );
    for (const metric of [...(metrics ?? []), ...orders, ...ranks]) this.#metric(metric);
    for (const [place, filter] of (filters ?? []).entries()) this.#filter(filter, place);
    for (const text of [query.time_range, query.time_shift, ...(query.time_offsets ?? [])])
      this.#text('a time', text, this.#bounds.MAX_TIME_LENGTH);
    for (const text of [query.granularity, query.granularity_sqla]) this.#label('granularity', text);
    for (const sql of [extras?.where, extras?.having, query.where, query.having]) this.#sql(sql);
    this.#label('extras.time_grain_sqla', extras?.time_grain_sqla);
    requireDepth(query, `queries[${this.#place}]: the depth`, MAX_DOCUMENT_DEPTH);
  }

  #column(column: ColumnRef): void {
    this.#label(
      'the label of a column',
      columnLabel(column).slice(0, isAdhocColumn(column) && !column.label ? 0 : undefined),
    );
    if (isAdhocColumn(column)) this.#sql(column.sqlExpression);
  }

  #metric(metric: MetricRef | ColumnRef): void {
    if (isAdhocMetric(metric)) {
      this.#sql(metric.sqlExpression);
      this.#label('the label of a metric', metric.label);
      this.#label('the column of a metric', metric.column?.column_name);
    } else if (isAdhocColumn(metric)) this.#column(metric);
    else this.#label('the label of a metric', metricLabel(metric));
  }

  #filter({ col, op, val, grain }: QueryFilter, place: number): void {
    this.#column(col);
    const name = `filters[${place}]`;
    this.#label(`${name}.op`, op);
    this.#label(`${name}.grain`, grain);
    if (Array.isArray(val)) this.#count(`${name}.val`, val, this.#bounds.MAX_FILTER_VALUES);
    else if (typeof val === 'string' && op.toUpperCase() === 'TEMPORAL_RANGE')
      this.#text(`${name}.val`, val, this.#bounds.MAX_TIME_LENGTH);
  }

  #count(name: string, list: readonly unknown[] | null | undefined, bound: number): void {
    const { length } = list ?? [];
    if (length > bound)
      throw beyondBound(`queries[${this.#place}].${name}: the number of entries`, length, bound);
  }

  #text(name: string, text: string | null | undefined, bound: number): void {
    const { length } = text ?? '';
    if (length > bound) throw beyondBound(`queries[${this.#place}]: the length of ${name}`, length, bound);
  }

  #label(name: string, text: string | null | undefined): void {
    this.#text(name, text, this.#bounds.MAX_LABEL_LENGTH);
  }

  #sql(text: string | null | undefined): void {
    this.#text('an SQL expression', text, this.#bounds.MAX_EXPRESSION_LENGTH);
  }
}
