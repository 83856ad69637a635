import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendForm } from '../../testing/form-calls.ts';
import { openTestApp, type PersonName, RECORD_KINDS, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

describe.each(RECORD_KINDS)('uploads on %s', (kind) => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp(kind, {
      settings: { CHARTROOM_CSV_EXTENSIONS: 'csv, .DAT', CHARTROOM_ALLOWED_EXTENSIONS: 'csv,dat,xlsx' },
    });
  });
  afterAll(() => house.close());

  function send(
    path: string,
    fields: Record<string, string>,
    name?: string,
    content = 'a,b\n1,x\n\n2,y\n',
    who?: PersonName,
  ) {
    const all = { ...fields, ...(name !== undefined && { file: { name, content } }) };
    return sendForm(house, `/api/v1/database/${path}`, all, who);
  }
  const upload = (fields: Record<string, string>, name?: string, content?: string) =>
    send(
      `${house.uploads}/upload/`,
      { type: 'csv', table_name: 'sent', already_exists: 'replace', ...fields },
      name,
      content,
    );
  const rows = async () => {
    const body = { database_id: house.uploads, sql: 'SELECT * FROM sent ORDER BY 1 NULLS LAST' };
    return member((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).body, 'data');
  };
  const allow = (body: object) => house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body });

  test('strangers and people without the permission are refused, and a form without a file', async () => {
    expect((await send('upload_metadata/', { type: 'csv' }, 'a.csv', 'a\n', 'gamma')).status).toBe(403);
    expect(
      (await send(`${house.uploads}/upload/`, { type: 'csv', table_name: 't' }, 'a.csv', 'a\n', 'gamma'))
        .status,
    ).toBe(403);
    for (const path of ['upload_metadata/', `${house.uploads}/upload/`])
      expect(await send(path, { type: 'csv', table_name: 't' })).toMatchObject({
        status: 400,
        body: { message: { file: ['Field may not be null.'] } },
      });
  });

  test('files are taken by their endings, and read as the form says', async () => {
    const refused = { status: 400, body: { message: { file: ['File extension is not allowed.'] } } };
    for (const name of ['a.txt', 'a.parquet', 'csv']) expect(await upload({}, name)).toMatchObject(refused);
    expect((await upload({}, 'A.DAT')).status).toBe(201);
    expect((await upload({ type: 'excel' }, 'a.csv')).status).toBe(422);
    expect((await upload({}, 'a.xlsx', 'PK\u0003\u0004\u0000')).status).toBe(422);
  });

  test('an empty line is a row without values, unless such lines are left out', async () => {
    expect((await upload({}, 'a.csv')).status).toBe(201);
    expect(await rows()).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
      { a: null, b: null },
    ]);
    expect((await upload({ skip_blank_lines: 'true' }, 'a.csv')).status).toBe(201);
    expect(member(await rows(), 'length')).toBe(2);
  });

  test('files are put where the connection allows them, whatever capitals it is written in', async () => {
    const refused = {
      status: 403,
      body: { errors: [{ error_type: 'GENERIC_COMMAND_ERROR', level: 'warning' }] },
    };
    const schemas = async () =>
      member(
        (await house.as('admin', 'GET', `/api/v1/database/${house.uploads}/schemas/?q=(upload_allowed:!t)`))
          .body,
        'result',
      );
    await allow({ extra: '{"schemas_allowed_for_file_upload":["MAIN"]}' });
    expect(await schemas()).toEqual(['main']);
    expect((await upload({ schema: 'main' }, 'a.csv')).status).toBe(201);
    await allow({ extra: '{"schemas_allowed_for_file_upload":["elsewhere"]}' });
    expect(await upload({ schema: 'main' }, 'a.csv')).toMatchObject(refused);
    await allow({ extra: '{}', allow_file_upload: false });
    expect(await schemas()).toEqual([]);
    expect(await upload({ schema: 'main' }, 'a.csv')).toMatchObject(refused);
    await allow({ allow_file_upload: true });
  });
});
