import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, type TestApp } from '../../testing/test-app.ts';
import { member, memberId, openDataset } from '../../testing/things.ts';

/** Partitions of the tables that the coordinator's double has: names and types of their fields, and what is newest. */
const TABLES: Record<string, { fields: [name: string, type: string][]; newest: unknown[][] }> = {
  '"logs"': { fields: [['ds', 'date']], newest: [['2024-02-29']] },
  '"web"."hidden"': { fields: [['ds', 'varchar']], newest: [['secret']] },
  '"archive"."web"."logs"': { fields: [['ds', 'varchar']], newest: [['old']] },
  '"empty"': { fields: [['ds', 'varchar']], newest: [] },
  '"hourly"': {
    fields: [
      ['ds', 'date'],
      ['region', 'varchar'],
      ['hour', 'bigint'],
    ],
    newest: [['2024-02-29', "o'west", 23]],
  },
};

let house: TestApp;
let coordinator: Server;
let database: number;
/** What the coordinator was asked, in order. */
let asked: string[] = [];
let made = 0;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  coordinator = createServer((request, response) => {
    void text(request).then((sql) => {
      asked.push(sql);
      response.end(JSON.stringify({ id: 'q', infoUri: 'http://lake.example/ui/q', ...answered(sql) }));
    });
  }).listen(0, '127.0.0.1');
  await once(coordinator, 'listening');
  const address = coordinator.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const body = {
    database_name: 'lake',
    sqlalchemy_uri: `trino://ann@127.0.0.1:${port}/hive/web?http_scheme=http`,
    expose_in_sqllab: true,
  };
  database = memberId((await house.as('admin', 'POST', '/api/v1/database/', { body })).body);
});
afterAll(async () => {
  coordinator.closeAllConnections();
  coordinator.close();
  await house.close();
});
beforeEach(async () => {
  await (await house.services.data()).forgetDatabase(database);
  asked = [];
});

function answered(sql: string): object {
  const [, path = ''] = /FROM (.+)\$partitions"/.exec(sql) ?? [];
  if (path === '') return { columns: [{ name: 'x', type: 'varchar' }], data: [['row']] };
  const table = TABLES[`${path}"`];
  if (!table)
    return {
      error: {
        message: `line 1:15: Table 'hive.web.${path}' does not exist`,
        errorCode: 46,
        errorName: 'TABLE_NOT_FOUND',
      },
    };
  const columns = table.fields.map(([name, type]) => ({ name, type, typeSignature: { rawType: type } }));
  return { columns, data: sql.endsWith('LIMIT 0') ? [] : table.newest };
}

/** What the coordinator was asked of partitions. */
const ofPartitions = () => asked.filter((sql) => sql.includes('$partitions'));

async function run(template: string, who: PersonName = 'admin', id = database) {
  const body = {
    database_id: id,
    sql: `SELECT '${template}' AS x`,
    schema: id === database ? 'web' : 'main',
    templateParams: '{"n": 1}',
  };
  return house.as(who, 'POST', '/api/v1/sqllab/execute/', { body });
}

const rendered = (answer: { body: unknown }): string =>
  /SELECT '(.*)' AS x/.exec(String(member(answer.body, 'query', 'executedSql')))?.[1] ?? '';

async function datasetOf(sql: string): Promise<number> {
  made += 1;
  const body = { database, table_name: `lake ${made}`, sql, schema: 'web' };
  const answer = await house.as('admin', 'POST', '/api/v1/dataset/', { body });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  const id = memberId(answer.body);
  await house.as('admin', 'PUT', `/api/v1/dataset/${id}`, {
    body: { owners: [house.ids.admin, house.ids.gamma] },
  });
  return id;
}

const ask = (who: PersonName, id: number, query: object = {}) =>
  house.as(who, 'POST', '/api/v1/chart/data', {
    body: { datasource: { id, type: 'table' }, queries: [{ columns: ['x'], row_limit: 5, ...query }] },
  });

test.each([false, true])(
  'the page of the engine about a query stands in its record, runAsync %s',
  async (runAsync) => {
    const client_id = `tracked${runAsync ? 1 : 0}`;
    const body = { database_id: database, sql: 'SELECT x FROM web.logs', client_id, runAsync };
    expect((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).status).toBe(
      runAsync ? 202 : 200,
    );
    const told = async () =>
      member(
        (
          await house.as(
            'admin',
            'GET',
            `/api/v1/query/?q=(filters:!((col:client_id,opr:eq,value:${client_id})))`,
          )
        ).body,
        'result',
        0,
        'tracking_url',
      );
    await expect.poll(told).toBe('http://lake.example/ui/q');
  },
);

test('the newest partition of a table stands beside its columns', async () => {
  const about = (name: string) =>
    house.as('admin', 'GET', `/api/v1/database/${database}/table_metadata/?name=${name}`);
  expect(member((await about('logs')).body, 'partitions')).toEqual({
    latest: '2024-02-29',
    partitionQuery: 'SELECT *\nFROM "logs$partitions"',
  });
  for (const name of ['empty', 'hourly', 'plain'])
    expect(member((await about(name)).body, 'partitions')).toBeUndefined();
});

