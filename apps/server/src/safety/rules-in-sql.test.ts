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

/**
 * Row rules where a dataset's table is read by SQL of people (contract/query.md §1.2): alpha sees of `guarded`, which
 * holds 1 to 3, the rows above 1.
 */
let guarded: GuardedHouse;
let house: TestApp;
/** Ids of the roles that alpha and the analyst hold. */
let ruled: number[];
/** The dataset on the table of each database. */
const onTable = new Map<number, number>();

beforeAll(async () => {
  guarded = await openGuardedHouse({
    CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'false',
    CHARTROOM_RLS_IN_SQLLAB: 'true',
  });
  house = guarded.house;
  ruled = [await roleId('Alpha'), await roleId('sql_lab')];
  for (const database of guarded.databases) {
    const id = await dataset(database, 'guarded');
    onTable.set(database.id, id);
    await openDataset(house, id, 'sql_lab');
    await rule(id, "x > {{ 0 if current_username() == 'admin' else 1 }}");
  }
});
afterAll(() => guarded.close());

async function roleId(name: string): Promise<number> {
  const roles = await house.as(
    'admin',
    'GET',
    `/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:${name})))`,
  );
  return Number(member(roles.body, 'result', 0, 'id'));
}

async function dataset(database: GuardedDatabase, table_name: string, more: object = {}): Promise<number> {
  const body = { database: database.id, schema: database.schema, table_name, ...more };
  const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
  expect([database.engine, made.status, made.text]).toEqual([database.engine, 201, expect.anything()]);
  return memberId(made.body);
}

/** Columns of a dataset as a change of it names them. */
async function columnsOf(id: number): Promise<object[]> {
  const columns = member((await house.as('admin', 'GET', `/api/v1/dataset/${id}`)).body, 'result', 'columns');
  return (Array.isArray(columns) ? columns : []).map((column: unknown) => ({
    id: member(column, 'id'),
    column_name: member(column, 'column_name'),
  }));
}

async function rule(datasetId: number, clause: string, roles = ruled): Promise<number> {
  const body = {
    name: `rule ${clause} of ${datasetId}`,
    filter_type: 'Regular',
    tables: [datasetId],
    roles,
    clause,
  };
  const made = await house.as('admin', 'POST', '/api/v1/rowlevelsecurity/', { body });
  expect(made.status).toBe(201);
  return memberId(made.body);
}

async function ask(id: number, query: object, who: PersonName): Promise<Answer> {
  return house.as(who, 'POST', '/api/v1/chart/data', {
    body: { datasource: { id, type: 'table' }, queries: [query] },
  });
}

/** The values of one column, in order. */
async function values(
  id: number,
  who: PersonName,
  query: object = { columns: ['x'], metrics: [] },
): Promise<number[]> {
  const answer = await ask(id, query, who);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  const rows = member(answer.body, 'result', 0, 'data');
  return (Array.isArray(rows) ? rows : [])
    .map((row: unknown) => Number(Object.values(Object(row))[0]))
    .sort((a, b) => a - b);
}

