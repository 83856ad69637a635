import { once } from 'node:events';
import { createServer } from 'node:http';
import { ENGINES } from '@chartroom/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendForm } from '../../testing/form-calls.ts';
import { type Answer, openTestApp, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('connections on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind, { settings: { CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'true' } });
  });
  afterAll(() => house.close());

  const post = (path: string, body: unknown, who: 'admin' | 'alpha' = 'admin') =>
    house.as(who, 'POST', `/api/v1/database/${path}`, { body });
  const problem = ({ status, body }: Answer) => {
    const error = member(body, 'errors', 0);
    const { invalid, missing } = {
      invalid: member(error, 'extra', 'invalid'),
      missing: member(error, 'extra', 'missing'),
    };
    return { status, type: member(error, 'error_type'), fields: invalid ?? missing };
  };

  test('a form is looked at field by field', async () => {
    const check = (parameters: object, engine = 'postgresql') =>
      post('validate_parameters/', { engine, configuration_method: 'dynamic_form', parameters });
    const full = { host: '127.0.0.1', port: 1, username: 'u', database: 'd' };
    expect(problem(await check({ host: '127.0.0.1' }))).toEqual({
      status: 422,
      type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
      fields: ['database', 'port', 'username'],
    });
    // What is not filled in yet is a warning, beside all that is wrong already.
    const several = await check({ host: 'no-such-host.invalid', username: 'u' });
    expect(member(several.body, 'errors')).toMatchObject([
      {
        error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
        level: 'warning',
        extra: { missing: ['database', 'port'] },
      },
      { error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR', level: 'error', extra: { invalid: ['host'] } },
    ]);
    expect(problem(await check({ ...full, host: 'no-such-host.invalid' }))).toEqual({
      status: 422,
      type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
      fields: ['host'],
    });
    const closed = { status: 422, type: 'CONNECTION_PORT_CLOSED_ERROR', fields: ['port'] };
    expect(problem(await check(full))).toEqual(closed);
    const badPort = { status: 422, type: 'CONNECTION_INVALID_PORT_ERROR', fields: ['port'] };
    expect(problem(await check({ ...full, port: 70_000 }))).toEqual(badPort);
    const word = await check({ ...full, port: 'next' });
    expect(problem(word)).toEqual(badPort);
    expect(member(word.body, 'errors', 'length')).toBe(2);
    expect(problem(await check(full, 'duckdb'))).toMatchObject({
      status: 422,
      type: 'GENERIC_DB_ENGINE_ERROR',
    });
    expect(problem(await check({}, 'trino'))).toMatchObject({
      status: 422,
      type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    });
    expect((await check({ query: {} }, 'bigquery')).status).toBe(200);
    const form = {
      engine: 'postgresql',
      configuration_method: 'dynamic_form',
      server_cert: 'none',
      parameters: full,
    };
    const junk = { status: 422, type: 'INVALID_PAYLOAD_SCHEMA_ERROR' };
    expect(problem(await post('validate_parameters/', { ...form, extra: '{' }))).toEqual({
      ...junk,
      fields: ['extra'],
    });
    const empty = await post('validate_parameters/', {});
    expect(problem(empty)).toEqual({ ...junk, fields: ['engine'] });
    const second = {
      message: 'Missing data for required field.',
      extra: { invalid: ['configuration_method'] },
    };
    expect(member(empty.body, 'errors', 1)).toMatchObject(second);
    expect((await post('validate_parameters/', {}, 'alpha')).status).toBe(403);
  });

  test('an address can be built from fields, and one that cannot is refused', async () => {
    const form = { database_name: 'built', configuration_method: 'dynamic_form' };
    const parameters = { host: '127.0.0.1', port: 1, username: 'u', password: 'secret', database: 'd' };
    const tried = await post('test_connection/', { ...form, engine: 'postgresql', parameters });
    expect(problem(tried)).toMatchObject({ status: 400, type: 'CONNECTION_PORT_CLOSED_ERROR' });
    expect(tried.text).not.toContain('secret');
    expect((await post('test_connection/', { ...form, parameters })).body).toMatchObject({
      message: { _schema: [expect.anything()] },
    });
    expect((await post('test_connection/', { ...form, engine: 'oracle', parameters })).status).toBe(400);
  });

  test('engines that are not reached by host and account have forms of their own', async () => {
    const { body } = await house.as('admin', 'GET', '/api/v1/database/available/');
    const engines = member(body, 'databases');
    const formOf = (engine: string) =>
      Array.isArray(engines)
        ? member(
            engines.find((each: unknown) => member(each, 'engine') === engine),
            'parameters',
          )
        : undefined;
    expect(Object.keys(Object(member(formOf('snowflake'), 'properties')))).toContain('warehouse');
    expect(member(formOf('databricks'), 'required')).toContain('http_path_field');
    expect(member(formOf('bigquery'), 'properties', 'credentials_info')).toMatchObject({
      'x-encrypted-extra': true,
    });
    expect(member(formOf('clickhousedb'), 'required')).toEqual(['host']);
    // What is missing is asked of each engine's own fields.
    const parameters = { host: '127.0.0.1', access_token: 't', port: 1 };
    const check = { engine: 'databricks', configuration_method: 'dynamic_form', parameters };
    expect(member((await post('validate_parameters/', check)).body, 'errors')).toMatchObject([
      { extra: { missing: ['default_catalog', 'default_schema', 'http_path_field'] } },
      { error_type: 'CONNECTION_PORT_CLOSED_ERROR' },
    ]);
    const junk = {
      database_name: 'big',
      engine: 'bigquery',
      configuration_method: 'dynamic_form',
      parameters: {},
      masked_encrypted_extra: JSON.stringify({ credentials_info: 'none' }),
    };
    expect(problem(await post('test_connection/', junk))).toMatchObject({
      status: 400,
      type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
    });
  });

  test('engines that open files of the server are neither offered nor taken', async () => {
    const engines = member((await house.as('admin', 'GET', '/api/v1/database/available/')).body, 'databases');
    const offered = Array.isArray(engines) ? engines.map((each: unknown) => member(each, 'engine')) : [];
    const known = ENGINES.map(({ id }) => id).filter((id) => id !== 'sqlite');
    expect(offered.slice(0, 3)).toEqual(['postgresql', 'presto', 'mysql']);
    expect(offered.toSorted()).toEqual(known.toSorted());
    const file = { database_name: 'file', sqlalchemy_uri: 'sqlite:///file.sqlite' };
    const refusal = {
      status: 400,
      body: { message: { sqlalchemy_uri: [expect.stringContaining('security reasons')] } },
    };
    expect(await post('', file)).toMatchObject(refusal);
    expect(await post('test_connection/', file)).toMatchObject(refusal);
    expect(await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body: file })).toMatchObject(
      refusal,
    );
  });

  test('a database that is down is renamed: what did not change of its address is not tried', async () => {
    const { services } = house;
    const id = Number(
      member((await post('', { database_name: 'up', sqlalchemy_uri: 'duckdb:///:memory:' })).body, 'id'),
    );
    const sqlalchemy_uri = 'postgresql+psycopg2://ann:XXXXXXXXXX@127.0.0.1:1/sales?application_name=a%20b';
    await services.db
      .updateTable('databases')
      .set({ sqlalchemy_uri, backend: 'postgresql', secrets: services.secrets.seal('{"password":"pw"}') })
      .where('id', '=', id)
      .execute();
    const put = (body: object) => house.as('admin', 'PUT', `/api/v1/database/${id}`, { body });
    const { body } = await house.as('admin', 'GET', `/api/v1/database/${id}/connection`);
    const address = { sqlalchemy_uri: member(body, 'result', 'sqlalchemy_uri') };
    const fields = {
      configuration_method: 'dynamic_form',
      engine: 'postgresql',
      driver: 'psycopg2',
      parameters: member(body, 'result', 'parameters'),
    };
    expect((await put({ database_name: 'down', ...address })).status).toBe(200);
    expect((await put({ database_name: 'still down', ...fields })).status).toBe(200);
    expect((await put({ ...address, extra: '{"cost_estimate_enabled":true}' })).status).toBe(200);
    const elsewhere = [
      { sqlalchemy_uri: sqlalchemy_uri.replace('sales', 'other') },
      { ...address, extra: '{"engine_params":{"connect_args":{"a":1}}}' },
      { ...address, masked_encrypted_extra: '{"a":1}' },
    ];
    for (const each of elsewhere) expect((await put(each)).status).toBeGreaterThanOrEqual(400);
    const row = await services.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({
      database_name: 'still down',
      sqlalchemy_uri: expect.stringContaining('sales'),
    });
  });

  test('secrets reach the engine, also when a form sends them back masked', async () => {
    const tokens: (string | undefined)[] = [];
    const catalogs: unknown[] = [];
    const columns = [{ name: 'Schema', type: 'varchar' }];
    const coordinator = createServer((request, response) => {
      tokens.push(request.headers.authorization);
      catalogs.push(request.headers['x-trino-catalog']);
      response.end(JSON.stringify({ id: 'q', columns, data: [['web']] }));
    }).listen(0, '127.0.0.1');
    await once(coordinator, 'listening');
    const address = coordinator.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    try {
      const form = {
        database_name: 'trino',
        sqlalchemy_uri: `trino://ann@127.0.0.1:${port}/hive?http_scheme=http`,
      };
      const masked_encrypted_extra = JSON.stringify({ auth_method: 'jwt', auth_params: { token: 'abc' } });
      const made = await post('', { ...form, masked_encrypted_extra });
      expect(made.status).toBe(201);
      const path = `/api/v1/database/${String(member(made.body, 'id'))}`;
      const shown = await house.as('admin', 'GET', `${path}/connection`);
      const masked = member(shown.body, 'result', 'masked_encrypted_extra');
      expect(masked).not.toContain('abc');
      const body = { ...form, masked_encrypted_extra: masked };
      expect((await house.as('admin', 'PUT', path, { body })).status).toBe(200);
      expect((await house.as('admin', 'GET', `${path}/schemas/?q=(force:!t)`)).body).toMatchObject({
        result: ['web'],
      });
      expect(new Set(tokens)).toEqual(new Set(['Bearer abc']));

      // The virtual table names no catalog: the connection has to say it.
      const dataset = {
        database: member(made.body, 'id'),
        catalog: 'other',
        schema: 'web',
        table_name: 'v',
        sql: 'SELECT * FROM t',
      };
      expect(await house.as('admin', 'POST', '/api/v1/dataset/', { body: dataset })).toMatchObject({
        status: 422,
        body: { message: { catalog: ['Only the default catalog is supported for this connection'] } },
      });
      const usual = await house.as('admin', 'POST', '/api/v1/dataset/', {
        body: { ...dataset, catalog: 'hive', table_name: 'u' },
      });
      expect(usual.status).toBe(201);
      const moved = await house.as('admin', 'PUT', `/api/v1/dataset/${String(member(usual.body, 'id'))}`, {
        body: { catalog: 'other' },
      });
      expect(moved).toMatchObject({
        status: 422,
        body: { message: { catalog: [expect.stringMatching(/default catalog/)] } },
      });
      await house.as('admin', 'PUT', path, { body: { extra: '{"allow_multi_catalog":true}' } });
      const { body: created } = await house.as('admin', 'POST', '/api/v1/dataset/', { body: dataset });
      expect(catalogs.at(-1)).toBe('other');
      const question = {
        datasource: { id: member(created, 'id'), type: 'table' },
        queries: [{ columns: ['Schema'], row_limit: 5 }],
      };
      const answer = await house.as('admin', 'POST', '/api/v1/chart/data', { body: question });
      expect(answer.body).toMatchObject({ result: [{ data: [{ Schema: 'web' }] }] });
      expect(catalogs.at(-1)).toBe('other');
    } finally {
      coordinator.closeAllConnections();
      coordinator.close();
    }
  });

  test('every schema can be granted once the grants are brought up to date', async () => {
    expect((await post(`${house.uploads}/sync_permissions/`, {}, 'alpha')).status).toBe(403);
    expect((await post(`${house.uploads}/sync_permissions/`, {})).status).toBe(200);
    const views = await house.services.db
      .selectFrom('views')
      .select('name')
      .where('name', 'like', '[uploads].[%')
      .execute();
    expect(views.map(({ name }) => name)).toContain('[uploads].[main]');
  });

  test('what a file holds is told before it is taken', async () => {
    const ask = (type: string, name: string, content: string, fields: Record<string, string> = {}) =>
      sendForm(house, '/api/v1/database/upload_metadata/', {
        type,
        ...fields,
        ...(name && { file: { name, content } }),
      });
    expect((await ask('csv', 'cities.csv', 'city;people\nParis;2\n', { delimiter: ';' })).body).toEqual({
      result: { items: [{ sheet_name: null, column_names: ['city', 'people'] }] },
    });
    expect((await ask('excel', 'cities.csv', 'a,b\n')).status).toBe(422);
    expect((await ask('csv', 'cities.doc', 'a,b\n')).body).toEqual({
      message: { file: ['File extension is not allowed.'] },
    });
    expect((await ask('csv', '', '')).body).toEqual({ message: { file: ['Field may not be null.'] } });
    expect((await ask('parrot', 'a.csv', 'a\n')).status).toBe(400);
    expect((await ask('excel', 'broken.xlsx', 'no workbook')).status).toBe(422);
  });
});
