import { z } from 'zod';
import { AGGREGATES, DATASOURCE_TYPES, RESULT_FORMATS, RESULT_TYPES } from './query-words.ts';

/** Column of a query that is an SQL expression, recognised by `sqlExpression`. Without a label it cannot be answered. */
export const adhocColumnSchema = z.looseObject({
  label: z.string().default(''),
  sqlExpression: z.string(),
  expressionType: z.string().nullish(),
  columnType: z.enum(['BASE_AXIS', 'SERIES']).nullish(),
  timeGrain: z.string().nullish(),
  isColumnReference: z.boolean().nullish(),
  hasCustomLabel: z.boolean().nullish(),
});
export type AdhocColumn = z.infer<typeof adhocColumnSchema>;

/** A column's name, or an expression. */
export const columnRefSchema = z.union([z.string(), adhocColumnSchema]);
export type ColumnRef = z.infer<typeof columnRefSchema>;

/** Metric made on the spot: an aggregate over a column, or SQL. */
export const adhocMetricSchema = z.looseObject({
  expressionType: z.enum(['SIMPLE', 'SQL']),
  column: z.looseObject({ column_name: z.string().nullish() }).nullish(),
  aggregate: z.enum(AGGREGATES).nullish(),
  sqlExpression: z.string().nullish(),
  label: z.string().nullish(),
  hasCustomLabel: z.boolean().nullish(),
  optionName: z.string().nullish(),
});
export type AdhocMetric = z.infer<typeof adhocMetricSchema>;

/** The old reference to a saved metric. What says how it is computed is none: it has to be a metric or a column of its own kind. */
const savedMetricSchema = z
  .looseObject({ label: z.string() })
  .refine(
    (metric) => !('expressionType' in metric) && !('sqlExpression' in metric) && !('aggregate' in metric),
    {
      error: 'is neither the name of a metric nor a metric that can be computed',
    },
  );

/** A saved metric's name, the old `{label}` reference to one, or an ad-hoc metric. */
export const metricRefSchema = z.union([z.string(), adhocMetricSchema, savedMetricSchema]);
export type MetricRef = z.infer<typeof metricRefSchema>;

export const filterValueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
]);
export type FilterValue = z.infer<typeof filterValueSchema>;

/** `{col, op, val}`; `op` is matched without case (contract/query.md §1.6). */
export const queryFilterSchema = z.looseObject({
  col: columnRefSchema,
  op: z.string(),
  val: filterValueSchema.optional(),
  grain: z.string().nullish(),
  isExtra: z.boolean().nullish(),
});
export type QueryFilter = z.infer<typeof queryFilterSchema>;

export const extrasSchema = z.looseObject({
  where: z.string().nullish(),
  having: z.string().nullish(),
  time_grain_sqla: z.string().nullish(),
  relative_start: z.enum(['today', 'now']).nullish(),
  relative_end: z.enum(['today', 'now']).nullish(),
  instant_time_comparison_range: z.string().nullish(),
});
export type QueryExtras = z.infer<typeof extrasSchema>;

/** Operations on the rows of an answer (contract/query.md §1.11). */
const OPERATIONS = new Set([
  'aggregate',
  'boxplot',
  'compare',
  'contribution',
  'cum',
  'diff',
  'escape_separator',
  'flatten',
  'geodetic_parse',
  'geohash_decode',
  'geohash_encode',
  'histogram',
  'pivot',
  'prophet',
  'rank',
  'rename',
  'resample',
  'rolling',
  'select',
  'sort',
  'unescape_separator',
]);

export const postProcessingSchema = z.looseObject({
  operation: z.string().refine((name) => OPERATIONS.has(name), {
    error: () => `Must be one of: ${[...OPERATIONS].join(', ')}.`,
  }),
  options: z.record(z.string(), z.unknown()).nullish(),
});
export type PostProcessing = z.infer<typeof postProcessingSchema>;

export const datasourceRefSchema = z.looseObject({
  id: z.union([z.number().int(), z.string()]),
  type: z.enum(DATASOURCE_TYPES).default('table'),
});

/**
 * One query of a chart as it arrives (contract/charts.md §1.8). Unknown keys are kept and ignored.
 * `metrics` null or absent asks for raw rows; an array, even an empty one, groups by `columns`.
 */
export const queryObjectSchema = z.looseObject({
  columns: z.array(columnRefSchema).nullish(),
  metrics: z.array(metricRefSchema).nullish(),
  filters: z.array(queryFilterSchema).nullish(),
  extras: extrasSchema.nullish(),
  granularity: z.string().nullish(),
  time_range: z.string().nullish(),
  time_shift: z.string().nullish(),
  is_timeseries: z.boolean().nullish(),
  orderby: z.array(z.tuple([z.union([metricRefSchema, columnRefSchema]), z.boolean()])).nullish(),
  order_desc: z.boolean().nullish(),
  row_limit: z.number().int().min(0).nullish(),
  row_offset: z.number().int().min(0).nullish(),
  series_columns: z.array(columnRefSchema).nullish(),
  series_limit: z.number().int().nullish(),
  series_limit_metric: metricRefSchema.nullish(),
  group_others_when_limit_reached: z.boolean().nullish(),
  annotation_layers: z.array(z.looseObject({})).nullish(),
  applied_time_extras: z.record(z.string(), z.unknown()).nullish(),
  apply_fetch_values_predicate: z.boolean().nullish(),
  is_rowcount: z.boolean().nullish(),
  time_offsets: z.array(z.string()).nullish(),
  post_processing: z.array(postProcessingSchema.nullable()).nullish(),
  url_params: z.record(z.string(), z.unknown()).nullish(),
  custom_params: z.record(z.string(), z.unknown()).nullish(),
  custom_form_data: z.record(z.string(), z.unknown()).nullish(),
  datasource: datasourceRefSchema.nullish(),
  result_type: z.enum(RESULT_TYPES).nullish(),
  /** Old names, moved to the new ones on load (contract/query.md §1.1). */
  groupby: z.array(columnRefSchema).nullish(),
  granularity_sqla: z.string().nullish(),
  timeseries_limit: z.number().int().nullish(),
  timeseries_limit_metric: metricRefSchema.nullish(),
  where: z.string().nullish(),
  having: z.string().nullish(),
});
export type QueryObject = z.infer<typeof queryObjectSchema>;

/** The body of `POST /api/v1/chart/data` (contract/charts.md §1.8). */
export const queryContextSchema = z.looseObject({
  datasource: datasourceRefSchema,
  queries: z.array(queryObjectSchema),
  form_data: z.record(z.string(), z.unknown()).nullish(),
  force: z.boolean().nullish(),
  result_type: z.enum(RESULT_TYPES).nullish(),
  result_format: z.enum(RESULT_FORMATS).nullish(),
  custom_cache_timeout: z.number().int().nullish(),
});
export type QueryContext = z.infer<typeof queryContextSchema>;
