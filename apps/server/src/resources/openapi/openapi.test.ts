import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@chartroom/model';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { member } from '../../testing/things.ts';

describe('the description of the API', () => {
  let house: TestApp;
  let document: unknown;
  beforeAll(async () => {
    house = await openTestApp('sqlite');
    document = (await house.as('gamma', 'GET', '/api/v1/_openapi')).body;
  });
  afterAll(() => house.close());

  test('is a valid OpenAPI document that names every call of the API once', async () => {
    if (!isJsonObject(document)) throw new Error('no document');
    const checked = await new Validator().validate(document);
    expect(checked.errors ?? []).toEqual([]);
    const paths = document.paths;
    if (!isJsonObject(paths)) throw new Error('no paths');
    const operations = Object.values(paths).flatMap((each) =>
      isJsonObject(each) ? Object.values(each) : [],
    );
    const ids = operations.map((each) => member(each, 'operationId'));
    expect(new Set(ids).size).toBe(ids.length);
    const declared = house.app.declarations.filter(
      ({ url, method }) =>
        url.startsWith('/api/v1/') && !url.includes('*') && method !== 'HEAD' && method !== 'OPTIONS',
    );
    expect(ids.length).toBe(new Set(declared.map(({ method, url }) => `${method} ${url}`)).size);
  });

  test('says what bodies hold, and that strangers may not read it', async () => {
    const body = member(
      document,
      'paths',
      '/api/v1/chart/',
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    );
    expect(member(body, 'required')).toContain('slice_name');
    expect((await house.as('nobody', 'GET', '/api/v1/_openapi')).status).toBe(401);
  });

  test('tells answers that are files, come later, or lead elsewhere', () => {
    const answers = (path: string, method: string) => member(document, 'paths', path, method, 'responses');
    const ask = answers('/api/v1/chart/data', 'post');
    expect(Object.keys(Object(member(ask, '200', 'content')))).toEqual([
      'application/json',
      'application/octet-stream',
    ]);
    expect(member(ask, '202', 'content', 'application/json', 'schema', 'required')).toContain('job_id');
    expect(answers('/api/v1/explore/', 'get')).toHaveProperty('302');
    expect(answers('/api/v1/chart/{pk}/thumbnail/{digest}/', 'get')).toMatchObject({
      200: { description: 'A file' },
      202: { description: 'The answer comes later' },
      302: { description: 'Another address' },
    });
  });

  test('docs/api.md lists every call and no other', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../../../docs/api.md'), 'utf8');
    const listed = [...page.slice(page.indexOf('## Calls')).matchAll(/^- `(\w+ [^`]+)`$/gm)].map(
      ([, call]) => call,
    );
    const paths = member(document, 'paths');
    if (!isJsonObject(paths)) throw new Error('no paths');
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(isJsonObject(item) ? item : {}).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(described.sort());
    // What the text above names is there too.
    const named = [
      ...page
        .slice(0, page.indexOf('## Calls'))
        .matchAll(/`(?:GET|POST|PUT|DELETE)? ?(\/api\/v1\/[\w/{}]+)`/g),
    ].map(([, path = '']) => path);
    expect(
      named.filter((path) => !(path in paths) && !Object.keys(paths).some((each) => each.startsWith(path))),
    ).toEqual([]);
    expect(named.length).toBeGreaterThan(8);
  });

  test('every call with a JSON body says which', () => {
    const silent = house.app.declarations
      .filter(
        ({ method, url, wire }) =>
          ['POST', 'PUT'].includes(method) && url.startsWith('/api/v1/') && !wire.body && !wire.form,
      )
      .map(({ method, url }) => `${method} ${url}`);
    expect(silent.sort()).toEqual(WITHOUT_BODY);
  });
});

/** Calls that read nothing but their address. */
const WITHOUT_BODY: string[] = [
  'POST /api/v1/chart/:pk/favorites/',
  'POST /api/v1/dashboard/:pk/favorites/',
  'POST /api/v1/dashboard/:pk/versions/:number/restore',
  'POST /api/v1/database/:pk/sync_permissions/',
  'POST /api/v1/report/:pk/execute',
  'POST /api/v1/report/:pk/preview',
  'POST /api/v1/saved_query/:pk/versions/:number/restore',
  'POST /api/v1/security/refresh',
  'POST /api/v1/security/user_registrations/:pk/activate/',
  'POST /api/v1/security/users/:pk/password_link/',
  'POST /api/v1/sqllab/embedded/:key/rows',
  'POST /api/v1/tag/:pk/favorites/',
  'POST /api/v1/trash/:pk/restore',
  'PUT /api/v1/dataset/:pk/refresh',
  'PUT /api/v1/theme/:pk/set_system_dark',
  'PUT /api/v1/theme/:pk/set_system_default',
];