describe('F8: row rules of a table hold in virtual datasets that read it', () => {
  const quoted = (database: GuardedDatabase) =>
    ['mariadb', 'clickhouse'].includes(database.engine)
      ? `\`${database.schema}\`.\`guarded\``
      : `"${database.schema}"."guarded"`;
  test.each<[string, (database: GuardedDatabase) => string, string[]]>([
    ['by its name', () => 'SELECT x FROM guarded', ALL],
    ['by another name', () => 'SELECT g.x FROM guarded g', ALL],
    ['by its place', (database) => `SELECT x FROM ${database.schema}.guarded`, ALL],
    ['in quotes', (database) => `SELECT x FROM ${quoted(database)}`, ALL],
    ['in a comment', () => 'SELECT x FROM /* all */ guarded -- all of it', ALL],
    ['in a common table expression', () => 'WITH g AS (SELECT x FROM guarded) SELECT x FROM g', ALL],
    ['in a sub-query', () => 'SELECT x FROM (SELECT x FROM guarded) AS q', ALL],
    ['in a union', () => 'SELECT 2 AS x UNION ALL SELECT x FROM guarded', ALL],
    ['in a join', () => 'SELECT a.x FROM guarded a JOIN guarded b ON a.x = b.x', ALL],
    [
      'in a condition',
      () =>
        'SELECT x FROM (SELECT 1 AS x UNION ALL SELECT 2 AS x UNION ALL SELECT 3 AS x) AS v WHERE x IN (SELECT x FROM guarded)',
      ALL,
    ],
    ['beside other tables', () => 'SELECT a.x FROM (SELECT 1 AS y) AS one, guarded a', ALL],
    ['first of all', () => 'FROM guarded SELECT x', ['duckdb']],
    ['as a whole', () => 'FROM guarded', ['duckdb']],
    ['by a template', () => "SELECT x FROM {{ 'guard' ~ 'ed' }}", ALL],
    ['in a loop', () => '{% for _ in range(1) %}SELECT x FROM guarded{% endfor %}', ALL],
  ])('%s', async (_how, sqlOf, engines) => {
    for (const database of guarded.of(...engines)) {
      const id = await dataset(database, `virtual ${Math.random()}`, { sql: sqlOf(database) });
      expect([database.engine, await values(id, 'admin')]).toEqual([database.engine, [1, 2, 3]]);
      const asked = await ask(id, { columns: ['x'], metrics: [] }, 'alpha');
      // Where a rule cannot be put in, nothing is answered.
      if (asked.status === 403)
        expect([database.engine, asked.text]).toEqual([
          database.engine,
          expect.stringContaining('row rules'),
        ]);
      else expect([database.engine, await values(id, 'alpha')]).toEqual([database.engine, [2, 3]]);
      const samples = await house.as(
        'alpha',
        'POST',
        `/datasource/samples?datasource_type=table&datasource_id=${id}`,
        { body: {} },
      );
      expect([database.engine, samples.text]).toEqual([
        database.engine,
        expect.not.stringMatching(/"x":\s*1\b/),
      ]);
      const offered = await house.as('alpha', 'GET', `/api/v1/datasource/table/${id}/column/x/values/`);
      expect([database.engine, offered.text]).toEqual([database.engine, expect.not.stringMatching(/\b1\b/)]);
    }
  });

  test('nearly all of these are answered, not refused', async () => {
    for (const database of guarded.databases) {
      const id = await dataset(database, `answered ${Math.random()}`, {
        sql: 'WITH g AS (SELECT x FROM guarded) SELECT a.x FROM g a',
      });
      expect([database.engine, await values(id, 'alpha')]).toEqual([database.engine, [2, 3]]);
    }
  });

  test('in a metric and a calculated column of the owner, too', async () => {
    for (const database of guarded.databases) {
      const id = await dataset(database, `owned ${Math.random()}`, { sql: 'SELECT 5 AS y' });
      const body = {
        metrics: [{ metric_name: 'least', expression: '(SELECT min(x) FROM guarded)' }],
        columns: [
          ...(await columnsOf(id)),
          { column_name: 'low', expression: '(SELECT min(x) FROM guarded)', type: 'INTEGER' },
        ],
      };
      expect((await house.as('admin', 'PUT', `/api/v1/dataset/${id}`, { body })).status).toBe(200);
      for (const query of [
        { metrics: ['least'], columns: [] },
        { columns: ['low'], metrics: [] },
      ]) {
        expect([database.engine, await values(id, 'admin', query)]).toEqual([database.engine, [1]]);
        expect([database.engine, await values(id, 'alpha', query)]).toEqual([database.engine, [2]]);
      }
    }
  });

  test('a rule that is changed holds at once, and one that asks its own dataset in a circle is told', async () => {
    const [database] = guarded.of('duckdb');
    if (!database) throw new Error('DuckDB is always there.');
    const id = await dataset(database, 'virtual and kept', { sql: 'SELECT x FROM guarded' });
    expect(await values(id, 'alpha')).toEqual([2, 3]);
    const more = await rule(Number(onTable.get(database.id)), 'x < 3');
    expect(await values(id, 'alpha')).toEqual([2]);
    await house.as('admin', 'DELETE', `/api/v1/rowlevelsecurity/${more}`);
    expect(await values(id, 'alpha')).toEqual([2, 3]);
    const circle = await rule(
      Number(onTable.get(database.id)),
      `x IN (SELECT x FROM {{ dataset(${id}) }} AS q)`,
    );
    const answer = await ask(id, { columns: ['x'], metrics: [] }, 'alpha');
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    await house.as('admin', 'DELETE', `/api/v1/rowlevelsecurity/${circle}`);
  });

  test('where the settings say so, they hold in SQL Lab', async () => {
    for (const database of guarded.databases) {
      const told = async (who: PersonName) => {
        const { status, body } = await execute(house, database, 'SELECT x FROM guarded', who);
        expect([database.engine, status]).toEqual([database.engine, 200]);
        const data = member(body, 'data');
        return (Array.isArray(data) ? data : [])
          .map((row: unknown) => Number(member(row, 'x')))
          .sort((a, b) => a - b);
      };
      expect([database.engine, await told('admin')]).toEqual([database.engine, [1, 2, 3]]);
      expect([database.engine, await told('analyst')]).toEqual([database.engine, [2, 3]]);
    }
  });
});

