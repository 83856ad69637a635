import type { Kysely, Migration } from 'kysely';
import type { RecordsKind } from '../records.ts';
import { INDEXES } from './0001-indexes.ts';

/**
 * Shape of a table as words: `id` numbers itself; a type is `int`, `big`, `text` or `flag`; `?` allows null; `!` is
 * unique; `> table` refers to a table whose row takes this one along when it goes, `>? table` leaves it with null.
 */
type Shape = Record<string, string>;

const DATED = { id: 'id', created_on: 'text', changed_on: 'text' };
const AUDITED = { ...DATED, created_by_id: 'int? >? users', changed_by_id: 'int? >? users' };
const EXTERNAL = { is_managed_externally: 'flag', external_url: 'text?' };

const TABLES: Record<string, Shape> = {
  users: {
    ...AUDITED,
    username: 'text!',
    first_name: 'text',
    last_name: 'text',
    email: 'text!',
    password_hash: 'text',
    active: 'flag',
    login_count: 'int',
    fail_login_count: 'int',
    last_login: 'text?',
    stamp: 'int',
  },
  roles: { id: 'id', name: 'text!' },
  groups: { id: 'id', name: 'text!', label: 'text?', description: 'text?' },
  permissions: { id: 'id', name: 'text!' },
  views: { id: 'id', name: 'text!' },
  permission_views: { id: 'id', permission_id: 'int > permissions', view_id: 'int > views' },
  sessions: { id: 'text!', user_id: 'int > users', stamp: 'int', created_on: 'text', seen_on: 'text', expires_on: 'text' },
  databases: {
    ...AUDITED,
    ...EXTERNAL,
    uuid: 'text!',
    database_name: 'text!',
    backend: 'text',
    sqlalchemy_uri: 'text',
    secrets: 'text?',
    extra: 'text?',
    server_cert: 'text?',
    configuration_method: 'text',
    cache_timeout: 'int?',
    expose_in_sqllab: 'flag',
    allow_run_async: 'flag',
    allow_file_upload: 'flag',
    allow_ctas: 'flag',
    allow_cvas: 'flag',
    allow_dml: 'flag',
    force_ctas_schema: 'text?',
    impersonate_user: 'flag',
  },
  datasets: {
    ...AUDITED,
    ...EXTERNAL,
    uuid: 'text!',
    database_id: 'int > databases',
    table_name: 'text',
    catalog: 'text?',
    schema: 'text?',
    sql: 'text?',
    description: 'text?',
    main_dttm_col: 'text?',
    default_endpoint: 'text?',
    offset: 'int',
    cache_timeout: 'int?',
    params: 'text?',
    template_params: 'text?',
    filter_select_enabled: 'flag',
    fetch_values_predicate: 'text?',
    extra: 'text?',
    is_sqllab_view: 'flag',
    normalize_columns: 'flag',
    always_filter_main_dttm: 'flag',
    folders: 'text?',
  },
  dataset_columns: {
    ...DATED,
    uuid: 'text!',
    dataset_id: 'int > datasets',
    column_name: 'text',
    verbose_name: 'text?',
    description: 'text?',
    expression: 'text?',
    type: 'text?',
    type_generic: 'int?',
    advanced_data_type: 'text?',
    is_dttm: 'flag',
    is_active: 'flag',
    groupby: 'flag',
    filterable: 'flag',
    python_date_format: 'text?',
    extra: 'text?',
  },
  dataset_metrics: {
    ...DATED,
    uuid: 'text!',
    dataset_id: 'int > datasets',
    metric_name: 'text',
    verbose_name: 'text?',
    metric_type: 'text?',
    description: 'text?',
    expression: 'text',
    d3format: 'text?',
    currency: 'text?',
    warning_text: 'text?',
    extra: 'text?',
  },
  charts: {
    ...AUDITED,
    ...EXTERNAL,
    uuid: 'text!',
    slice_name: 'text',
    description: 'text?',
    viz_type: 'text?',
    datasource_id: 'int',
    datasource_type: 'text',
    datasource_name: 'text?',
    params: 'text?',
    query_context: 'text?',
    cache_timeout: 'int?',
    certified_by: 'text?',
    certification_details: 'text?',
    last_saved_at: 'text?',
    last_saved_by_id: 'int? >? users',
  },
  themes: {
    ...AUDITED,
    uuid: 'text!',
    theme_name: 'text',
    json_data: 'text',
    is_system: 'flag',
    is_system_default: 'flag',
    is_system_dark: 'flag',
  },
  dashboards: {
    ...AUDITED,
    ...EXTERNAL,
    uuid: 'text!',
    dashboard_title: 'text?',
    slug: 'text?!',
    description: 'text?',
    position_json: 'text?',
    json_metadata: 'text?',
    css: 'text?',
    theme_id: 'int? >? themes',
    published: 'flag',
    certified_by: 'text?',
    certification_details: 'text?',
  },
  embedded_dashboards: {
    uuid: 'text!',
    dashboard_id: 'int > dashboards',
    allowed_domains: 'text',
    changed_on: 'text',
    changed_by_id: 'int? >? users',
  },
  favorites: { user_id: 'int > users', kind: 'text', object_id: 'int', created_on: 'text' },
  logs: {
    id: 'id',
    user_id: 'int? >? users',
    action: 'text',
    dttm: 'text',
    json: 'text?',
    slice_id: 'int?',
    dashboard_id: 'int?',
    duration_ms: 'int?',
    referrer: 'text?',
  },
  key_values: {
    kind: 'text',
    key: 'text',
    owner_id: 'int?',
    scope: 'text?',
    value: 'text',
    created_on: 'text',
    expires_on: 'text?',
  },
  queries: {
    id: 'id',
    uuid: 'text!',
    client_id: 'text',
    user_id: 'int? > users',
    database_id: 'int > databases',
    catalog: 'text?',
    schema: 'text?',
    tab_name: 'text?',
    sql_editor_id: 'text?',
    sql: 'text',
    select_sql: 'text?',
    executed_sql: 'text?',
    sql_tables: 'text?',
    limit: 'int?',
    limiting_factor: 'text',
    select_as_cta: 'flag',
    select_as_cta_used: 'flag',
    ctas_method: 'text?',
    tmp_table_name: 'text?',
    tmp_schema_name: 'text?',
    status: 'text',
    progress: 'int',
    rows: 'int?',
    error_message: 'text?',
    results_key: 'text?',
    tracking_url: 'text?',
    extra: 'text?',
    start_time: 'number?',
    start_running_time: 'number?',
    end_time: 'number?',
    end_result_backend_time: 'number?',
    changed_on: 'text',
  },
  saved_queries: {
    ...AUDITED,
    uuid: 'text!',
    database_id: 'int? > databases',
    catalog: 'text?',
    schema: 'text?',
    label: 'text?',
    description: 'text?',
    sql: 'text?',
    sql_tables: 'text?',
    template_parameters: 'text?',
    extra_json: 'text?',
    rows: 'int?',
    last_run: 'text?',
  },
  tab_states: {
    ...DATED,
    user_id: 'int > users',
    label: 'text?',
    active: 'flag',
    database_id: 'int? > databases',
    catalog: 'text?',
    schema: 'text?',
    sql: 'text?',
    query_limit: 'int?',
    latest_query_id: 'text?',
    autorun: 'flag',
    template_params: 'text?',
    hide_left_bar: 'flag',
    saved_query_id: 'int? >? saved_queries',
    extra_json: 'text?',
  },
  table_schemas: {
    ...DATED,
    tab_state_id: 'int > tab_states',
    database_id: 'int > databases',
    catalog: 'text?',
    schema: 'text?',
    table: 'text',
    description: 'text?',
    expanded: 'flag',
  },
  tags: { ...AUDITED, name: 'text!', type: 'int', description: 'text?' },
  tagged_objects: { tag_id: 'int > tags', object_type: 'int', object_id: 'int' },
  css_templates: { ...AUDITED, uuid: 'text!', template_name: 'text?', css: 'text?' },
  report_schedules: {
    ...AUDITED,
    type: 'text',
    name: 'text',
    description: 'text?',
    context_markdown: 'text?',
    email_subject: 'text?',
    active: 'flag',
    crontab: 'text',
    timezone: 'text',
    sql: 'text?',
    chart_id: 'int? > charts',
    dashboard_id: 'int? > dashboards',
    database_id: 'int? > databases',
    creation_method: 'text',
    validator_type: 'text?',
    validator_config_json: 'text',
    report_format: 'text',
    log_retention: 'int?',
    grace_period: 'int',
    working_timeout: 'int',
    force_screenshot: 'flag',
    custom_width: 'int?',
    extra: 'text',
    last_eval_dttm: 'text?',
    last_state: 'text',
    last_value: 'number?',
    last_value_row_json: 'text?',
  },
  report_recipients: { id: 'id', report_id: 'int > report_schedules', type: 'text', recipient_config_json: 'text' },
  report_logs: {
    id: 'id',
    report_id: 'int > report_schedules',
    uuid: 'text',
    scheduled_dttm: 'text',
    start_dttm: 'text?',
    end_dttm: 'text?',
    value: 'number?',
    value_row_json: 'text?',
    state: 'text',
    error_message: 'text?',
  },
  annotation_layers: { ...AUDITED, uuid: 'text!', name: 'text', descr: 'text?' },
  annotations: {
    ...AUDITED,
    uuid: 'text!',
    layer_id: 'int > annotation_layers',
    short_descr: 'text',
    long_descr: 'text?',
    start_dttm: 'text',
    end_dttm: 'text',
    json_metadata: 'text?',
  },
  row_rules: { ...AUDITED, name: 'text', description: 'text?', filter_type: 'text', group_key: 'text?', clause: 'text' },
  settings: { name: 'text!', value: 'text' },
};

