import type { RowRuleType } from '@chartroom/model';
import type { Generated, Insertable, Selectable } from 'kysely';
import type { Audited, Dated, External, Flag } from './common-columns.ts';
import type { PeopleTables } from './people-tables.ts';
import type { ReportTables } from './report-tables.ts';

/**
 * Tables of the installation's own records. Times are ISO texts in UTC (`2026-01-31T12:00:00.000Z`), which sort as they are;
 * JSON documents are texts; truth values are 0 or 1. So the same statements run on SQLite and PostgreSQL.
 */
export interface Tables extends PeopleTables, ReportTables {
  databases: Audited &
    External & {
      uuid: string;
      database_name: string;
      backend: string;
      /** Password replaced by the mask; the real one stands in `secrets`. */
      sqlalchemy_uri: string;
      secrets: string | null;
      /** The SSH server on the way to it, sealed. */
      ssh_tunnel: string | null;
      extra: string | null;
      server_cert: string | null;
      configuration_method: string;
      cache_timeout: number | null;
      expose_in_sqllab: Flag;
      allow_run_async: Flag;
      allow_file_upload: Flag;
      allow_ctas: Flag;
      allow_cvas: Flag;
      allow_dml: Flag;
      force_ctas_schema: string | null;
      impersonate_user: Flag;
    };
  /** Tokens by which people let the installation read a database as them, sealed; without an end they hold until refused. */
  database_tokens: {
    id: Generated<number>;
    user_id: number;
    database_id: number;
    tokens: string;
    ends_on: string | null;
  };
  /** Keys by which SSH servers (`host:port`) are known: `ssh-ed25519 AAAA…`. */
  ssh_servers: { id: Generated<number>; server: string; key: string; created_on: string };
  datasets: Audited &
    External & {
      uuid: string;
      database_id: number;
      table_name: string;
      catalog: string | null;
      schema: string | null;
      sql: string | null;
      description: string | null;
      main_dttm_col: string | null;
      default_endpoint: string | null;
      offset: number;
      cache_timeout: number | null;
      params: string | null;
      template_params: string | null;
      filter_select_enabled: Flag;
      fetch_values_predicate: string | null;
      extra: string | null;
      is_sqllab_view: Flag;
      normalize_columns: Flag;
      always_filter_main_dttm: Flag;
      folders: string | null;
    };
  dataset_columns: Dated & {
    uuid: string;
    dataset_id: number;
    column_name: string;
    verbose_name: string | null;
    description: string | null;
    expression: string | null;
    type: string | null;
    type_generic: number | null;
    advanced_data_type: string | null;
    is_dttm: Flag;
    is_active: Flag;
    groupby: Flag;
    filterable: Flag;
    python_date_format: string | null;
    extra: string | null;
  };
  dataset_metrics: Dated & {
    uuid: string;
    dataset_id: number;
    metric_name: string;
    verbose_name: string | null;
    metric_type: string | null;
    description: string | null;
    expression: string;
    d3format: string | null;
    currency: string | null;
    warning_text: string | null;
    extra: string | null;
  };
  dataset_owners: { dataset_id: number; user_id: number };
  charts: Audited &
    External & {
      uuid: string;
      slice_name: string;
      description: string | null;
      viz_type: string | null;
      datasource_id: number;
      datasource_type: string;
      datasource_name: string | null;
      params: string | null;
      query_context: string | null;
      cache_timeout: number | null;
      certified_by: string | null;
      certification_details: string | null;
      last_saved_at: string | null;
      last_saved_by_id: number | null;
    };
  chart_owners: { chart_id: number; user_id: number };
  dashboards: Audited &
    External & {
      uuid: string;
      dashboard_title: string | null;
      slug: string | null;
      description: string | null;
      position_json: string | null;
      json_metadata: string | null;
      css: string | null;
      theme_id: number | null;
      published: Flag;
      certified_by: string | null;
      certification_details: string | null;
    };
  dashboard_owners: { dashboard_id: number; user_id: number };
  dashboard_roles: { dashboard_id: number; role_id: number };
  dashboard_charts: { dashboard_id: number; chart_id: number };
  /** Things that were deleted and can be put back for a while. */
  trash: {
    id: Generated<number>;
    /** One of the model's trash kinds. */
    kind: string;
    object_id: number;
    name: string;
    /** Ids of its owners, each between commas. */
    owners: string;
    deleted_on: string;
    deleted_by_id: number | null;
    /** Its rows as JSON, compressed, in base64. */
    document: string;
  };
  /** How people look at dashboards. */
  dashboard_views: {
    id: Generated<number>;
    dashboard_id: number;
    user_id: number;
    /** Null: the state in which the person has left the dashboard. */
    name: string | null;
    is_shared: Flag;
    /** JSON: filters in force and open tabs. */
    state: string;
    changed_on: string;
  };
  /** What dashboards were after each save. */
  dashboard_versions: {
    id: Generated<number>;
    dashboard_id: number;
    /** Counts the versions of one dashboard from 1. */
    number: number;
    changed_on: string;
    changed_by_id: number | null;
    /** What changed, in one line. */
    summary: string;
    /** JSON, compressed, in base64. */
    document: string;
  };
  embedded_dashboards: {
    uuid: string;
    dashboard_id: number;
    allowed_domains: string;
    changed_on: string;
    changed_by_id: number | null;
  };
  favorites: { user_id: number; kind: string; object_id: number; created_on: string };
  logs: {
    id: Generated<number>;
    user_id: number | null;
    action: string;
    dttm: string;
    json: string | null;
    slice_id: number | null;
    dashboard_id: number | null;
    duration_ms: number | null;
    referrer: string | null;
  };
  /** Permalinks, filter states, kept form data: values under keys, some of which end. */
  key_values: {
    kind: string;
    key: string;
    owner_id: number | null;
    /** What the value belongs to, e.g. session, tab and dashboard. */
    scope: string | null;
    value: string;
    created_on: string;
    expires_on: string | null;
  };
  queries: {
    id: Generated<number>;
    uuid: string;
    client_id: string;
    user_id: number | null;
    database_id: number;
    catalog: string | null;
    schema: string | null;
    tab_name: string | null;
    sql_editor_id: string | null;
    sql: string;
    select_sql: string | null;
    executed_sql: string | null;
    sql_tables: string | null;
    limit: number | null;
    limiting_factor: string;
    select_as_cta: Flag;
    select_as_cta_used: Flag;
    ctas_method: string | null;
    tmp_table_name: string | null;
    tmp_schema_name: string | null;
    status: string;
    progress: number;
    rows: number | null;
    error_message: string | null;
    results_key: string | null;
    tracking_url: string | null;
    extra: string | null;
    /** Epoch milliseconds. */
    start_time: number | null;
    start_running_time: number | null;
    end_time: number | null;
    end_result_backend_time: number | null;
    changed_on: string;
    /** The server that began it, where several share the records. */
    server_id: Generated<string | null>;
  };
  /** Work that nobody waits for, until it has ended. */
  jobs: {
    id: Generated<number>;
    kind: string;
    /** Unique among its kind. */
    name: string;
    /** JSON. */
    payload: string;
    /** Whether it may be begun again. */
    repeatable: Flag;
    state: 'queued' | 'running';
    /** How often it was begun. */
    runs: number;
    created_on: string;
    /** The server that does it, where several share the records. */
    server_id: Generated<string | null>;
  };
  saved_queries: Audited & {
    uuid: string;
    database_id: number | null;
    catalog: string | null;
    schema: string | null;
    label: string | null;
    description: string | null;
    sql: string | null;
    /** Tables that the text names, as JSON; kept because reading SQL is dear. */
    sql_tables: string | null;
    template_parameters: string | null;
    extra_json: string | null;
    rows: number | null;
    last_run: string | null;
  };
  saved_query_versions: {
    saved_query_id: number;
    /** Counts the versions of one query from 1. */
    number: number;
    changed_on: string;
    /** What changed, in one line. */
    summary: string;
    /** JSON, compressed, in base64. */
    document: string;
  };
  tab_states: Dated & {
    user_id: number;
    label: string | null;
    active: Flag;
    database_id: number | null;
    catalog: string | null;
    schema: string | null;
    sql: string | null;
    query_limit: number | null;
    latest_query_id: string | null;
    autorun: Flag;
    template_params: string | null;
    hide_left_bar: Flag;
    saved_query_id: number | null;
    extra_json: string | null;
  };
  table_schemas: Dated & {
    tab_state_id: number;
    database_id: number;
    catalog: string | null;
    schema: string | null;
    table: string;
    description: string | null;
    expanded: Flag;
  };
  tags: Audited & { name: string; type: number; description: string | null };
  tagged_objects: { tag_id: number; object_type: number; object_id: number };
  dynamic_plugins: Audited & { name: string; key: string; bundle_url: string };
  css_templates: Audited & { uuid: string; template_name: string | null; css: string | null };
  themes: Audited & {
    uuid: string;
    theme_name: string;
    json_data: string;
    is_system: Flag;
    is_system_default: Flag;
    is_system_dark: Flag;
  };
  annotation_layers: Audited & { uuid: string; name: string; descr: string | null };
  annotations: Audited & {
    uuid: string;
    layer_id: number;
    short_descr: string;
    long_descr: string | null;
    start_dttm: string;
    end_dttm: string;
    json_metadata: string | null;
  };
  row_rules: Audited & {
    name: string;
    description: string | null;
    filter_type: RowRuleType;
    group_key: string | null;
    clause: string;
  };
  row_rule_roles: { row_rule_id: number; role_id: number };
  row_rule_datasets: { row_rule_id: number; dataset_id: number };
  /** What the installation remembers about itself, e.g. that the examples were removed. */
  settings: { name: string; value: string };
}

export type TableName = keyof Tables;
/** A stored row as it is read. */
export type Row<T extends TableName> = Selectable<Tables[T]>;
/** A row to be stored. */
export type NewRow<T extends TableName> = Insertable<Tables[T]>;
