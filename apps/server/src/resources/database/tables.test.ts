import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';

describe.each(RECORD_KINDS)('tables of a database on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind);
    const body = { database_id: house.uploads, sql: 'CREATE TABLE fees (name VARCHAR, fee DOUBLE)' };
    await house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body: { allow_dml: true } });
    expect((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).status).toBe(200);
  });
  afterAll(() => house.close());
  const get = (path: string, who: PersonName = 'admin', id = house.uploads) =>
    house.as(who, 'GET', `/api/v1/database/${id}/${path}`);
  const plain = { status: 404, body: { message: 'Not found' } };

  test('what is asked wrongly is told by its name', async () => {
    const messages = { wings: ['Unknown field.'], name: ['Missing data for required field.'] };
    expect(await get('table_metadata/?wings=2')).toMatchObject({
      status: 422,
      body: { errors: [{ error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR', level: 'error', extra: { messages } }] },
    });
    expect((await get('table_metadata/extra/?schema=main')).status).toBe(422);
  });

  test('the statement that makes a view is told, of a table nothing', async () => {
    const sql = 'CREATE VIEW dear AS SELECT * FROM fees WHERE fee > 1';
    const body = { database_id: house.uploads, sql };
    expect((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).status).toBe(200);
    expect((await get('table_metadata/extra/?name=fees&schema=main')).body).toEqual({});
    expect((await get('table_metadata/extra/?name=dear&schema=main')).body).toEqual({
      view: expect.stringMatching(/^CREATE VIEW .*dear AS SELECT .* FROM .*fees/),
    });
  });

  test('what is not there and what may not be seen look alike', async () => {
    const missing = {
      status: 404,
      body: { errors: [{ error_type: 'DATABASE_NOT_FOUND_ERROR', level: 'error' }] },
    };
    for (const path of ['table_metadata/?name=fees', 'table_metadata/extra/?name=fees']) {
      expect(await get(path, 'admin', 99_999)).toMatchObject(missing);
      expect(await get(path, 'gamma')).toMatchObject(missing);
    }
    for (const path of ['table/fees/main/', 'table_extra/fees/main/', 'select_star/fees/main/']) {
      expect(await get(path, 'admin', 99_999)).toMatchObject(plain);
      expect(await get(path, 'gamma')).toMatchObject(plain);
    }
    expect(
      (await house.as('nobody', 'GET', `/api/v1/database/${house.uploads}/table_metadata/?name=fees`)).status,
    ).toBe(401);
  });

  test('old addresses know the words for no schema, and say what is missing in one sentence', async () => {
    for (const schema of ['main', 'null', 'undefined', 'None']) {
      expect((await get(`table/fees/${schema}/`)).body).toMatchObject({
        name: 'fees',
        columns: [{ name: 'name' }, { name: 'fee' }],
      });
      expect((await get(`table_extra/fees/${schema}/`)).body).toEqual({});
    }
    expect((await get('select_star/fees/null/')).body).toEqual({
      result: 'SELECT\n  *\nFROM fees\nLIMIT 100',
    });
    expect(await get('select_star/nope/main/')).toMatchObject({
      status: 404,
      body: { message: 'Table not found on the database' },
    });
  });

  test('what lies in a database is listed', async () => {
    expect((await get('catalogs/')).status).toBe(200);
    expect(await get('catalogs/?q=(force:2)')).toMatchObject({ status: 400 });
    expect((await get('schemas/')).body).toEqual({ result: expect.arrayContaining(['main']) });
    expect((await get('schemas_access_for_file_upload/')).body).toEqual({
      schemas: expect.arrayContaining(['main']),
    });
    expect((await get('tables/?q=(schema_name:main)')).body).toMatchObject({
      result: expect.arrayContaining([{ value: 'fees', type: 'table', extra: null }]),
    });
    expect((await get('function_names/')).body).toEqual({ function_names: expect.any(Array) });
  });
});
