import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@chartroom/model';
import type { PersonName, TestApp } from '../../testing/test-app.ts';

/** One thing of each kind, so that every address of the API leads somewhere. */
export interface SmallWorld {
  /** An address whose parts name things that exist. */
  address(url: string): string;
  /** Values that make sense in fields of these names, wherever they occur. */
  fields: Readonly<Record<string, unknown>>;
  /** A number that was not given before. */
  serial(): number;
  /** A token whose time is over. */
  expired: string;
}

/** Parts of addresses that no thing fills. */
const WORDS: Readonly<Record<string, string>> = {
  column: 'owners',
  table: 'numbers',
  schema: 'main',
  type: 'table',
  object_type: 'chart',
  tag: 'red',
  key: 'nokey',
};

/** Makes a thing of the API; answers the body. */
type Make = (url: string, body: object) => Promise<Record<string, unknown>>;

/** Fills an installation with one thing of each kind, the administrator's own unless somebody else is named. */
export async function furnish(house: TestApp, who: PersonName = 'admin'): Promise<SmallWorld> {
  const make: Make = async (url, body) => {
    const answer = await house.as(who, 'POST', url, { body });
    if (answer.status >= 300 || !isJsonObject(answer.body))
      throw new Error(`${url}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const board = await makeBoard(house, make);
  const run = { database_id: house.uploads, sql: 'select 1 as one', client_id: 'firstrun' };
  await house.as(who, 'POST', '/api/v1/sqllab/execute/', { body: run });
  const embedded = await make(`/api/v1/dashboard/${board.dashboard}/embedded`, { allowed_domains: [] });
  const ids = await makeRest(house, make, board);
  const keys = await makeKeys(make, board);
  let serial = 0;
  return {
    serial: () => ++serial,
    address: (url) =>
      addressOf(url, { ids, keys, uuid: String(Reflect.get(Object(embedded.result), 'uuid')) }),
    fields: fieldsOf(house, ids),
    expired: await expiredToken(house),
  };
}

async function idOf(made: Promise<Record<string, unknown>>): Promise<string> {
  return String((await made).id);
}

/** Ids of a database, and of a dashboard and what stands on it. */
interface Board extends Record<string, string> {
  database: string;
  dataset: string;
  dashboard: string;
  chart: string;
}

async function makeBoard(house: TestApp, make: Make): Promise<Board> {
  const file = join(house.services.config.HOME, 'small.db');
  await writeFile(file, '');
  const database = await idOf(
    make('/api/v1/database/', { database_name: 'Small', sqlalchemy_uri: `sqlite:///${file}` }),
  );
  const sql = "select 1 as a, 'x' as b";
  const dataset = await idOf(
    make('/api/v1/dataset/', { database: house.uploads, table_name: 'numbers', sql }),
  );
  const dashboard = await idOf(
    make('/api/v1/dashboard/', { dashboard_title: 'Board', slug: 'board', published: true }),
  );
  const question = {
    datasource: { id: Number(dataset), type: 'table' },
    queries: [{ columns: ['a'], metrics: ['count'], row_limit: 5 }],
  };
  const chart = await idOf(
    make('/api/v1/chart/', {
      slice_name: 'Bars',
      viz_type: 'table',
      datasource_id: Number(dataset),
      datasource_type: 'table',
      params: '{}',
      query_context: JSON.stringify(question),
      dashboards: [Number(dashboard)],
    }),
  );
  return { database, dataset, dashboard, chart };
}

/** One thing of every other kind; answers the ids of all. */
async function makeRest(house: TestApp, make: Make, board: Board): Promise<Record<string, string>> {
  const made = (url: string, body: object) => idOf(make(url, body));
  const layer = await made('/api/v1/annotation_layer/', { name: 'Holidays' });
  const day = { short_descr: 'New year', start_dttm: '2026-01-01T00:00:00', end_dttm: '2026-01-02T00:00:00' };
  const tab = await made('/tabstateview/', {
    queryEditor: JSON.stringify({ name: 'Tab', dbId: house.uploads, sql: 'select 1' }),
  });
  const query = await house.services.db.selectFrom('queries').select('id').executeTakeFirstOrThrow();
  const role = await made('/api/v1/security/roles/', { name: 'Guests' });
  const chart = Number(board.chart);
  return {
    ...board,
    annotation_layer: layer,
    annotation: await made(`/api/v1/annotation_layer/${layer}/annotation/`, day),
    css_template: await made('/api/v1/css_template/', { template_name: 'Plain', css: 'a{}' }),
    theme: await made('/api/v1/theme/', { theme_name: 'House', json_data: '{}' }),
    tag: await made('/api/v1/tag/', { name: 'red', objects_to_tag: [['chart', chart]] }),
    saved_query: await made('/api/v1/saved_query/', {
      label: 'Saved',
      sql: 'select 1',
      db_id: house.uploads,
    }),
    rowlevelsecurity: await made('/api/v1/rowlevelsecurity/', {
      name: 'Mine',
      filter_type: 'Regular',
      clause: 'a = 1',
      tables: [Number(board.dataset)],
      roles: [Number(role)],
    }),
    report: await made('/api/v1/report/', {
      type: 'Report',
      name: 'Weekly',
      crontab: '0 9 * * 1',
      chart,
      report_format: 'CSV',
      recipients: [{ type: 'Email', recipient_config_json: { target: 'someone@example.org' } }],
    }),
    query: String(query.id),
    tabstateview: tab,
    tableschemaview: await made('/tableschemaview/', {
      table: JSON.stringify({ queryEditorId: tab, dbId: 1, name: 'numbers' }),
    }),
    'security/users': String(house.ids.other),
    'security/roles': role,
    'security/groups': await made('/api/v1/security/groups/', { name: 'Team', label: 'Team', roles: [] }),
    'security/permissions': '1',
    'security/resources': '1',
    'security/permissions-resources': '1',
  };
}

/** Keys of what is kept under one, each by the address that it belongs to. */
async function makeKeys(make: Make, { dataset, dashboard }: Board): Promise<Record<string, string>> {
  const keyOf = async (url: string, body: object) => String((await make(url, body)).key);
  const form = { datasource_id: Number(dataset), datasource_type: 'table', form_data: '{}' };
  const link = { formData: { datasource: `${dataset}__table` }, urlParams: [] };
  return {
    '/api/v1/explore/form_data': await keyOf('/api/v1/explore/form_data', form),
    '/api/v1/explore/permalink': await keyOf('/api/v1/explore/permalink', link),
    '/api/v1/dashboard/:pk/filter_state': await keyOf(`/api/v1/dashboard/${dashboard}/filter_state`, {
      value: '{}',
    }),
    '/api/v1/dashboard/permalink': await keyOf(`/api/v1/dashboard/${dashboard}/permalink`, { dataMask: {} }),
    '/api/v1/sqllab/permalink': await keyOf('/api/v1/sqllab/permalink', {
      dbId: 1,
      name: 'x',
      sql: 'select 1',
    }),
  };
}

interface Names {
  ids: Readonly<Record<string, string>>;
  keys: Readonly<Record<string, string>>;
  uuid: string;
}

/** What kind of thing an address is about: `chart`, `security/users`. */
export function areaOf(url: string): string {
  const [first = '', second = ''] = url.replace(/^\/(api\/v1\/)?/, '').split('/');
  if (first === 'datasource') return 'dataset';
  if (first === 'user') return 'security/users';
  return first === 'security' ? `security/${second}` : first;
}

/** An address whose parts name the things of these ids. */
export function addressOf(url: string, { ids, keys, uuid }: Names): string {
  const area = areaOf(url);
  return url.replaceAll(/:(\w+)|\*/g, (part, name: string | undefined) => {
    if (name === 'pk') return ids[area] ?? '1';
    if (name === 'uuid') return uuid;
    if (name === 'key') return keys[url.slice(0, url.indexOf(part) - 1)] ?? 'nokey';
    if (name === 'annotation') return ids.annotation ?? '1';
    if (name === 'object_id') return ids.chart ?? '1';
    if (name === 'clientId') return 'firstrun';
    return WORDS[name ?? ''] ?? '1';
  });
}

function fieldsOf(house: TestApp, ids: Readonly<Record<string, string>>): Record<string, unknown> {
  const [dataset, chart] = [Number(ids.dataset), Number(ids.chart)];
  return {
    database: house.uploads,
    database_id: house.uploads,
    db_id: house.uploads,
    dbId: house.uploads,
    datasource_id: dataset,
    base_model_id: dataset,
    datasource: { id: dataset, type: 'table' },
    formData: { datasource: `${dataset}__table` },
    chart,
    chart_id: chart,
    owners: [house.ids.admin],
    roles: [Number(ids['security/roles'])],
    tables: [dataset],
    dashboards: [Number(ids.dashboard)],
    dashboard: Number(ids.dashboard),
    sql: 'select 1 as a',
    schema: 'main',
    catalog: null,
    crontab: '0 9 * * 1',
    clause: 'a = 1',
    params: '{}',
    json_data: '{}',
    json_metadata: '{}',
    position_json: '{}',
    query_context: '{}',
    form_data: '{}',
    value: '{}',
    start_dttm: '2026-01-01T00:00:00',
    end_dttm: '2026-01-02T00:00:00',
    sqlalchemy_uri: 'sqlite://',
    password: 'Correct-horse-10',
  };
}

/** Signed as the server signs, and over since an hour. */
async function expiredToken({ services, ids }: TestApp): Promise<string> {
  const { createTokens } = await import('../../security/tokens.ts');
  const { SECRET_KEY, JWT_ACCESS_TOKEN_EXPIRES, JWT_REFRESH_TOKEN_EXPIRES } = services.config;
  const before = () => new Date(Date.now() - (JWT_ACCESS_TOKEN_EXPIRES + 3_600) * 1_000);
  const lives = { accessSeconds: JWT_ACCESS_TOKEN_EXPIRES, refreshSeconds: JWT_REFRESH_TOKEN_EXPIRES };
  return createTokens({ secret: SECRET_KEY, ...lives, now: before }).issue('access', {
    userId: ids.admin,
    stamp: 0,
  });
}
