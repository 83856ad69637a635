import { engineById } from '@chartroom/engines';
import { loadSqlParser } from '@chartroom/query';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, PersonName, TestApp } from '../testing/test-app.ts';
import { member, memberId, openDataset } from '../testing/things.ts';
import {
  ALL,
  execute,
  type GuardedDatabase,
  type GuardedHouse,
  openGuardedHouse,
} from './guarded-databases.ts';

/** Forms in which a statement reads `guarded`, each with all rows that somebody sees of it. */
const FORMS = [
  ['by its name', 'SELECT x FROM guarded'],
  ['by another name', 'SELECT g.x FROM guarded g'],
  ['in a comment', 'SELECT x FROM /* all */ guarded -- all of it'],
  ['in a common table expression', 'WITH g AS (SELECT x FROM guarded) SELECT x FROM g'],
  ['in a sub-query', 'SELECT x FROM (SELECT x FROM guarded) AS q'],
  ['in a union', 'SELECT 2 AS x UNION SELECT x FROM guarded'],
  ['in a join', 'SELECT a.x FROM guarded a JOIN guarded b ON a.x = b.x'],
  [
    'in a condition',
    'SELECT x FROM (SELECT 1 AS x UNION ALL SELECT 2 AS x UNION ALL SELECT 3 AS x) AS v WHERE x IN (SELECT x FROM guarded)',
  ],
] as const;

/** Forms in which a statement reads `closed` beside it. */
const CLOSED = [
  'SELECT g.x FROM guarded g JOIN closed c ON c.x = g.x',
  'SELECT g.x FROM guarded g, closed',
  'SELECT x FROM guarded WHERE x IN (SELECT x FROM closed)',
  'WITH c AS (SELECT x FROM closed) SELECT g.x FROM guarded g JOIN c ON c.x = g.x',
  'SELECT x FROM guarded UNION ALL SELECT x FROM closed',
  'SELECT (SELECT max(x) FROM closed) AS most, x FROM guarded',
];

let guarded: GuardedHouse;
let house: TestApp;
let ruled: number[];

/** Analysts see of `guarded`, which holds 1 to 3, the rows above 1, and nothing of `closed`. */
beforeAll(async () => {
  guarded = await openGuardedHouse({
    CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'false',
    CHARTROOM_RLS_IN_SQLLAB: 'true',
    CHARTROOM_SQLLAB_LIVE_BUDGET: '2000',
    CHARTROOM_SQLLAB_LIVE_SAMPLE: '20',
  });
  house = guarded.house;
  const roles = await house.as(
    'admin',
    'GET',
    '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:sql_lab)))',
  );
  ruled = [Number(member(roles.body, 'result', 0, 'id'))];
  for (const database of guarded.databases) {
    await database.run(`CREATE TABLE ${placeOf(database, 'closed')} ${engineOf(database)} AS SELECT 1 AS x`);
    await openWithRule(database, 'guarded', 'x > 1');
  }
});
afterAll(() => guarded.close());

function placeOf(database: GuardedDatabase, table: string): string {
  return database.engine === 'sqlite' ? table : `${database.schema}.${table}`;
}

function engineOf({ engine }: GuardedDatabase): string {
  return engine === 'clickhouse' ? 'ENGINE = Memory' : '';
}

async function openWithRule(database: GuardedDatabase, table_name: string, clause: string): Promise<void> {
  const body = { database: database.id, schema: database.schema, table_name };
  const id = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body })).body);
  await openDataset(house, id, 'sql_lab');
  const rule = {
    name: `${database.engine} ${table_name}`,
    filter_type: 'Regular',
    tables: [id],
    roles: ruled,
  };
  const made = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body: { ...rule, clause } });
  expect(made.status).toBe(201);
}

function live(database: GuardedDatabase, sql: string, who: PersonName, more: object = {}): Promise<Answer> {
  const { id: database_id, schema } = database;
  const body = { database_id, schema, sql, tab: '1', ...more };
  return house.as(who, 'POST', '/api/v1/sqllab/live/', { body });
}

function numbersIn(answer: Answer): number[] {
  const data = member(answer.body, 'data');
  return (Array.isArray(data) ? data : [])
    .map((row: unknown) => Number(member(row, 'x')))
    .sort((a, b) => a - b);
}

test('engines other than those that are fast run nothing until somebody has switched it on', async () => {
  for (const database of guarded.databases) {
    const shown = async () => {
      const state = await house.as('admin', 'GET', '/api/v1/sqllab/');
      return member(state.body, 'result', 'databases', String(database.id), 'runs_live');
    };
    const isFast = database.engine === 'duckdb';
    expect([database.engine, await shown()]).toEqual([database.engine, isFast]);
    const before = await live(database, 'SELECT 1 AS x', 'admin');
    expect([database.engine, before.status]).toEqual([database.engine, isFast ? 200 : 403]);
    const url = `/api/v1/database/${database.id}`;
    const extra = JSON.parse(
      String(member((await house.as('admin', 'GET', url)).body, 'result', 'extra') ?? '{}'),
    );
    const body = { extra: JSON.stringify({ ...extra, live_sql: true }) };
    expect((await house.as('admin', 'PUT', url, { body })).status).toBe(200);
    expect([database.engine, await shown()]).toEqual([database.engine, true]);
    const answer = await live(database, 'SELECT 1 AS x', 'admin');
    expect([database.engine, answer.status, numbersIn(answer)]).toEqual([database.engine, 200, [1]]);
  }
});

