import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, type Records, refreshFigures } from '../records/records.ts';
import { dates, EXTERNAL, type Fill, filler, flag, nextId, wordOf } from './filler.ts';
import { fillTraces, type Ground } from './large-traces.ts';

/** How many things there are to be. */
export interface Amounts {
  users: number;
  datasets: number;
  charts: number;
  dashboards: number;
  /** Rows of the log; as many queries were run as a tenth of them. */
  logs: number;
}

const KINDS = [
  'pie',
  'table',
  'big_number_total',
  'echarts_timeseries_line',
  'deck_scatter',
  'pivot_table_v2',
];

/**
 * Fills the records straight with many people, datasets, charts and dashboards, for measuring. Every hundredth chart
 * has no maker; each dataset carries as many charts as the others; every tenth dashboard is a draft.
 */
export async function fillRecords(
  { db, kind }: Pick<Records, 'db' | 'kind'>,
  databaseId: number,
  amounts: Amounts,
): Promise<void> {
  const fill = filler(db, kind);
  const ground: Ground = {
    ...amounts,
    databaseId,
    firstUser: await nextId(db, 'users'),
    firstDataset: await nextId(db, 'datasets'),
    firstChart: await nextId(db, 'charts'),
    firstDashboard: await nextId(db, 'dashboards'),
  };
  await fillPeople(fill, ground);
  await fill('datasets', ground.datasets, (at) => ({
    ...signed(ground, at),
    ...PLAIN_DATASET,
    uuid: randomUUID(),
    database_id: databaseId,
    table_name: `${wordOf(at)}_${at}`,
    schema: `schema${at % 20}`,
  }));
  await fillCharts(fill, ground);
  await fillDashboards(fill, ground);
  await fillTraces(db, fill, ground);
  // As its housekeeping does in time, and every start on SQLite.
  if (kind === 'sqlite') await refreshFigures(db);
  else await vacuum(db);
}

function fillPeople(fill: Fill, { users }: Ground): Promise<void> {
  return fill('users', users, (at) => ({
    ...dates(at),
    username: `person${at}`,
    first_name: `First${at % 700}`,
    last_name: `Last${at % 1_100}`,
    email: `person${at}@example.org`,
    password_hash: '',
    active: flag(at % 9 !== 0),
    login_count: at % 50,
    fail_login_count: 0,
    last_login: null,
    stamp: 0,
    created_by_id: null,
    changed_by_id: null,
  }));
}

async function fillCharts(fill: Fill, ground: Ground): Promise<void> {
  const { charts, datasets, firstChart, firstDataset } = ground;
  await fill('charts', charts, (at) => ({
    ...signed(ground, at),
    ...EXTERNAL,
    uuid: randomUUID(),
    slice_name: `${wordOf(at)} by ${wordOf(at * 7 + 3)} number ${at}`,
    description: at % 5 === 0 ? `What ${wordOf(at * 3)} tell about ${wordOf(at * 11)}` : null,
    viz_type: KINDS[at % KINDS.length] ?? 'pie',
    datasource_id: firstDataset + (at % datasets),
    datasource_type: 'table',
    datasource_name: `${wordOf(at % datasets)}_${at % datasets}`,
    params: '{}',
    query_context: null,
    cache_timeout: null,
    certified_by: at % 40 === 0 ? 'Data office' : null,
    certification_details: null,
    last_saved_at: dates(at).changed_on,
    last_saved_by_id: signed(ground, at).changed_by_id,
  }));
  await fill('chart_owners', charts, (at) => ({ chart_id: firstChart + at, user_id: ownerOf(ground, at) }));
}

/** Four charts stand on each. */
async function fillDashboards(fill: Fill, ground: Ground): Promise<void> {
  const { dashboards, charts, firstDashboard, firstChart } = ground;
  await fill('dashboards', dashboards, (at) => ({
    ...signed(ground, at),
    ...EXTERNAL,
    uuid: randomUUID(),
    dashboard_title: `${wordOf(at)} and ${wordOf(at * 5 + 1)} board ${at}`,
    slug: at % 3 === 0 ? `board-${at}` : null,
    description: null,
    position_json: null,
    json_metadata: null,
    css: null,
    theme_id: null,
    published: flag(at % 10 !== 0),
    certified_by: at % 40 === 0 ? 'Data office' : null,
    certification_details: null,
  }));
  await fill('dashboard_owners', dashboards, (at) => ({
    dashboard_id: firstDashboard + at,
    user_id: ownerOf(ground, at),
  }));
  await fill('dashboard_charts', dashboards * 4, (at) => ({
    dashboard_id: firstDashboard + Math.floor(at / 4),
    chart_id: firstChart + ((at * 37) % charts),
  }));
}

function ownerOf({ firstUser, users }: Ground, at: number): number {
  return firstUser + (at % users);
}

/** When and by whom a thing was made. */
function signed(ground: Ground, at: number) {
  const person = at % 100 === 0 ? null : ownerOf(ground, at);
  return { ...dates(at), created_by_id: person, changed_by_id: person };
}

/** Visits every table of the present schema, as PostgreSQL does by itself in time. */
async function vacuum(db: Db): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  await sql`vacuum analyze ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db);
}

const PLAIN_DATASET = {
  ...EXTERNAL,
  catalog: null,
  sql: null,
  description: null,
  main_dttm_col: null,
  default_endpoint: null,
  offset: 0,
  cache_timeout: null,
  params: null,
  template_params: null,
  filter_select_enabled: 1,
  fetch_values_predicate: null,
  extra: null,
  is_sqllab_view: 0,
  normalize_columns: 0,
  always_filter_main_dttm: 0,
  folders: null,
} as const;
