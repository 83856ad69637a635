import { dialects } from '@chartroom/engines';
import { ChartroomError } from '@chartroom/model';
import { checkClause, loadSqlParser } from '@chartroom/query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, TestApp } from '../testing/test-app.ts';
import { grant, member, memberId, openDataset } from '../testing/things.ts';
import { type GuardedDatabase, type GuardedHouse, openGuardedHouse } from './guarded-databases.ts';
import { hiddenReads, readingStatements } from './hidden-reads.ts';

/** What the closed table holds, and the rows that a rule hides: it appears in no answer. */
const CANARY = 'canary7391';
/** Requests of one engine and person. */
const ATTACKS = 160;

let guarded: GuardedHouse;
let house: TestApp;
/** By database: a dataset on the open table, one on the table under a rule. */
const datasets = new Map<number, { open: number; ruled: number }>();
let guest: string;
let board: number;
/** Charts of the dashboard by the dataset they stand on. */
const charts = new Map<number, number>();

beforeAll(async () => {
  guarded = await openGuardedHouse({ CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'false' });
  house = guarded.house;
  for (const database of guarded.databases) {
    const place = `${database.schema}.`;
    const text = database.engine === 'clickhouse' ? 'String' : 'VARCHAR(20)';
    const engine = database.engine === 'clickhouse' ? ' ENGINE = MergeTree ORDER BY x' : '';
    for (const table of ['vault', 'ruled']) {
      await database.run(`CREATE TABLE ${place}${table} (x INTEGER, c ${text})${engine}`);
      await database.run(
        `INSERT INTO ${place}${table} VALUES (1, '${table === 'vault' ? CANARY : 'shown'}'), (2, '${CANARY}')`,
      );
    }
    datasets.set(database.id, {
      open: await dataset(database, 'guarded'),
      ruled: await dataset(database, 'ruled'),
    });
  }
  await closeRuled();
  await grant(house, 'sql_lab', 'can_write', 'Dataset');
  await grant(house, 'sql_lab', 'can_samples', 'Datasource');
  guest = await guestToken();
});
afterAll(() => guarded.close());

async function dataset(database: GuardedDatabase, table_name: string): Promise<number> {
  const body = { database: database.id, schema: database.schema, table_name };
  const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
  expect(made).toMatchObject({ status: 201 });
  const id = memberId(made.body);
  await openDataset(house, id, 'sql_lab');
  return id;
}

/** Of the tables named `ruled` everybody but administrators sees the row that is shown. */
async function closeRuled(): Promise<void> {
  const role = await house.services.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'sql_lab')
    .executeTakeFirstOrThrow();
  const tables = [...datasets.values()].map(({ ruled }) => ruled);
  const body = {
    name: 'Only shown',
    filter_type: 'Regular',
    tables,
    roles: [role.id],
    clause: "c = 'shown'",
  };
  expect(await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body })).toMatchObject({
    status: 201,
  });
}

/** A guest of a dashboard with a chart on each dataset. */
async function guestToken(): Promise<string> {
  for (const { open } of datasets.values()) {
    const query_context = JSON.stringify({
      datasource: { id: open, type: 'table' },
      queries: [{ columns: ['x'], row_limit: 5 }],
    });
    const body = {
      slice_name: `Open ${open}`,
      viz_type: 'table',
      datasource_id: open,
      datasource_type: 'table',
      params: '{}',
      query_context,
    };
    charts.set(open, memberId((await house.as('admin', 'POST', '/api/v1/chart/', { body })).body));
  }
  const layout = [...charts.values()].map((chartId) => [
    `CHART-${chartId}`,
    { type: 'CHART', id: `CHART-${chartId}`, children: [], meta: { chartId, width: 4, height: 50 } },
  ]);
  const body = {
    dashboard_title: 'Embedded',
    published: true,
    position_json: JSON.stringify(Object.fromEntries(layout)),
  };
  board = memberId((await house.as('admin', 'POST', '/api/v1/dashboard/', { body })).body);
  const embedded = await house.as('admin', 'POST', `/api/v1/dashboard/${board}/embedded`, {
    body: { allowed_domains: [] },
  });
  const uuid = String(member(embedded.body, 'result', 'uuid'));
  for (const view of ['Chart', 'Dashboard']) await grant(house, 'Public', 'can_read', view);
  const asked = { user: { username: 'visitor' }, resources: [{ type: 'dashboard', id: uuid }], rls: [] };
  return String(
    member((await house.as('admin', 'POST', '/api/v1/security/guest_token/', { body: asked })).body, 'token'),
  );
}

