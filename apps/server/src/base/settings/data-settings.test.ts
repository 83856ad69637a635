import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeDataset, member } from '../../testing/things.ts';
import { readSettings } from '../config.ts';
import { unknownEngines } from './data-settings.ts';

describe('what the operator chose for data', () => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp('sqlite', {
      settings: {
        CHARTROOM_CSV_EXPORT: '{"sep":";","decimal":",","encoding":"utf-8"}',
        CHARTROOM_DISALLOWED_SQL_FUNCTIONS: '{"duckdb":["REVERSE"]}',
        CHARTROOM_TIME_GRAIN_DENYLIST: 'PT1S,P1D',
        CHARTROOM_DBS_AVAILABLE_DENYLIST: '{"mysql":["mysqldb"],"trino":["another"]}',
        CHARTROOM_PREFERRED_DATABASES: 'Trino, DuckDB',
        CHARTROOM_VIZ_TYPE_DENYLIST: 'rose',
        CHARTROOM_SQLLAB_PAYLOAD_MAX_MB: '0.01',
      },
    });
  });
  afterAll(() => house.close());
  const run = (sql: string, more: object = {}) =>
    house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
      body: { database_id: house.uploads, sql, ...more },
    });
  const errorOf = (answer: Answer) => ({
    status: answer.status,
    type: member(answer.body, 'errors', 0, 'error_type'),
  });

  test('more functions are closed, and those of the installation stay so', async () => {
    const closed = { status: 422, type: 'SYNTAX_ERROR' };
    expect(errorOf(await run("select Reverse('a')"))).toEqual(closed);
    expect(errorOf(await run("select * from read_csv('/etc/passwd')"))).toEqual(closed);
    expect((await run("select upper('a') as a")).body).toMatchObject({ data: [{ a: 'A' }] });
  });

  test('grains are neither offered nor answered', async () => {
    const dataset = await makeDataset(house, 'moments');
    const { body } = await house.as(
      'admin',
      'GET',
      `/api/v1/explore/?datasource_id=${dataset}&datasource_type=table`,
    );
    const grains = member(body, 'result', 'dataset', 'time_grain_sqla');
    const durations = Array.isArray(grains) ? grains.map((grain: unknown) => member(grain, 0)) : [];
    expect(durations).toContain('P1M');
    expect(durations).not.toContain('P1D');
    const asked = (grain: string) => {
      const moment = {
        label: 't',
        sqlExpression: 'current_date',
        expressionType: 'SQL',
        columnType: 'BASE_AXIS',
        timeGrain: grain,
      };
      const queries = [{ columns: [moment], metrics: ['count'], extras: { time_grain_sqla: grain } }];
      return house.as('admin', 'POST', '/api/v1/chart/data', {
        body: { datasource: { id: dataset, type: 'table' }, queries },
      });
    };
    expect((await asked('P1M')).status).toBe(200);
    expect(await asked('P1D')).toMatchObject({
      status: 400,
      text: expect.stringContaining('No grain spec for P1D'),
    });
  });

  test('chart types that are not offered are not answered the older way', async () => {
    const dataset = await makeDataset(house, 'drawn');
    const asked = (viz_type: string) => {
      const form = {
        datasource: `${dataset}__table`,
        viz_type,
        groupby: ['a'],
        columns: ['b'],
        metric: 'count',
        time_range: 'No filter',
      };
      return house.as('admin', 'POST', '/superset/explore_json/', {
        body: { form_data: JSON.stringify(form) },
      });
    };
    expect(await asked('rose')).toMatchObject({
      status: 400,
      text: expect.stringContaining('rose is not offered here'),
    });
    expect((await asked('chord')).status).toBe(200);
  });

  test('files are written with the signs of the place', async () => {
    await run(
      "select 1.5::double as f, 2.25::decimal(4, 2) as d, 'x;y' as t, 'a,b' as u, date '2024-01-31' as day",
      {
        client_id: 'signs',
      },
    );
    const lab = await house.as('admin', 'GET', '/api/v1/sqllab/export/signs/');
    expect(lab.text).toBe('f;d;t;u;day\n1,5;2,25;"x;y";a,b;2024-01-31\n');
    const dataset = await makeDataset(house, 'signed');
    const queries = [
      { columns: ['b'], metrics: [{ expressionType: 'SQL', sqlExpression: 'avg(a)', label: 'mean' }] },
    ];
    const body = { datasource: { id: dataset, type: 'table' }, queries, result_format: 'csv' };
    expect((await house.as('admin', 'POST', '/api/v1/chart/data', { body })).text).toBe('b;mean\nx;1,0\n');
  });

  test('engines are offered in the order of preference, without those that are denied', async () => {
    const engines = member((await house.as('admin', 'GET', '/api/v1/database/available/')).body, 'databases');
    const names = Array.isArray(engines)
      ? engines.map((each: unknown) => [member(each, 'name'), member(each, 'preferred')])
      : [];
    expect(names.slice(0, 2)).toEqual([
      ['Trino', true],
      ['DuckDB', true],
    ]);
    const others = names.slice(2).map(([name]) => String(name));
    expect(others).toEqual(others.toSorted());
    expect(others).toContain('MariaDB');
    expect(others).not.toContain('MySQL');
  });

  test('rows that are too large for one run are refused, whoever waits for them', async () => {
    const large = "select repeat('x', 100) as t from range(1000)";
    expect(errorOf(await run(large, { client_id: 'large' }))).toEqual({
      status: 413,
      type: 'RESULT_TOO_LARGE_ERROR',
    });
    const record = (id: string) =>
      house.services.db.selectFrom('queries').selectAll().where('client_id', '=', id).executeTakeFirst();
    expect(await record('large')).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('0.01 MB'),
    });
    expect((await run(large, { client_id: 'later', runAsync: true })).status).toBe(202);
    await expect.poll(async () => (await record('later'))?.status, { timeout: 10_000 }).toBe('failed');
    expect((await run('select 1 as n')).status).toBe(200);
  });
});

