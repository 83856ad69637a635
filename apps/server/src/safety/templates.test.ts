import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonName, TestApp } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';
import { execute, type GuardedDatabase, type GuardedHouse, openGuardedHouse } from './guarded-databases.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
let guarded: GuardedHouse;
let house: TestApp;
beforeAll(async () => {
  guarded = await openGuardedHouse();
  house = guarded.house;
});
afterAll(() => guarded.close());

/** A table of the engine that nobody was given. */
const HIDDEN = {
  sqlite: 'sqlite_master',
  duckdb: 'information_schema.tables',
  postgresql: 'pg_catalog.pg_class',
  mariadb: 'mysql.user',
  clickhouse: 'system.tables',
};
let made = 0;

/** A virtual dataset that the person `gamma` may read; its database is closed to them. */
async function datasetOf(database: GuardedDatabase, sql: string): Promise<number> {
  made += 1;
  const body = { database: database.id, table_name: `templated ${made}`, sql, schema: database.schema };
  const answer = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  const id = memberId(answer.body);
  const shared = await house.as('admin', 'PUT', `/api/v1/dataset/${id}`, {
    body: { owners: [house.ids.admin, house.ids.gamma] },
  });
  expect(shared.status).toBe(200);
  return id;
}

function ask(who: PersonName, dataset: number, query: object, address = '') {
  const body = {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: ['x'], metrics: [], orderby: [['x', true]], ...query }],
  };
  return house.as(who, 'POST', `/api/v1/chart/data${address}`, { body });
}

async function rows(who: PersonName, dataset: number, query: object = {}): Promise<unknown> {
  const answer = await ask(who, dataset, query);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  const data = member(answer.body, 'result', 0, 'data');
  return Array.isArray(data) ? data.map((row) => member(row, 'x')) : [];
}

describe('S46: templates that never end or reach for what is closed', () => {
  test.each([
    "{{ ''.__class__ }}",
    "{{ ''.constructor.constructor('return process')() }}",
    "{{ __proto__ }}{{ ''['__proto__'] }}",
    '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}',
    "{{ 'a' * 10000000 }}",
    '{% set a = [1] %}{% set _ = a.append(a) %}{{ a }}',
    "{% include '/etc/passwd' %}",
    '{{ range(1000000) }}',
  ])('%s is refused', async (template) => {
    for (const database of guarded.databases) {
      const answer = await execute(house, database, `SELECT '${template}' AS x`);
      // A name that means nothing in templates is a parameter that is missing (400).
      expect([template, answer.status]).toEqual([
        template,
        expect.toSatisfy((status: number) => status === 422 || status === 400),
      ]);
      const body = {
        database: database.id,
        table_name: 'never made',
        sql: `SELECT '${template}' AS x`,
        schema: database.schema,
      };
      // Printed into SQL, what is closed is a text that the parser (422) or the engine (400) cannot read.
      const made = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
      expect([template, made.status]).toEqual([
        template,
        expect.toSatisfy((status: number) => status === 422 || status === 400),
      ]);
    }
  });
});

describe('A8: values of addresses and filters', () => {
  test.each(["' OR '1'='1", "x' UNION SELECT 1 --", "\\' OR 1=1 --", "ʼ' OR 'a'='a", '{{ 1 }}'])(
    'stay inside their quotes: %s',
    async (value) => {
      for (const database of guarded.databases) {
        const byAddress = await datasetOf(
          database,
          "SELECT x FROM guarded WHERE CAST(x AS VARCHAR(9)) = '{{ url_param('p', '2') }}'",
        );
        expect(await rows('gamma', byAddress)).toEqual([2]);
        expect(await rows('gamma', byAddress, { url_params: { p: value } })).toEqual([]);
        const called = await ask(
          'gamma',
          byAddress,
          { url_params: { p: '1' } },
          `?p=${encodeURIComponent(value)}`,
        );
        expect([called.status, member(called.body, 'result', 0, 'rowcount')]).toEqual([200, 0]);
        const byFilter = await datasetOf(
          database,
          "SELECT CAST(x AS VARCHAR(9)) AS x FROM guarded WHERE CAST(x AS VARCHAR(9)) IN {{ filter_values('x', '3')|where_in }}",
        );
        expect(await rows('gamma', byFilter)).toEqual(['3']);
        expect(await rows('gamma', byFilter, { filters: [{ col: 'x', op: 'IN', val: [value] }] })).toEqual(
          [],
        );
      }
    },
  );
});

describe('A17, S47: what a template reaches is decided after it is rendered', () => {
  test('a table that comes from the address has to be open to whoever asks', async () => {
    for (const database of guarded.databases) {
      const dataset = await datasetOf(database, "SELECT COUNT(*) AS x FROM {{ url_param('t', 'guarded') }}");
      expect(await rows('gamma', dataset)).toEqual([3]);
      const url_params = { t: HIDDEN[database.engine] };
      expect([database.engine, (await ask('gamma', dataset, { url_params })).status]).toEqual([
        database.engine,
        403,
      ]);
      expect((await ask('admin', dataset, { url_params })).status).toBe(200);
    }
  });

  test('a table in a branch that only some people see is not given away by the dataset', async () => {
    for (const database of guarded.databases) {
      const sql = `SELECT COUNT(*) AS x FROM {% if current_username() == 'gamma' %}${HIDDEN[database.engine]}{% else %}guarded{% endif %}`;
      expect([database.engine, (await ask('gamma', await datasetOf(database, sql), {})).status]).toEqual([
        database.engine,
        403,
      ]);
    }
  });

  test('a value that leaves its quotes gains no table', async () => {
    for (const database of guarded.databases) {
      const dataset = await datasetOf(
        database,
        `SELECT x FROM guarded WHERE 'a' IN ({{ "'" + "','".join(filter_values('x', 'a')) + "'" }})`,
      );
      expect(await rows('gamma', dataset)).toEqual([1, 2, 3]);
      const val = [`a') UNION SELECT COUNT(*) FROM ${HIDDEN[database.engine]} WHERE ('b'='b`];
      const answer = await ask('gamma', dataset, { filters: [{ col: 'x', op: 'IN', val }] });
      expect([database.engine, answer.status]).toEqual([database.engine, 403]);
    }
  });

  test('a template in a question or a script opens nothing either', async () => {
    for (const database of guarded.databases) {
      const dataset = await datasetOf(database, 'SELECT x FROM guarded');
      const where = `x IN ({{ 'SEL' ~ 'ECT' }} COUNT(*) FROM ${HIDDEN[database.engine]})`;
      expect((await ask('gamma', dataset, { extras: { where } })).status).toBe(403);
      const script = `SELECT COUNT(*) FROM {{ 'guar' ~ 'ded' }}`;
      expect((await execute(house, database, script, 'analyst')).status).toBe(403);
    }
  });
});

describe('A4: what a template can print', () => {
  test('is what the contract lists, never an object of the installation', async () => {
    const [database] = guarded.databases;
    if (!database) throw new Error('There is no database to ask.');
    const names = ['config', 'session', 'request', 'process', 'globalThis', 'environ', 'g', 'app'];
    const sql = `SELECT '${names.map((name) => `{{ ${name} is defined }}`).join(',')}' AS x`;
    const dataset = await datasetOf(database, sql);
    expect(await rows('gamma', dataset)).toEqual([names.map(() => 'False').join(',')]);
  });
});