describe('row rules hold', () => {
  test.each(FORMS)('%s', async (_form, form) => {
    const parser = await loadSqlParser();
    for (const database of guarded.of(...ALL)) {
      for (const [who, seen] of [
        ['admin', [1, 2, 3]],
        ['analyst', [2, 3]],
      ] as const) {
        const about = `${database.engine} ${who}`;
        // It wants to be told which union is meant.
        const isClickHouse = database.engine === 'clickhouse';
        const sql = isClickHouse ? form.replace('UNION SELECT', 'UNION DISTINCT SELECT') : form;
        const wanted = form.includes('UNION SELECT') ? [...new Set([...seen, 2])].sort() : [...seen];
        const answer = await live(database, sql, who);
        expect([about, answer.text, numbersIn(answer)]).toEqual([about, expect.anything(), wanted]);
        const inside = await live(database, `WITH other AS (${sql}\n) SELECT`, who, { cte: 'other' });
        expect([about, inside.text, numbersIn(inside)]).toEqual([about, expect.anything(), wanted]);
        // What is run where the whole takes too long.
        const dialect = engineById(database.engine)?.dialect;
        const [statement] = dialect ? parser.parse(sql, dialect) : [];
        const sample = dialect && statement && parser.sampled(statement, 20, dialect);
        expect([about, sample]).toEqual([about, expect.stringMatching(/LIMIT 20/)]);
        const part = await execute(house, database, sample ?? '', who);
        expect([about, part.text, numbersIn(part)]).toEqual([about, expect.anything(), wanted]);
      }
    }
  });

  test('in a sample, which holds the first rows of those that are seen', async () => {
    for (const database of guarded.of('duckdb', 'postgresql')) {
      const { schema } = database;
      await database.run(
        `CREATE TABLE ${schema}.many AS SELECT generate_series AS x FROM generate_series(0, 49999)`,
      );
      // More than a sample has: the ones that are seen first stand at the end.
      await database.run(
        `CREATE TABLE ${schema}.hidden AS SELECT generate_series AS x FROM generate_series(1000, 1029)`,
      );
      await database.run(`INSERT INTO ${schema}.hidden SELECT generate_series FROM generate_series(0, 9)`);
      await openWithRule(database, 'many', `x NOT IN (SELECT x FROM ${schema}.hidden)`);
      const sql = 'SELECT min(a.x) AS least, max(a.x) AS most, count(*) AS n FROM many a, many b, many c';
      const { body } = await live(database, sql, 'analyst');
      expect([database.engine, body]).toEqual([
        database.engine,
        expect.objectContaining({ state: 'rows', sampled: 20, data: [{ least: 10, most: 29, n: 8000 }] }),
      ]);
    }
  });
});

test.each(CLOSED)('a table that somebody may not read is refused by its name: %s', async (sql) => {
  for (const database of guarded.of(...ALL)) {
    for (const more of [{}, { cte: 'other' }]) {
      const text = 'cte' in more ? `WITH other AS (${sql}) SELECT 1 AS x` : sql;
      const answer = await live(database, text, 'analyst', more);
      expect([database.engine, answer]).toEqual([
        database.engine,
        expect.objectContaining({
          status: 403,
          body: {
            errors: [
              expect.objectContaining({
                error_type: 'TABLE_SECURITY_ACCESS_ERROR',
                message: expect.stringMatching(/closed/),
              }),
            ],
          },
        }),
      ]);
      expect([database.engine, numbersIn(await live(database, text, 'admin', more)).length]).toEqual([
        database.engine,
        expect.any(Number),
      ]);
    }
    const beside = 'WITH g AS (SELECT x FROM guarded), c AS (SELECT x FROM closed) SELECT g.x FROM g, c';
    expect(numbersIn(await live(database, beside, 'analyst', { cte: 'g' }))).toEqual([2, 3]);
    expect((await live(database, beside, 'analyst', { cte: 'c' })).status).toBe(403);
  }
});

test('nothing is written, whatever the database allows', async () => {
  for (const database of guarded.databases) {
    const url = `/api/v1/database/${database.id}`;
    expect((await house.as('admin', 'PUT', url, { body: { allow_dml: true } })).status).toBe(200);
    for (const sql of [
      'DELETE FROM guarded',
      'INSERT INTO guarded SELECT 9',
      'UPDATE guarded SET x = 9',
      'DROP TABLE guarded',
      'SELECT 1; DELETE FROM guarded',
      'WITH d AS (DELETE FROM guarded RETURNING x) SELECT x FROM d',
      'SELECT x INTO copied FROM guarded',
      'SELECT sneak()',
    ]) {
      for (const more of [{}, { cte: 'd' }]) {
        const { status, body } = await live(database, sql, 'admin', more);
        expect([database.engine, sql, status, member(body, 'state')]).toEqual([
          ...[database.engine, sql, 200],
          expect.stringMatching(/^(refused|problem)$/),
        ]);
      }
    }
    expect([database.engine, await database.rows()]).toEqual([database.engine, [1, 2, 3]]);
  }
});
