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
    this.#count('columns', columns, MAX_QUESTION_COLUMNS);
    this.#count('groupby', groupby, MAX_QUESTION_COLUMNS);
    this.#count('metrics', metrics, MAX_QUESTION_COLUMNS);
    this.#count('series_columns', series_columns, MAX_QUESTION_COLUMNS);
    this.#count('orderby', orderby, MAX_QUESTION_COLUMNS);
    this.#count('filters', filters, MAX_FILTERS);
    this.#count('time_offsets', query.time_offsets, MAX_TIME_OFFSETS);
    this.#count('annotation_layers', query.annotation_layers, MAX_ANNOTATION_LAYERS);
    this.#count('post_processing', query.post_processing, MAX_STEPS);
    // One by one: lists made for it alone cost as much as all the rest of a question whose answer is kept.
    for (const column of columns ?? []) this.#column(column);
    for (const column of groupby ?? []) this.#column(column);
    for (const column of series_columns ?? []) this.#column(column);
    for (const metric of metrics ?? []) this.#metric(metric);
    for (const [ref] of orderby ?? []) this.#metric(ref);
    if (query.series_limit_metric) this.#metric(query.series_limit_metric);
    if (query.timeseries_limit_metric) this.#metric(query.timeseries_limit_metric);
    for (const [place, filter] of (filters ?? []).entries()) this.#filter(filter, place);
    this.#time(query.time_range);
    this.#time(query.time_shift);
    for (const offset of query.time_offsets ?? []) this.#time(offset);
    this.#label('granularity', query.granularity);
    this.#label('granularity', query.granularity_sqla);
    this.#sql(extras?.where);
    this.#sql(extras?.having);
    this.#sql(query.where);
    this.#sql(query.having);
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

  #time(text: string | null | undefined): void {
    this.#text('a time', text, this.#bounds.MAX_TIME_LENGTH);
  }

  #label(name: string, text: string | null | undefined): void {
    this.#text(name, text, this.#bounds.MAX_LABEL_LENGTH);
  }

  #sql(text: string | null | undefined): void {
    this.#text('an SQL expression', text, this.#bounds.MAX_EXPRESSION_LENGTH);
  }
}
