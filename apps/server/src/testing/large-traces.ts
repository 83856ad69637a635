import { randomUUID } from 'node:crypto';
import type { Db } from '../records/records.ts';
import { dates, type Fill, flag, nextId, wordOf } from './filler.ts';

/** Whose traces are made, and on what. */
export interface Ground {
  databaseId: number;
  firstUser: number;
  users: number;
  firstDataset: number;
  datasets: number;
  firstChart: number;
  charts: number;
  firstDashboard: number;
  dashboards: number;
  logs: number;
}

const ACTIONS = [
  'mount_dashboard',
  'mount_explorer',
  'load_chart',
  'spa_navigation',
  'change_explore_controls',
];
/** Logs for one query that was run, and for one that was kept. */
const LOGS_PER_QUERY = 10;
const LOGS_PER_SAVED_QUERY = 100;
const FAVORITES_EACH = 20;
const CHART = 2;
const DASHBOARD = 3;

/** What people leave behind who work with charts and dashboards: the log, queries, tags, stars, annotations and reports. */
export async function fillTraces(db: Db, fill: Fill, ground: Ground): Promise<void> {
  const { users, charts, dashboards, logs } = ground;
  const person = (at: number) => ground.firstUser + (at % users);
  const signed = (at: number) => ({ ...dates(at), created_by_id: person(at), changed_by_id: person(at * 3) });
  await fill('dataset_owners', ground.datasets, (at) => ({
    dataset_id: ground.firstDataset + at,
    user_id: person(at),
  }));
  await fill('logs', logs, (at) => ({
    user_id: at % 50 === 0 ? null : person(at * 13),
    action: ACTIONS[at % ACTIONS.length] ?? '',
    dttm: dates(at * 31).changed_on,
    json: JSON.stringify({ event: wordOf(at), path: `/explore/${at % 997}` }),
    slice_id: at % 3 === 0 ? ground.firstChart + ((at * 7) % charts) : null,
    dashboard_id: at % 4 === 0 ? ground.firstDashboard + ((at * 11) % dashboards) : null,
    duration_ms: at % 5_000,
    referrer: at % 2 === 0 ? `https://example.org/${wordOf(at * 5)}` : null,
  }));
  await fillQueries(fill, ground);
  const firstTag = await nextId(db, 'tags');
  const tags = Math.ceil(charts / 400);
  await fill('tags', tags, (at) => ({
    ...signed(at),
    name: `${wordOf(at)} ${at}`,
    type: 1,
    description: null,
  }));
  await fill('tagged_objects', Math.floor(charts / 4), (at) => ({
    tag_id: firstTag + (at % tags),
    object_type: CHART,
    object_id: ground.firstChart + at * 4,
  }));
  await fill('tagged_objects', Math.floor(dashboards / 4), (at) => ({
    tag_id: firstTag + (at % tags),
    object_type: DASHBOARD,
    object_id: ground.firstDashboard + at * 4,
  }));
  await fill('favorites', users * FAVORITES_EACH, (at) => {
    const turn = Math.floor(at / users);
    const isChart = turn % 2 < 1;
    const place = at * 17 + turn;
    return {
      user_id: person(at),
      kind: isChart ? 'slice' : 'Dashboard',
      object_id: isChart
        ? ground.firstChart + (place % charts)
        : ground.firstDashboard + (place % dashboards),
      created_on: dates(at).created_on,
    };
  });
  await fillNotes(db, fill, ground);
}