describe('partitions of tables in templates', () => {
  test.each([
    [
      "{{ presto.latest_partition('logs') }}",
      '2024-02-29',
      'SELECT * FROM "logs$partitions" ORDER BY "ds" DESC LIMIT 1',
    ],
    [
      "{{ trino.first_latest_partition('logs') }}",
      '2024-02-29',
      'SELECT * FROM "logs$partitions" ORDER BY "ds" DESC LIMIT 1',
    ],
    [
      "{{ trino.latest_partitions('logs')|join('+') }}",
      '2024-02-29',
      'SELECT * FROM "logs$partitions" ORDER BY "ds" DESC LIMIT 1',
    ],
    [
      '{{ presto.latest_partition(\'archive.web."logs"\') }}',
      'old',
      'SELECT * FROM "archive"."web"."logs$partitions" ORDER BY "ds" DESC LIMIT 1',
    ],
    [
      "{{ presto.latest_partition('empty') }}",
      'None',
      'SELECT * FROM "empty$partitions" ORDER BY "ds" DESC LIMIT 1',
    ],
    [
      "{{ presto.latest_sub_partition('hourly', ds='2024-02-29', region=\"o'west\") + 1 }}",
      '24',
      `SELECT * FROM "hourly$partitions" WHERE "ds" = CAST('2024-02-29' AS DATE) AND "region" = 'o''west' ORDER BY "hour" DESC LIMIT 1`,
    ],
  ])('%s is %s', async (template, value, question) => {
    const answer = await run(template);
    expect([answer.status, rendered(answer)]).toEqual([200, value]);
    expect(ofPartitions()).toEqual([question.replace(/( WHERE .*)? ORDER.*/, ' LIMIT 0'), question]);
  });

  test.each([
    [
      "{{ presto.latest_partition('plain') }}",
      'Error getting partition for plain. Verify that this table has a partition.',
    ],
    ["{{ presto.latest_partition('hourly') }}", 'single partitioned field'],
    [
      "{{ presto.latest_sub_partition('hourly', ds='x') }}",
      'A filter needs to be specified for 2 out of the 3 fields.',
    ],
    [
      "{{ presto.latest_sub_partition('hourly', day='x') }}",
      'Field [day] is not part of the partitioning key',
    ],
    ['{{ presto.latest_partition(n) }}', 'needs a table as text'],
    ["{{ presto.latest_partition('a.b.c.d') }}", 'needs a table as text'],
    ["{{ hive.latest_partition('logs') }}", "the macros of 'hive' work on no engine"],
  ])('%s says what is wrong', async (template, problem) => {
    const answer = await run(template);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(problem)]);
  });

  test('an engine without partitions says so', async () => {
    const answer = await run("{{ presto.latest_partition('logs') }}", 'admin', house.uploads);
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringMatching(/'presto.latest_partition' cannot be asked of DuckDB: .* presto/),
    ]);
  });

  test('a table is asked for once a minute, however often it is named', async () => {
    const twice = "{{ presto.latest_partition('logs') }} {{ trino.latest_partition('logs') }}";
    expect(rendered(await run(twice))).toBe('2024-02-29 2024-02-29');
    expect(rendered(await run(twice))).toBe('2024-02-29 2024-02-29');
    expect(ofPartitions()).toHaveLength(2);
  });
});

describe('who may ask', () => {
  beforeAll(async () => openDataset(house, await datasetOf('SELECT x FROM logs'), 'sql_lab'));

  test('the engine is asked nothing about a table that somebody may not read', async () => {
    const answer = await run("{{ presto.latest_partition('web.hidden') }}", 'analyst');
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('web.hidden')]);
    expect(asked).toEqual([]);
  });

  test('what is known from somebody else is given to nobody who may not read the table', async () => {
    const template = "{{ presto.latest_partition('web.hidden') }}";
    expect(rendered(await run(template))).toBe('secret');
    expect((await run(template, 'analyst')).status).toBe(403);
    const dataset = await datasetOf('SELECT x FROM logs');
    const answer = await ask('gamma', dataset, { extras: { where: `x = '${template}'` } });
    expect([answer.status, answer.text]).toEqual([403, expect.not.stringContaining('secret')]);
  });

  test('nobody makes a dataset of the partitions of a table that they may not read', async () => {
    const dataset = await datasetOf('SELECT x FROM logs');
    const body = { sql: "SELECT x FROM logs WHERE x = '{{ presto.latest_partition('web.hidden') }}'" };
    const answer = await house.as('gamma', 'PUT', `/api/v1/dataset/${dataset}`, { body });
    expect(answer.status).toBe(403);
    expect(ofPartitions()).toEqual([]);
  });

  test('the author of a dataset answers for the tables that it names for everybody, and for no other', async () => {
    const named = await datasetOf(
      "SELECT x FROM logs WHERE x = '{{ presto.latest_partition('web.hidden') }}'",
    );
    const answer = await ask('gamma', named);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    expect(asked.at(-1)).toContain("x = 'secret'");
    const given = await datasetOf(
      "SELECT x FROM logs WHERE x = '{{ presto.latest_partition(url_param('t', 'logs')) }}'",
    );
    expect((await ask('gamma', given)).status).toBe(200);
    expect((await ask('gamma', given, { url_params: { t: 'web.hidden' } })).status).toBe(403);
    expect((await ask('admin', given, { url_params: { t: 'web.hidden' } })).status).toBe(200);
  });

  test('a dataset lies in the catalog that the address names, without the schema behind it', async () => {
    const shown = await house.as('admin', 'GET', `/api/v1/dataset/${await datasetOf('SELECT x FROM logs')}`);
    expect(shown.body).toMatchObject({ result: { catalog: 'hive', schema: 'web' } });
  });

  test('answers are kept apart by the table that was asked', async () => {
    const dataset = await datasetOf(
      "SELECT x FROM logs {% if presto.latest_partition(url_param('t', 'logs', false)) %}{% endif %}",
    );
    const keyOf = async (t: string) =>
      member((await ask('admin', dataset, { url_params: { t } })).body, 'result', 0, 'cache_key');
    expect(await keyOf('logs')).toBe(await keyOf('logs'));
    expect(await keyOf('logs')).not.toBe(await keyOf('web.hidden'));
  });
});
