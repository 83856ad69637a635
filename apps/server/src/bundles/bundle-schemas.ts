import { isJsonObject } from '@chartroom/model';
import { z } from 'zod';

/** A mapping; old exports wrote some of them as JSON text. */
const mapping = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return null;
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON: the schema's own message names the field.
    return value;
  }
}, z.record(z.string(), z.unknown()).nullish());

const text = z.string().nullish();
const flag = z.boolean().nullish();
const external = { is_managed_externally: flag, external_url: text };
const identity = { uuid: z.string(), version: z.string() };

const tunnelFile = z.strictObject({
  server_address: text,
  server_port: z.int().nullish(),
  username: text,
  password: text,
  private_key: text,
  private_key_password: text,
});

export const databaseFile = z.strictObject({
  ...identity,
  ...external,
  database_name: z.string(),
  sqlalchemy_uri: z.string(),
  password: text,
  cache_timeout: z.int().nullish(),
  expose_in_sqllab: flag,
  allow_run_async: flag,
  allow_ctas: flag,
  allow_cvas: flag,
  allow_dml: flag,
  allow_csv_upload: flag,
  allow_file_upload: flag,
  impersonate_user: flag,
  extra: mapping,
  ssh_tunnel: tunnelFile.nullish(),
});
export type DatabaseFile = z.output<typeof databaseFile>;

export const columnFile = z.strictObject({
  column_name: z.string(),
  verbose_name: text,
  is_dttm: flag,
  is_active: flag,
  type: text,
  advanced_data_type: text,
  groupby: flag,
  filterable: flag,
  expression: text,
  description: text,
  python_date_format: text,
  extra: mapping,
});
export const metricFile = z.strictObject({
  metric_name: z.string(),
  verbose_name: text,
  metric_type: text,
  expression: z.string(),
  description: text,
  d3format: text,
  currency: mapping,
  extra: mapping,
  warning_text: text,
});

export const datasetFile = z.strictObject({
  ...identity,
  ...external,
  table_name: z.string(),
  database_uuid: z.string(),
  main_dttm_col: text,
  description: text,
  default_endpoint: text,
  offset: z.int().nullish(),
  cache_timeout: z.int().nullish(),
  catalog: text,
  schema: text,
  sql: text,
  params: mapping,
  template_params: mapping,
  filter_select_enabled: flag,
  fetch_values_predicate: text,
  extra: mapping,
  normalize_columns: flag,
  always_filter_main_dttm: flag,
  folders: z.unknown().optional(),
  data: text,
  columns: z.array(columnFile).nullish(),
  metrics: z.array(metricFile).nullish(),
});
export type DatasetFile = z.output<typeof datasetFile>;

export const chartFile = z.strictObject({
  ...identity,
  ...external,
  slice_name: z.string(),
  viz_type: z.string(),
  dataset_uuid: z.string(),
  description: text,
  certified_by: text,
  certification_details: text,
  params: mapping,
  query_context: text,
  cache_timeout: z.int().nullish(),
  tags: z.array(z.string()).nullish(),
});
export type ChartFile = z.output<typeof chartFile>;

export const dashboardFile = z.strictObject({
  ...identity,
  ...external,
  dashboard_title: z.string(),
  description: text,
  css: text,
  slug: text,
  certified_by: text,
  certification_details: text,
  published: flag,
  position: mapping,
  metadata: mapping,
  theme_uuid: text,
  theme_id: z.int().nullish(),
  tags: z.array(z.string()).nullish(),
});
export type DashboardFile = z.output<typeof dashboardFile>;

export const queryFile = z.strictObject({
  ...identity,
  database_uuid: z.string(),
  sql: z.string(),
  label: text,
  description: text,
  catalog: text,
  schema: text,
});
export type QueryFile = z.output<typeof queryFile>;

export const themeFile = z.strictObject({
  ...identity,
  theme_name: z.string().min(1).max(250),
  json_data: mapping,
});
export type ThemeFile = z.output<typeof themeFile>;

export const tagsFile = z.looseObject({
  tags: z.array(z.looseObject({ tag_name: z.string(), description: text })).nullish(),
});

export const metadataFile = z.looseObject({
  version: z.string(),
  type: z.string(),
  timestamp: z.unknown().optional(),
});

/** A mapping's member that is a mapping. */
export function member(value: unknown, name: string): Record<string, unknown> | undefined {
  const found = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(found) ? found : undefined;
}
