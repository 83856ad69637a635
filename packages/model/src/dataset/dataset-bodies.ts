import { z } from 'zod';
import { newNameSchema } from '../chart/dataset-names.ts';
import { ids, text, uuidText } from '../fields.ts';

/** Makes a dataset (contract/api.md §2.2). */
export const datasetPost = z.strictObject({
  database: z.int(),
  catalog: text(0, 250).nullish(),
  schema: text(0, 250).nullish(),
  table_name: text(1, 250),
  sql: z.string().nullish(),
  owners: ids.optional(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  normalize_columns: z.boolean().default(false),
  always_filter_main_dttm: z.boolean().default(false),
  template_params: z.string().nullish(),
  uuid: uuidText.nullish(),
});
export type DatasetPost = z.infer<typeof datasetPost>;

/** Columns and metrics whose uses are looked for at once. */
export const MOST_NAMES = 1_000;

/** How columns that are no moments tell theirs: counted from 1970, or written from the year down as far as they go. */
const DATE_FORMAT = /^(epoch_s|epoch_ms|%Y(-%m(-%d)?)?([\sT]%H(:%M(:%S(\.%f)?)?)?)?)$/;

export const datasetColumnPut = z.strictObject({
  id: z.int().optional(),
  column_name: text(1, 255),
  type: z.string().nullish(),
  advanced_data_type: text(0, 255).nullish(),
  verbose_name: z.string().nullish(),
  description: z.string().nullish(),
  expression: z.string().nullish(),
  extra: z.string().nullish(),
  filterable: z.boolean().optional(),
  groupby: z.boolean().optional(),
  is_active: z.boolean().nullish(),
  is_dttm: z.boolean().nullish(),
  python_date_format: text(1, 255).regex(DATE_FORMAT, 'Invalid date/timestamp format').nullish(),
  uuid: uuidText.nullish(),
});
export type DatasetColumnPut = z.infer<typeof datasetColumnPut>;

export const datasetMetricPut = z.strictObject({
  id: z.int().optional(),
  expression: z.string(),
  description: z.string().nullish(),
  extra: z.string().nullish(),
  metric_name: text(1, 255),
  metric_type: text(1, 32).nullish(),
  d3format: text(1, 128).nullish(),
  currency: z.strictObject({ symbol: text(1, 128), symbolPosition: text(1, 128) }).nullish(),
  verbose_name: z.string().nullish(),
  warning_text: z.string().nullish(),
  uuid: uuidText.nullish(),
});
export type DatasetMetricPut = z.infer<typeof datasetMetricPut>;

/** Changes a dataset: lists of columns and metrics are the complete new sets. */
export const datasetPut = z.strictObject({
  table_name: text(1, 250).nullish(),
  database_id: z.int().optional(),
  sql: z.string().nullish(),
  filter_select_enabled: z.boolean().nullish(),
  fetch_values_predicate: text(0, 1000).nullish(),
  catalog: text(0, 250).nullish(),
  schema: text(0, 255).nullish(),
  description: z.string().nullish(),
  main_dttm_col: z.string().nullish(),
  normalize_columns: z.boolean().nullish(),
  always_filter_main_dttm: z.boolean().nullish(),
  offset: z.int().nullish(),
  default_endpoint: z.string().nullish(),
  cache_timeout: z.int().nullish(),
  is_sqllab_view: z.boolean().nullish(),
  template_params: z.string().nullish(),
  owners: ids.optional(),
  columns: z.array(datasetColumnPut).optional(),
  metrics: z.array(datasetMetricPut).optional(),
  folders: z.array(z.unknown()).optional(),
  extra: z.string().nullish(),
  is_managed_externally: z.boolean().nullish(),
  external_url: z.string().nullish(),
  uuid: uuidText.nullish(),
  /** Which charts and dashboards that the caller may change are to take over; both are saved, or neither. */
  new_names: z.array(newNameSchema).max(MOST_NAMES).optional(),
});
export type DatasetPut = z.infer<typeof datasetPut>;
