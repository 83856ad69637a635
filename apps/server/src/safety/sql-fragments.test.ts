import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';
import { ALL, type GuardedDatabase, type GuardedHouse, openGuardedHouse } from './guarded-databases.ts';

/** SQL inside datasets and questions. Numbers are those of the contract's catalogue of safety cases. */
let guarded: GuardedHouse;
let house: TestApp;
beforeAll(async () => {
  guarded = await openGuardedHouse({ CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'false' });
  house = guarded.house;
});
afterAll(() => guarded.close());

describe('S43: functions that nobody may call', () => {
  const CLOSED: Readonly<Record<GuardedDatabase['engine'], string>> = {
    postgresql: "pg_read_file('/etc/passwd')",
    sqlite: "load_extension('x')",
    duckdb: "getenv('HOME')",
    mariadb: "load_file('/etc/passwd')",
    clickhouse: "file('/etc/passwd')",
  };
  test('are closed to datasets, also to those that are there', async () => {
    for (const database of guarded.databases) {
      const sql = `SELECT ${CLOSED[database.engine]} AS x`;
      const body = {
        database: database.id,
        schema: database.schema,
        table_name: `closed ${database.engine}`,
        sql: 'SELECT 1 AS x',
      };
      const refused = await house.as('admin', 'POST', '/api/v1/dataset/', { body: { ...body, sql } });
      expect([database.engine, refused.status, refused.text]).toEqual([
        database.engine,
        422,
        expect.stringContaining('disallowed function'),
      ]);
      const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
      expect(made.status).toBe(201);
      const id = Number(member(made.body, 'id'));
      await house.services.db.updateTable('datasets').set({ sql }).where('id', '=', id).execute();
      house.services.sources.forget();
      const answer = await ask(id, { columns: ['x'] });
      expect([database.engine, answer.status, answer.text]).toEqual([
        database.engine,
        400,
        expect.stringContaining('disallowed function'),
      ]);
    }
  });

  test('are closed to what datasets compute', async () => {
    for (const database of guarded.databases) {
      const expression = CLOSED[database.engine];
      const body = {
        database: database.id,
        schema: database.schema,
        table_name: `computed ${database.engine}`,
        sql: 'SELECT 1 AS x',
      };
      const id = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
      const computed = {
        columns: [
          { column_name: 'z', expression: '1' },
          { column_name: 'y', expression },
        ],
        metrics: [{ metric_name: 'm', expression: `max(${expression})` }],
      };
      const put = await house.as('admin', 'PUT', `/api/v1/dataset/${id}`, {
        body: { ...computed, fetch_values_predicate: `${expression} <> ''` },
      });
      expect(put.status).toBe(200);
      const metric = { expressionType: 'SIMPLE', aggregate: 'MAX', column: { column_name: 'y' }, label: 'n' };
      for (const query of [
        { columns: ['y'] },
        { metrics: ['m'] },
        { metrics: [metric] },
        { columns: ['z'], filters: [{ col: 'y', op: '==', val: 'x' }] },
      ]) {
        const answer = await ask(id, query);
        expect([database.engine, query, answer.status, answer.text]).toEqual([
          database.engine,
          query,
          400,
          expect.stringContaining('disallowed function'),
        ]);
      }
      const values = await house.as('admin', 'GET', `/api/v1/datasource/table/${id}/column/z/values/`);
      expect([database.engine, values.status]).toEqual([database.engine, 400]);
    }
  });
});

describe('S44, S45: free clauses of a question', () => {
  const CLAUSES = [
    'x = (SELECT max(x) FROM guarded)',
    '1 = 1); DELETE FROM guarded; --',
    'x = 1; DELETE FROM guarded',
    '(x = 1',
    'x = 1)',
    'x = 1) OR (1 = 1',
    "x = 'open",
    'x = 1 UNION SELECT 1',
    'EXISTS (TABLE guarded)',
    'x IN (VALUES (1))',
    'DROP TABLE guarded',
  ];
  /** Only where the engine reads them as something else than columns and unknown functions. */
  const OF_CLICKHOUSE = [
    'x IN guarded',
    'x NOT IN (guarded)',
    'in(x, guarded)',
    "dictGet('words', 'x', toUInt64(x)) > 0",
    "dictGet(words, 'x', toUInt64(x)) > 0",
    "joinGet('joined', 'x', x) > 0",
    "length(file('/etc/passwd')) > 0",
    '"vers\\x69on"() > \'\'',
    'x = (FROM guarded SELECT max(x))',
    'x = 1 SETTINGS readonly = 0',
    'x = 1 FORMAT CSV',
    "x = 1 INTO OUTFILE 'stolen.csv'",
  ];
  test.each([
    ...CLAUSES.map((clause) => [clause, ALL] as const),
    ...OF_CLICKHOUSE.map((clause) => [clause, ['clickhouse']] as const),
  ])('S44: %s', async (clause, engines) => {
    for (const database of guarded.of(...engines)) {
      const id = await datasetOf(database);
      const sqlMetric = { expressionType: 'SQL', sqlExpression: clause, label: 'm' };
      const questions = [
        { columns: ['x'], extras: { where: clause } },
        { columns: ['x'], metrics: ['count'], extras: { having: clause } },
        { metrics: [sqlMetric] },
        { columns: [{ ...sqlMetric, label: 'c' }] },
        { columns: ['x'], orderby: [[sqlMetric, true]] },
      ];
      for (const question of questions) {
        const answer = await ask(id, question);
        expect([database.engine, question, answer.status]).toEqual([
          database.engine,
          question,
          expect.toSatisfy((status: number) => status >= 400 && status < 500),
        ]);
      }
      expect(await database.rows()).toEqual([1, 2, 3]);
    }
  });

  test.each([
    "o'clock",
    'a"b',
    'back\\slash',
    '100%',
    'under_score',
    "'; DROP TABLE guarded; --",
    '🙂',
    '{{ x }}',
    '\u0000',
  ])('S45: the value %j is only ever a value', async (value) => {
    for (const database of guarded.databases) {
      const id = await datasetOf(database);
      const filters = [{ col: 'word', op: 'IN', val: [value, 'nobody'] }];
      const answer = await ask(id, { columns: ['x'], filters });
      const clean = answer.status === 200 ? member(answer.body, 'result', 0, 'data') : [];
      expect([database.engine, answer.status < 500, clean]).toEqual([database.engine, true, []]);
      expect(await database.rows()).toEqual([1, 2, 3]);
    }
  });
});

const datasets = new Map<number, Promise<number>>();
function datasetOf(database: GuardedDatabase): Promise<number> {
  const known = datasets.get(database.id) ?? makeDataset(database);
  datasets.set(database.id, known);
  return known;
}

async function makeDataset(database: GuardedDatabase): Promise<number> {
  const sql = "SELECT x, 'word' AS word FROM guarded";
  const body = {
    database: database.id,
    schema: database.schema,
    table_name: `words of ${database.engine}`,
    sql,
  };
  const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
  expect(made).toMatchObject({ status: 201 });
  return Number(member(made.body, 'id'));
}

function ask(dataset: number, question: object) {
  const body = { datasource: { id: dataset, type: 'table' }, queries: [{ row_limit: 10, ...question }] };
  return house.as('admin', 'POST', '/api/v1/chart/data', { body });
}
