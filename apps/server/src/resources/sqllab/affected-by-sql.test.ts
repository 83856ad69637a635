import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { makeChart, memberId, openDataset } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('what a statement takes with it, on %s', (kind) => {
  let house: TestApp;
  let dataset: number;
  let chart: number;
  const ask = (sql: string, who: PersonName = 'admin', more: object = {}) =>
    house.as(who, 'POST', '/api/v1/sqllab/affected/', {
      body: { database_id: house.uploads, schema: 'main', sql, ...more },
    });
  const run = (sql: string) =>
    house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body: { database_id: house.uploads, sql } });

  beforeAll(async () => {
    house = await openTestApp(kind);
    const body = { allow_dml: true };
    expect((await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body })).status).toBe(200);
    expect((await run('CREATE TABLE main.fees (a INTEGER)')).status).toBe(200);
    expect((await run('INSERT INTO main.fees VALUES (1)')).status).toBe(200);
    const made = { database: house.uploads, schema: 'main', table_name: 'fees' };
    dataset = memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body: made })).body);
    chart = await makeChart(house, dataset, 'Fees by day');
  });
  afterAll(() => house.close());

  test('strangers and people without the permission are refused, and half a question too', async () => {
    expect((await house.as('nobody', 'POST', '/api/v1/sqllab/affected/', { body: {} })).status).toBe(401);
    expect((await ask('DROP TABLE fees', 'gamma')).status).toBe(403);
    expect((await house.as('admin', 'POST', '/api/v1/sqllab/affected/', { body: { sql: 'x' } })).status).toBe(
      400,
    );
    expect((await ask('DROP TABLE fees', 'admin', { database_id: 99_999 })).status).toBe(404);
    expect((await ask('DROP TABLE')).status).toBe(422);
  });

  test.each([
    ['drop', 'DROP TABLE fees'],
    ['drop', 'select 1; drop table if exists main.FEES'],
    ['drop', 'DROP SCHEMA main CASCADE'],
    ['empty', 'TRUNCATE fees'],
    ['empty', '{% if true %}DELETE FROM fees{% endif %}'],
    ['rename', 'ALTER TABLE fees RENAME TO charges'],
    ['change', 'ALTER TABLE fees DROP COLUMN a'],
  ])('%s: %s', async (does, sql) => {
    expect((await ask(sql)).body).toMatchObject({
      result: {
        losses: [{ does }],
        datasets: [{ id: dataset, table_name: 'fees', does, may_delete: true }],
        charts: [{ id: chart, name: 'Fees by day' }],
        dashboards: [],
        others: { datasets: 0, charts: 0, dashboards: 0 },
      },
    });
  });

  test('datasets are told whose SQL names the table, and are not deleted with it', async () => {
    const virtual = async (table_name: string, sql: string): Promise<number> => {
      const made = { database: house.uploads, schema: 'main', table_name, sql };
      return memberId((await house.as('admin', 'POST', '/api/v1/dataset/', { body: made })).body);
    };
    const joined = await virtual('joined', 'SELECT f.a FROM FEES f');
    const templated = await virtual(
      'templated',
      'SELECT a FROM main.fees WHERE {% if true %}a = 1{% endif %}',
    );
    const other = await virtual('other', "SELECT 'fees' AS word");
    for (const sql of ['DROP TABLE fees', 'TRUNCATE main.fees'])
      expect((await ask(sql)).body).toMatchObject({
        result: {
          datasets: [
            { id: dataset, may_delete: true },
            { id: joined, table_name: 'joined', may_delete: false },
            { id: templated, may_delete: false },
          ],
        },
      });
    for (const id of [joined, templated, other])
      expect((await house.as('admin', 'DELETE', `/api/v1/dataset/${id}`)).status).toBe(200);
  });

  test('nothing stands on other tables, and nothing is lost by what adds', async () => {
    expect((await ask('DROP TABLE IF EXISTS other.fees')).body).toMatchObject({
      result: { losses: [{ table: 'fees' }], datasets: [] },
    });
    expect((await ask('INSERT INTO fees VALUES (2)')).body).toMatchObject({
      result: { losses: [], datasets: [] },
    });
  });

  test('nobody is offered what they may not delete', async () => {
    expect((await ask('DROP TABLE fees', 'analyst')).status).toBe(403);
    await openDataset(house, dataset, 'sql_lab');
    expect((await ask('DROP TABLE fees', 'analyst')).body).toMatchObject({
      result: { datasets: [{ id: dataset, may_delete: false }], charts: [{ id: chart }] },
    });
  });

  test('kept answers go with the rows', async () => {
    const question = {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['a'], row_limit: 5 }],
    };
    const asked = () => house.as('admin', 'POST', '/api/v1/chart/data', { body: question });
    expect((await asked()).body).toMatchObject({ result: [{ data: [{ a: 1 }] }] });
    expect((await run('DELETE FROM main.fees')).status).toBe(200);
    expect((await asked()).body).toMatchObject({ result: [{ data: [] }] });
  });
});