/** Each place of a question that takes SQL of people, or a name that could be some. */
const PLACES: Readonly<Record<string, (sql: string) => object>> = {
  where: (sql) => ({ columns: ['x'], extras: { where: sql } }),
  having: (sql) => ({ columns: ['x'], metrics: ['count'], extras: { having: sql } }),
  metric: (sql) => ({ metrics: [{ expressionType: 'SQL', sqlExpression: sql, label: 'm' }] }),
  'column made on the spot': (sql) => ({
    columns: [{ sqlExpression: sql, label: 'c', expressionType: 'SQL' }],
  }),
  'column as the x axis': (sql) => ({
    columns: [{ sqlExpression: sql, label: 'c', columnType: 'BASE_AXIS', timeGrain: 'P1D' }],
    metrics: ['count'],
  }),
  'sort by a metric': (sql) => ({
    columns: ['x'],
    orderby: [[{ expressionType: 'SQL', sqlExpression: sql, label: 's' }, true]],
  }),
  'sort by a column': (sql) => ({ columns: ['x'], orderby: [[{ sqlExpression: sql, label: 's' }, true]] }),
  'sort by a name': (sql) => ({ columns: ['x'], orderby: [[sql, true]] }),
  'filter on an expression': (sql) => ({
    columns: ['x'],
    filters: [{ col: { sqlExpression: sql, label: 'f' }, op: '==', val: 1 }],
  }),
  'name of a column': (sql) => ({ columns: [sql] }),
  'name of a metric': (sql) => ({ metrics: [sql] }),
  'name of the column of a metric': (sql) => ({
    metrics: [{ expressionType: 'SIMPLE', aggregate: 'MAX', column: { column_name: sql }, label: 'm' }],
  }),
  'aggregate of a metric': (sql) => ({
    metrics: [{ expressionType: 'SIMPLE', aggregate: sql, column: { column_name: 'x' }, label: 'm' }],
  }),
  'grain of time': (sql) => ({
    columns: [{ sqlExpression: 'x', label: 'x', columnType: 'BASE_AXIS', timeGrain: sql }],
    extras: { time_grain_sqla: sql },
  }),
  'rank of series': (sql) => ({
    columns: ['x'],
    metrics: ['count'],
    series_columns: ['x'],
    series_limit: 2,
    series_limit_metric: { expressionType: 'SQL', sqlExpression: sql, label: 'r' },
  }),
  'a parameter of the address': (sql) => ({
    columns: ['x'],
    extras: { where: "{{ url_param('p', escape_result=false) }}" },
    url_params: { p: sql },
  }),
};
/** Places in which a name that there is not changes nothing instead of being refused. */
const IGNORED = new Set(['grain of time']);

type Asker = (dataset: number, query: object) => Promise<Answer>;
const bodyOf = (id: number, query: object) => ({
  datasource: { id, type: 'table' },
  queries: [{ row_limit: 5, ...query }],
  force: true,
});
const asAnalyst: Asker = (id, query) =>
  house.as('analyst', 'POST', '/api/v1/chart/data', { body: bodyOf(id, query) });
const asGuest: Asker = (id, query) =>
  house.as('nobody', 'POST', '/api/v1/chart/data', {
    body: { ...bodyOf(id, query), form_data: { dashboardId: board, slice_id: charts.get(id) } },
    headers: { 'x-guesttoken': guest },
  });
const asSamples: Asker = (id, query) =>
  house.as('analyst', 'POST', `/datasource/samples?datasource_type=table&datasource_id=${id}&per_page=10`, {
    body: query,
  });

