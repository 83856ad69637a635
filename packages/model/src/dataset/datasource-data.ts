import { z } from 'zod';
import { personWith } from '../api/people.ts';
import { connectionParts, engineInformation, parametersSchema } from '../database/engine-facts.ts';
import { GenericType } from '../generic-type.ts';

/** Certification and warning, as a column or a metric bears them. */
const marks = {
  is_certified: z.boolean().optional(),
  certified_by: z.string().nullable().optional(),
  certification_details: z.string().nullable().optional(),
  warning_markdown: z.string().nullable().optional(),
};

/** The kind of a column's values; null where the native type has no rule. */
export const genericType = z.literal(Object.values(GenericType)).nullable();

export const currency = z.strictObject({
  symbol: z.string().optional(),
  symbolPosition: z.string().optional(),
});

/** Column of a dataset as charts and the compiler see it (contract/api.md §2.20). */
const datasetColumn = z.strictObject({
  id: z.number(),
  uuid: z.string().optional(),
  column_name: z.string(),
  verbose_name: z.string().nullable(),
  description: z.string().nullable(),
  /** SQL of a calculated column; null or empty for a physical one. */
  expression: z.string().nullable(),
  filterable: z.boolean(),
  groupby: z.boolean(),
  is_dttm: z.boolean(),
  type: z.string().nullable(),
  type_generic: genericType,
  advanced_data_type: z.string().nullable(),
  python_date_format: z.string().nullable(),
  ...marks,
});
export type DatasetColumn = z.infer<typeof datasetColumn>;

const datasetMetric = z.strictObject({
  id: z.number(),
  uuid: z.string().optional(),
  metric_name: z.string(),
  verbose_name: z.string().nullable(),
  description: z.string().nullable(),
  expression: z.string(),
  d3format: z.string().nullable(),
  currency: currency.nullable(),
  warning_text: z.string().nullable(),
  ...marks,
});
export type DatasetMetric = z.infer<typeof datasetMetric>;

/** The database of a dataset; of one that is gone only the first three are told. */
const database = z.strictObject({
  id: z.number(),
  name: z.string(),
  backend: z.string(),
  configuration_method: z.string().optional(),
  allows_subquery: z.boolean().optional(),
  allows_cost_estimate: z.boolean().optional(),
  allows_virtual_table_explore: z.boolean().optional(),
  explore_database_id: z.number().optional(),
  schema_options: z.record(z.string(), z.unknown()).optional(),
  parameters: connectionParts.optional(),
  disable_data_preview: z.boolean().optional(),
  disable_drill_to_detail: z.boolean().optional(),
  allow_multi_catalog: z.boolean().optional(),
  /** Empty where the engine is connected by an address only. */
  parameters_schema: z.union([parametersSchema, z.strictObject({})]).optional(),
  engine_information: engineInformation.optional(),
});

const labelled = z.tuple([z.string(), z.string()]);

/**
 * The datasource `data` object (contract/api.md §2.20): a dataset as Explore and dashboards receive it. What stands in
 * the place of a dataset that is gone leaves out what may be absent.
 */
export const datasourceData = z.strictObject({
  id: z.number(),
  /** `<id>__table` */
  uid: z.string(),
  type: z.enum(['table', 'query']),
  name: z.string(),
  datasource_name: z.string(),
  table_name: z.string(),
  catalog: z.string().nullable(),
  schema: z.string().nullable(),
  sql: z.string().nullable(),
  description: z.string().nullable(),
  database,
  columns: z.array(datasetColumn),
  metrics: z.array(datasetMetric),
  /** As files brought them. */
  folders: z.unknown().optional(),
  /** By the name of the metric. */
  column_formats: z.record(z.string(), z.string()),
  currency_formats: z.record(z.string(), currency).optional(),
  verbose_map: z.record(z.string(), z.string()),
  order_by_choices: z.array(labelled),
  owners: z.array(personWith('id', 'username', 'first_name', 'last_name')),
  granularity_sqla: z.array(labelled),
  /** [ISO duration or null, label] */
  time_grain_sqla: z.array(z.tuple([z.string().nullable(), z.string()])),
  main_dttm_col: z.string().nullable(),
  default_endpoint: z.string().nullable(),
  filter_select: z.boolean().optional(),
  filter_select_enabled: z.boolean(),
  fetch_values_predicate: z.string().nullable(),
  template_params: z.string().nullable(),
  is_sqllab_view: z.boolean(),
  health_check_message: z.null().optional(),
  select_star: z.string().nullable().optional(),
  extra: z.string().nullable(),
  params: z.string().nullable().optional(),
  perm: z.string().optional(),
  edit_url: z.string().optional(),
  offset: z.number(),
  cache_timeout: z.number().nullable(),
  always_filter_main_dttm: z.boolean(),
  normalize_columns: z.boolean(),
});
export type DatasourceData = z.infer<typeof datasourceData>;