test('pages of other sites are allowed where the operator says so, and one’s own by its full address', async () => {
  const lead = async (settings: Record<string, string>, default_endpoint: string) => {
    const house = await openTestApp('sqlite', { settings });
    const id = await makeDataset(house, 'led');
    const { status } = await house.as('admin', 'PUT', `/api/v1/dataset/${id}`, {
      body: { default_endpoint },
    });
    await house.close();
    return status;
  };
  expect(
    await lead({ CHARTROOM_PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET: 'false' }, 'http://www.example.org'),
  ).toBe(200);
  expect(
    await lead({ CHARTROOM_BASE_URL: 'https://charts.example.org' }, 'https://charts.example.org/explore/'),
  ).toBe(200);
});

test('a page of another site that came otherwise is not where a dataset leads', async () => {
  const house = await openTestApp('sqlite');
  const id = await makeDataset(house, 'brought');
  const shown = async () => {
    const { body } = await house.as('admin', 'GET', '/api/v1/dataset/');
    return member(body, 'result', 0, 'explore_url');
  };
  const change = house.services.db.updateTable('datasets').where('id', '=', id);
  await change.set({ default_endpoint: 'https://evil.example/' }).execute();
  expect(await shown()).toBe(`/explore/?datasource_type=table&datasource_id=${id}`);
  await change.set({ default_endpoint: '/superset/dashboard/1/' }).execute();
  expect(await shown()).toBe('/superset/dashboard/1/');
  await house.close();
});

test('engines whose functions are to be closed are known by the names of addresses', async () => {
  expect(await unknownEngines({ postgresql: [], clickhouse: [] }, { PostgreSQL: [], oracel: [] })).toEqual([
    'PostgreSQL',
    'oracel',
  ]);
});

test('choices that cannot be kept are named at the start', async () => {
  const refused = async (name: string, value: string) => {
    const error: unknown = await readSettings({ [`CHARTROOM_${name}`]: value }, '/').catch(
      (reason: unknown) => reason,
    );
    return error instanceof Error ? error.message : undefined;
  };
  expect(await refused('CSV_EXPORT', '{"na_rep":"-"}')).toContain(
    'CHARTROOM_CSV_EXPORT: Unrecognized key: "na_rep"',
  );
  expect(await refused('CSV_EXPORT', '{"encoding":"latin-1"}')).toContain('CHARTROOM_CSV_EXPORT.encoding');
  expect(await refused('CSV_EXPORT', '{"sep":",","decimal":","}')).toContain('sep and decimal must differ');
  expect(await refused('CSV_EXTENSIONS', 'c.s.v')).toContain('must be endings of files');
});
