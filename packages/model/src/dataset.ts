import type { GenericType } from './generic-type.ts';
import type { JsonObject } from './json.ts';

/** Column of a dataset as charts and the compiler see it (contract/api.md §2.20). */
export interface DatasetColumn {
  id: number;
  uuid?: string;
  column_name: string;
  verbose_name: string | null;
  description: string | null;
  /** SQL of a calculated column; null or empty for a physical one. */
  expression: string | null;
  filterable: boolean;
  groupby: boolean;
  is_dttm: boolean;
  type: string | null;
  type_generic: GenericType | null;
  advanced_data_type: string | null;
  python_date_format: string | null;
  is_certified?: boolean;
  certified_by?: string | null;
  certification_details?: string | null;
  warning_markdown?: string | null;
}

export interface DatasetMetric {
  id: number;
  uuid?: string;
  metric_name: string;
  verbose_name: string | null;
  description: string | null;
  expression: string;
  d3format: string | null;
  currency: { symbol?: string; symbolPosition?: string } | null;
  warning_text: string | null;
  is_certified?: boolean;
  certified_by?: string | null;
  certification_details?: string | null;
  warning_markdown?: string | null;
}

/** The datasource `data` object (contract/api.md §2.20): a dataset as Explore and dashboards receive it. */
export interface DatasourceData {
  id: number;
  /** `<id>__table` */
  uid: string;
  type: 'table' | 'query';
  name: string;
  datasource_name: string;
  table_name: string;
  catalog: string | null;
  schema: string | null;
  sql: string | null;
  description: string | null;
  database: { id: number; name: string; backend: string } & JsonObject;
  columns: DatasetColumn[];
  metrics: DatasetMetric[];
  column_formats: Record<string, string | null>;
  currency_formats?: Record<string, unknown>;
  verbose_map: Record<string, string>;
  order_by_choices: [string, string][];
  owners: { id: number; username: string; first_name: string; last_name: string }[];
  granularity_sqla: [string, string][];
  /** [ISO duration or null, label] */
  time_grain_sqla: [string | null, string][];
  main_dttm_col: string | null;
  default_endpoint: string | null;
  filter_select_enabled: boolean;
  fetch_values_predicate: string | null;
  template_params: string | null;
  is_sqllab_view: boolean;
  extra: string | null;
  offset: number;
  cache_timeout: number | null;
  always_filter_main_dttm: boolean;
  normalize_columns: boolean;
  [key: string]: unknown;
}
