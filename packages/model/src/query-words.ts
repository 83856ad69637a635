// Apart from the schemas, so that browsers that need a list do not load the schema library.

/** Aggregates of a metric made on the spot. */
export const AGGREGATES = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** What a chart or a kept state may stand on (contract/api.md, DSTYPE). */
export const DATASOURCE_KINDS = ['table', 'dataset', 'query', 'saved_query', 'view'] as const;
/** What a question may be asked of. */
export const DATASOURCE_TYPES = [...DATASOURCE_KINDS, 'sl_table'] as const;

/** What of an answer is wanted, and in which form. */
export const RESULT_TYPES = [
  'columns',
  'full',
  'query',
  'results',
  'samples',
  'timegrains',
  'post_processed',
  'drill_detail',
] as const;
export const RESULT_FORMATS = ['json', 'csv', 'xlsx'] as const;
export type ResultType = (typeof RESULT_TYPES)[number];