async function fillQueries(fill: Fill, { databaseId, firstUser, users, logs }: Ground): Promise<void> {
  const person = (at: number) => firstUser + (at % users);
  await fill('queries', Math.floor(logs / LOGS_PER_QUERY), (at) => ({
    uuid: randomUUID(),
    client_id: `client${at}`,
    user_id: person(at),
    database_id: databaseId,
    catalog: null,
    schema: `schema${at % 20}`,
    tab_name: `Query ${at % 9}`,
    sql_editor_id: String(at % 1_000),
    sql: `SELECT * FROM ${wordOf(at)}_${at % 2_000}`,
    select_sql: null,
    executed_sql: null,
    sql_tables: null,
    limit: 1_000,
    limiting_factor: 'NOT_LIMITED',
    ctas_method: null,
    tmp_table_name: null,
    tmp_schema_name: null,
    status: at % 7 === 0 ? 'failed' : 'success',
    progress: 100,
    rows: at % 1_000,
    error_message: null,
    results_key: null,
    tracking_url: null,
    extra: null,
    start_time: Date.parse(dates(at).created_on),
    start_running_time: null,
    end_time: null,
    end_result_backend_time: null,
    changed_on: dates(at).changed_on,
    select_as_cta: flag(false),
    select_as_cta_used: flag(false),
  }));
  await fill('saved_queries', Math.floor(logs / LOGS_PER_SAVED_QUERY), (at) => ({
    ...dates(at),
    created_by_id: person(at),
    changed_by_id: person(at),
    uuid: randomUUID(),
    database_id: databaseId,
    catalog: null,
    schema: `schema${at % 20}`,
    label: `${wordOf(at)} of ${wordOf(at * 3)} ${at}`,
    description: null,
    sql: `SELECT count(*) FROM ${wordOf(at)}`,
    sql_tables: null,
    template_parameters: null,
    extra_json: null,
    rows: null,
    last_run: null,
  }));
}

async function fillNotes(db: Db, fill: Fill, ground: Ground): Promise<void> {
  const { firstUser, users, charts, dashboards } = ground;
  const signed = (at: number) => ({
    ...dates(at),
    created_by_id: firstUser + (at % users),
    changed_by_id: firstUser + ((at * 3) % users),
  });
  const layer = await nextId(db, 'annotation_layers');
  await fill('annotation_layers', 20, (at) => ({
    ...signed(at),
    uuid: randomUUID(),
    name: `Layer ${at}`,
    descr: null,
  }));
  await fill('annotations', Math.floor(dashboards / 5), (at) => ({
    ...signed(at),
    uuid: randomUUID(),
    layer_id: layer + (at % 20),
    short_descr: `${wordOf(at)} ${at}`,
    long_descr: null,
    start_dttm: dates(at).created_on,
    end_dttm: dates(at).changed_on,
    json_metadata: null,
  }));
  const report = await nextId(db, 'report_schedules');
  const reports = Math.ceil(charts / 100);
  await fill('report_schedules', reports, (at) => ({
    ...signed(at),
    type: at % 3 === 0 ? 'Alert' : 'Report',
    name: `${wordOf(at)} every morning ${at}`,
    description: null,
    context_markdown: null,
    email_subject: null,
    active: flag(at % 10 !== 0),
    crontab: `${at % 60} 6 * * *`,
    timezone: 'UTC',
    sql: null,
    chart_id: ground.firstChart + at,
    dashboard_id: null,
    database_id: null,
    creation_method: 'alerts_reports',
    validator_type: null,
    validator_config_json: '{}',
    report_format: 'PNG',
    log_retention: 90,
    grace_period: 14_400,
    working_timeout: 3_600,
    force_screenshot: flag(false),
    custom_width: null,
    extra: '{}',
    last_eval_dttm: null,
    last_state: 'Not triggered',
    last_value: null,
    last_value_row_json: null,
  }));
  await fill('report_owners', reports, (at) => ({
    report_id: report + at,
    user_id: firstUser + (at % users),
  }));
  await fill('report_logs', reports * 10, (at) => ({
    report_id: report + (at % reports),
    uuid: randomUUID(),
    scheduled_dttm: dates(at).changed_on,
    start_dttm: dates(at).changed_on,
    end_dttm: dates(at).changed_on,
    value: null,
    value_row_json: null,
    state: at % 20 === 0 ? 'Error' : 'Success',
    error_message: at % 20 === 0 ? `No answer from ${wordOf(at)}` : null,
  }));
}