/** A part of a list that is spread over all of it. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  const step = Math.max(1, items.length / count);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, at) => items[Math.floor(at * step)],
  ).filter((item) => item !== undefined);
}

/** Where square brackets quote names, what stands in them is one. */
const isOneName = (sql: string, { engine }: GuardedDatabase): boolean =>
  engine === 'sqlite' && /^\[(\(|y )/.test(sql);

describe('F1, F2: no free SQL reaches a table', () => {
  test.each(['postgresql', 'sqlite', 'duckdb', 'mariadb', 'clickhouse'] as const)(
    'F1: each of some thousand ways is refused in %s',
    async (engine) => {
      await loadSqlParser();
      const dialect = dialects[engine];
      if (!dialect) throw new Error(`There is no dialect ${engine}`);
      const ways = hiddenReads('main', 'vault', engine).filter(
        (sql) => !(engine === 'sqlite' && /^\[(\(|y )/.test(sql)),
      );
      expect(ways.length).toBeGreaterThan(4_000);
      const passed = ways.filter((sql) => {
        try {
          checkClause(sql, dialect);
          return true;
        } catch (error) {
          expect([sql, error]).toEqual([sql, expect.any(ChartroomError)]);
          return false;
        }
      });
      expect(passed).toEqual([]);
    },
  );

  /** Asks by every place in turn, so that each way is tried at some place and each place by many ways. */
  async function attack(
    database: GuardedDatabase,
    id: number,
    table: string,
    ask: Asker,
    places: readonly string[],
  ): Promise<void> {
    const ways = hiddenReads(database.schema, table, database.engine).filter(
      (sql) => !isOneName(sql, database),
    );
    for (const [at, sql] of spread(ways, ATTACKS).entries()) {
      const place = places[at % places.length] ?? 'where';
      const answer = await ask(id, PLACES[place]?.(sql) ?? {});
      expect([database.engine, place, sql, answer.text]).toEqual([
        database.engine,
        place,
        sql,
        expect.not.stringContaining(CANARY),
      ]);
      const isRefused = answer.status >= 400 && answer.status < 500;
      expect([
        database.engine,
        place,
        sql,
        IGNORED.has(place) ? answer.status < 500 : isRefused,
        answer.text.slice(0, 200),
      ]).toEqual([database.engine, place, sql, true, expect.any(String)]);
    }
  }

  test('F1: the same people are answered where they ask for what is theirs', async () => {
    for (const database of guarded.databases) {
      const { open = 0, ruled = 0 } = datasets.get(database.id) ?? {};
      const own = { columns: ['x'], extras: { where: 'x = 1' }, orderby: [['x', true]] };
      for (const [ask, id] of [
        [asAnalyst, open],
        [asAnalyst, ruled],
        [asSamples, ruled],
      ] as const) {
        expect([database.engine, (await ask(id, own)).status]).toEqual([database.engine, 200]);
      }
      expect([database.engine, (await asGuest(open, { columns: ['x'] })).status]).toEqual([
        database.engine,
        200,
      ]);
    }
  });

  test('F1: who may not read the table learns nothing by a chart', async () => {
    for (const database of guarded.databases)
      await attack(database, datasets.get(database.id)?.open ?? 0, 'vault', asAnalyst, Object.keys(PLACES));
  });

  test('F1: who is under a row rule learns nothing of the other rows', async () => {
    for (const database of guarded.databases) {
      const id = datasets.get(database.id)?.ruled ?? 0;
      const all = await asAnalyst(id, { columns: ['x', 'c'] });
      expect([database.engine, member(all.body, 'result', 0, 'data')]).toEqual([
        database.engine,
        [{ x: 1, c: 'shown' }],
      ]);
      await attack(database, id, 'ruled', asAnalyst, Object.keys(PLACES));
    }
  });

  test('F1: a guest learns nothing by the questions of a dashboard', async () => {
    for (const database of guarded.databases)
      await attack(database, datasets.get(database.id)?.open ?? 0, 'vault', asGuest, Object.keys(PLACES));
  });

  test('F1: samples and what is behind a mark tell nothing', async () => {
    const places = ['where', 'filter on an expression'];
    for (const database of guarded.databases)
      await attack(database, datasets.get(database.id)?.ruled ?? 0, 'ruled', asSamples, places);
  });
});

describe('F2, F10: no statement reaches a table that may not be read', () => {
  const CLOSED = /^4\d\d$/;

  test('F2: SQL Lab, its estimates, and datasets that somebody would make', async () => {
    for (const database of guarded.databases) {
      const ways = readingStatements(database.schema, 'vault', database.engine);
      for (const [at, sql] of spread(ways, ATTACKS).entries()) {
        const place = { database_id: database.id, sql, schema: database.schema };
        const [url, body] = [
          ['/api/v1/sqllab/execute/', { ...place, queryLimit: 10 }] as const,
          ['/api/v1/sqllab/estimate/', place] as const,
          [
            '/api/v1/dataset/',
            { database: database.id, schema: database.schema, table_name: `made ${at}`, sql },
          ] as const,
        ][at % 3] ?? ['', {}];
        const answer = await house.as('analyst', 'POST', url, { body });
        expect([database.engine, url, sql, String(answer.status), answer.text]).toEqual([
          database.engine,
          url,
          sql,
          expect.stringMatching(CLOSED),
          expect.not.stringContaining(CANARY),
        ]);
      }
      const left = await house.as('analyst', 'POST', '/api/v1/sqllab/execute/', {
        body: { database_id: database.id, sql: 'SELECT 1 AS x', schema: database.schema },
      });
      expect([database.engine, member(left.body, 'data')]).toEqual([database.engine, [{ x: 1 }]]);
      expect(await database.rows()).toEqual([1, 2, 3]);
    }
  });
});
