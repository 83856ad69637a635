import {
  type ChartFormData,
  type PostProcessing,
  parseDatasourceKey,
  type QueryContext,
  type QueryObject,
  RESULT_FORMATS,
  RESULT_TYPES,
} from '@chartroom/model';
import { withBaseAxis } from './base-axis.ts';
import { baseQuery, defined } from './base-query.ts';
import type { QueryField } from './query-fields.ts';

/** A query as a chart type shapes it: steps that do not apply are undefined. */
export type ShapedQuery = Omit<QueryObject, 'post_processing'> & {
  post_processing?: (PostProcessing | undefined)[];
};

export interface QuestionPlan {
  /** Further keys of the chart type that mean columns or metrics. */
  aliases?: Readonly<Record<string, QueryField>>;
  /** From the base query to the queries of the chart; absent: the base query itself. */
  shape?: (base: QueryObject) => ShapedQuery[];
  force?: boolean | undefined;
}

/** The body of the data request of a chart (contract, query context). */
export function queryContext(form: ChartFormData, plan: QuestionPlan = {}): QueryContext {
  const base = baseQuery(form, plan.aliases);
  const shaped: ShapedQuery[] = plan.shape ? plan.shape(base) : [asShaped(base)];
  const key = parseDatasourceKey(form.datasource);
  return {
    datasource: { id: key?.id ?? form.datasource, type: key?.type ?? 'table' },
    force: plan.force ?? form.force === true,
    queries: shaped.map((query) => withBaseAxis(finished(query), form)),
    form_data: form,
    result_format: RESULT_FORMATS.find((format) => format === form.result_format) ?? 'json',
    result_type: RESULT_TYPES.find((type) => type === form.result_type) ?? 'full',
  };
}

function asShaped(query: QueryObject): ShapedQuery {
  const { post_processing: _none, ...rest } = query;
  return rest;
}

function finished(query: ShapedQuery): QueryObject {
  const { post_processing: steps, ...rest } = query;
  const kept: QueryObject = defined({ ...rest });
  return steps === undefined
    ? kept
    : { ...kept, post_processing: steps.filter((step) => step !== undefined) };
}