describe('row rules of a table hold in what SQL Lab shows beside the editor', () => {
  const profile = (database: GuardedDatabase, who: PersonName, more: object = {}) =>
    house.as(who, 'POST', '/api/v1/sqllab/column_profile/', {
      body: { database_id: database.id, schema: database.schema, table: 'guarded', column: 'x', ...more },
    });

  test.each(ALL)('on %s', async (engine) => {
    for (const database of guarded.of(engine)) {
      for (const [who, smallest, rows] of [
        ['admin', '1', 3],
        ['analyst', '2', 2],
      ] as const) {
        const { status, body } = await profile(database, who);
        expect([engine, who, status, member(body, 'result')]).toEqual([
          ...[engine, who, 200],
          expect.objectContaining({ rows, smallest, greatest: '3', distinct: rows, nulls: 0, isWhole: true }),
        ]);
        const name = `table_metadata/?name=guarded&schema=${database.schema}`;
        const shown = await house.as(who, 'GET', `/api/v1/database/${database.id}/${name}`);
        const preview = await execute(house, database, String(member(shown.body, 'selectStar')), who);
        expect([engine, who, preview.status, member(preview.body, 'query', 'rows')]).toEqual([
          ...[engine, who, 200, rows],
        ]);
      }
      expect([engine, (await profile(database, 'gamma')).status]).toEqual([engine, 403]);
      expect([engine, (await profile(database, 'analyst', { table: 'unknown' })).status]).toEqual([
        engine,
        404,
      ]);
      const wrong = await profile(database, 'analyst', { column: 'x" FROM guarded --' });
      expect([engine, wrong.status >= 400 && wrong.status < 500]).toEqual([engine, true]);
    }
  });

  test('in what a planner tells', async () => {
    for (const database of guarded.of('postgresql')) {
      const body = { database_id: database.id, schema: database.schema, sql: 'SELECT x FROM guarded' };
      for (const [who, condition] of [
        ['admin', /"about":"on guarded"/],
        ['analyst', /"about":"on guarded where \(x > 1\)"/],
      ] as const) {
        const plan = await house.as(who, 'POST', '/api/v1/sqllab/plan/', { body });
        expect([who, plan.status, plan.text]).toEqual([who, 200, expect.stringMatching(condition)]);
        expect((await house.as(who, 'POST', '/api/v1/sqllab/estimate/', { body })).status).toBe(200);
      }
    }
  });

  test('nothing is shown of the data of a database whose previews are switched off', async () => {
    const [database] = guarded.databases;
    if (!database) throw new Error('There is no guarded database.');
    const url = `/api/v1/database/${database.id}`;
    const before = String(member((await house.as('admin', 'GET', url)).body, 'result', 'extra') ?? '{}');
    const extra = JSON.stringify({ ...JSON.parse(before), disable_data_preview: true });
    expect((await house.as('admin', 'PUT', url, { body: { extra } })).status).toBe(200);
    expect((await profile(database, 'admin')).status).toBe(403);
    expect((await house.as('admin', 'PUT', url, { body: { extra: before } })).status).toBe(200);
  });
});

describe('F9: what templates of metrics, columns and predicates make is checked after they were rendered', () => {
  const injected = '(SELECT max(x) FROM guarded)';
  test.each(['metric', 'column', 'predicate', 'rule'])(
    'a value of the question carries no sub-query into a %s',
    async (where) => {
      for (const database of guarded.databases) {
        const id = await dataset(database, `template ${where} ${Math.random()}`, { sql: 'SELECT 7 AS y' });
        const template = "{{ url_param('which', 'y', escape_result=False) }}";
        const body = {
          metrics: [{ metric_name: 'asked', expression: `MAX(${template})` }],
          columns: [
            ...(await columnsOf(id)),
            { column_name: 'chosen', expression: template, type: 'INTEGER' },
          ],
          fetch_values_predicate: `${template} > 0`,
        };
        expect((await house.as('admin', 'PUT', `/api/v1/dataset/${id}`, { body })).status).toBe(200);
        await openDataset(house, id, 'Gamma');
        const kept =
          where === 'rule' ? await rule(id, `${template} > 0`, [await roleId('Gamma')]) : undefined;
        const query = {
          metric: { metrics: ['asked'], columns: [] },
          column: { metrics: [], columns: ['chosen'] },
          predicate: { metrics: [], columns: ['y'], apply_fetch_values_predicate: true },
          rule: { metrics: [], columns: ['y'] },
        }[where];
        const about = (which: string) => ask(id, { ...query, url_params: { which } }, 'gamma');
        expect([database.engine, (await about('y')).status]).toEqual([database.engine, 200]);
        for (const text of [
          injected,
          '(SELECT x FROM guarded LIMIT 1)',
          `y) FROM guarded WHERE (1 = 1`,
          'y FROM guarded --',
          'y; SELECT 1',
        ]) {
          const { status, text: told } = await about(text);
          expect([database.engine, text, status >= 400 && status < 500]).toEqual([
            database.engine,
            text,
            true,
          ]);
          expect([database.engine, told]).toEqual([
            database.engine,
            expect.not.stringMatching(/"data":\s*\[\{/),
          ]);
        }
        if (kept !== undefined) await house.as('admin', 'DELETE', `/api/v1/rowlevelsecurity/${kept}`);
      }
    },
  );
});