/** Tables that only join two others: both columns together are the key. */
const LINKS: Record<string, readonly [column: string, table: string, column: string, table: string]> = {
  user_roles: ['user_id', 'users', 'role_id', 'roles'],
  user_groups: ['user_id', 'users', 'group_id', 'groups'],
  group_roles: ['group_id', 'groups', 'role_id', 'roles'],
  role_permissions: ['role_id', 'roles', 'permission_view_id', 'permission_views'],
  dataset_owners: ['dataset_id', 'datasets', 'user_id', 'users'],
  chart_owners: ['chart_id', 'charts', 'user_id', 'users'],
  dashboard_owners: ['dashboard_id', 'dashboards', 'user_id', 'users'],
  report_owners: ['report_id', 'report_schedules', 'user_id', 'users'],
  dashboard_roles: ['dashboard_id', 'dashboards', 'role_id', 'roles'],
  dashboard_charts: ['dashboard_id', 'dashboards', 'chart_id', 'charts'],
  row_rule_roles: ['row_rule_id', 'row_rules', 'role_id', 'roles'],
  row_rule_datasets: ['row_rule_id', 'row_rules', 'dataset_id', 'datasets'],
};

/** Every table that the first release needs. */
export function firstTables(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      for (const [name, shape] of Object.entries(TABLES)) await createTable(db, kind, name, shape);
      for (const [name, [left, leftTable, right, rightTable]] of Object.entries(LINKS)) {
        await db.schema
          .createTable(name)
          .addColumn(left, 'integer', (column) => column.notNull().references(`${leftTable}.id`).onDelete('cascade'))
          .addColumn(right, 'integer', (column) => column.notNull().references(`${rightTable}.id`).onDelete('cascade'))
          .addPrimaryKeyConstraint(`${name}_key`, [left, right])
          .execute();
      }
      for (const [table, indexes] of Object.entries(INDEXES)) {
        for (const index of indexes) {
          const columns = index.filter((each) => each !== '!');
          const made = db.schema
            .createIndex(`${table}_by_${columns.join('_')}`)
            .on(table)
            .columns(columns);
          await (index[0] === '!' ? made.unique() : made).execute();
        }
      }
    },
  };
}

async function createTable<T>(db: Kysely<T>, kind: RecordsKind, name: string, shape: Shape): Promise<void> {
  let table = db.schema.createTable(name);
  for (const [column, word] of Object.entries(shape)) table = addColumn(table, kind, column, word);
  await table.execute();
}

type TableBuilder = ReturnType<Kysely<unknown>['schema']['createTable']>;

function addColumn(table: TableBuilder, kind: RecordsKind, column: string, word: string): TableBuilder {
  if (word === 'id') {
    if (kind === 'postgres') return table.addColumn(column, 'serial', (made) => made.primaryKey());
    return table.addColumn(column, 'integer', (made) => made.primaryKey().autoIncrement());
  }
  const [type = '', arrow, target] = word.split(' ');
  const base = type.replace(/[?!]/g, '');
  const stored = base === 'text' ? 'text' : base === 'number' ? 'double precision' : 'integer';
  return table.addColumn(column, stored, (given) => {
    let made = type.includes('?') ? given : given.notNull();
    if (base === 'flag') made = made.defaultTo(0);
    if (type.includes('!')) made = made.unique();
    return target ? made.references(`${target}.id`).onDelete(arrow === '>' ? 'cascade' : 'set null') : made;
  });
}
