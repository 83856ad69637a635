import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '../bundles/bundle-files.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';
import { sessionHeaders } from './sweep/session-headers.ts';

/** Numbers are those of the contract's catalogue of safety cases. Secrets of a connection, recognisable wherever they turn up. */
const PASSWORD = 'canary-Passw0rd';
const TOKEN = 'canary-t0ken';
const KEY_PASSWORD = 'canary-k3y';
/** A port where nothing listens: what fails is told, too. */
const ADDRESS = `postgresql://keeper:${PASSWORD}@127.0.0.1:1/vault`;

let house: TestApp;
let database: number;
beforeAll(async () => {
  house = await openTestApp('sqlite', { settings: { CHARTROOM_SSH_TUNNELING: 'true' } });
  const { db, secrets, uuid, sources } = house.services;
  const { id: _, ...uploads } = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', house.uploads)
    .executeTakeFirstOrThrow();
  const made = await db
    .insertInto('databases')
    .values({
      ...uploads,
      uuid: uuid(),
      database_name: 'vault',
      backend: 'postgresql',
      sqlalchemy_uri: ADDRESS.replace(PASSWORD, 'XXXXXXXXXX'),
      secrets: secrets.seal(
        JSON.stringify({ password: PASSWORD, encrypted_extra: JSON.stringify({ token: TOKEN }) }),
      ),
      ssh_tunnel: secrets.seal(
        JSON.stringify({
          server_address: '127.0.0.1',
          server_port: 1,
          username: 'mole',
          password: KEY_PASSWORD,
        }),
      ),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  database = made.id;
  sources.forget();
});
afterAll(() => house.close());

const noCanary = (name: string, text: string) =>
  expect([name, text]).toEqual([name, expect.not.stringMatching(/canary/)]);

describe('S56: secrets of a connection', () => {
  test('stand in no answer of any call about it, also where it fails', async () => {
    const base = `/api/v1/database/${database}`;
    const headers = await sessionHeaders(house, house.ids.admin);
    const query = { database_id: database, sql: 'select 1' };
    const calls: (readonly [method: 'GET' | 'POST' | 'PUT', url: string, body?: object])[] = [
      ['GET', '/api/v1/database/'],
      ['GET', base],
      ['GET', `${base}/connection`],
      ['GET', `${base}/schemas/`],
      ['GET', `${base}/catalogs/`],
      ['GET', `${base}/tables/?q=(schema_name:public)`],
      ['GET', `${base}/table_metadata/?name=t`],
      ['GET', `${base}/related_objects/`],
      ['GET', `${base}/function_names/`],
      ['POST', `${base}/validate_sql/`, { sql: 'select from' }],
      ['POST', `${base}/sync_permissions/`],
      ['PUT', base, { expose_in_sqllab: true }],
      [
        'POST',
        '/api/v1/database/test_connection/',
        { database_name: 'vault', sqlalchemy_uri: ADDRESS.replace(PASSWORD, 'XXXXXXXXXX') },
      ],
      ['POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: ADDRESS }],
      ['POST', '/api/v1/database/', { database_name: 'second vault', sqlalchemy_uri: ADDRESS }],
      ['POST', '/api/v1/dataset/', { database, table_name: 't', schema: 'public' }],
      ['POST', '/api/v1/sqllab/execute/', query],
      ['POST', '/api/v1/sqllab/estimate/', query],
      ['GET', '/api/v1/sqllab/'],
      ['GET', '/api/v1/query/'],
      ['GET', '/api/v1/log/?q=(page_size:100)'],
      ['GET', '/api/v1/report/related/database'],
    ];
    for (const [method, url, body] of calls) {
      const answer = await house.as('nobody', method, url, { headers, ...(body && { body }) });
      noCanary(`${method} ${url}`, answer.text);
      expect([url, answer.status]).toEqual([
        url,
        expect.toSatisfy((status: number) => status !== 401 && status !== 404),
      ]);
    }
    expect((await house.as('admin', 'GET', `${base}/connection`)).text).toContain('XXXXXXXXXX');
  });

  test('stand in no bundle', async () => {
    const body = { db_id: database, label: 'kept', sql: 'select 1' };
    const query = memberId((await house.as('admin', 'POST', '/api/v1/saved_query/', { body })).body);
    const headers = await sessionHeaders(house, house.ids.admin);
    for (const url of [
      `/api/v1/database/export/?q=!(${database})`,
      `/api/v1/saved_query/export/?q=!(${query})`,
      '/api/v1/assets/export/',
    ]) {
      const answer = await house.app.inject({ method: 'GET', url, headers });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      const files = await readZip(answer.rawPayload, { bytes: 10_000_000, ratio: 1_000 });
      expect([...files.values()].join('\n')).toContain('keeper:XXXXXXXXXX@');
      for (const [path, text] of files) noCanary(`${url} ${path}`, text);
    }
  });

  test('S57: stay when the masked form is saved, and are kept sealed', async () => {
    const { db, secrets, config } = house.services;
    const stored = async () => {
      const row = await db
        .selectFrom('databases')
        .select(['secrets', 'ssh_tunnel'])
        .where('id', '=', database)
        .executeTakeFirstOrThrow();
      return [secrets.open(row.secrets ?? ''), secrets.open(row.ssh_tunnel ?? '')].join();
    };
    const shown = member(
      (await house.as('admin', 'GET', `/api/v1/database/${database}/connection`)).body,
      'result',
    );
    const body = {
      sqlalchemy_uri: member(shown, 'sqlalchemy_uri'),
      masked_encrypted_extra: member(shown, 'masked_encrypted_extra'),
    };
    await house.as('admin', 'PUT', `/api/v1/database/${database}`, { body });
    for (const canary of [PASSWORD, TOKEN, KEY_PASSWORD]) expect(await stored()).toContain(canary);
    for (const name of ['records.sqlite', 'records.sqlite-wal']) {
      const bytes = await readFile(join(config.HOME, name)).catch(() => Buffer.alloc(0));
      noCanary(name, bytes.includes('canary') ? 'canary' : '');
    }
  });

  const masked = ADDRESS.replace(PASSWORD, 'XXXXXXXXXX');
  test.each([
    ['another host', { sqlalchemy_uri: masked.replace('127.0.0.1', '127.0.0.9') }],
    ['another port', { sqlalchemy_uri: masked.replace(':1/', ':2/') }],
    ['a host among the options', { sqlalchemy_uri: `${masked}?host=127.0.0.9` }],
    ['a socket among the options', { sqlalchemy_uri: `${masked}?unix_socket=/tmp/s` }],
    ['another engine', { sqlalchemy_uri: masked.replace('postgresql', 'mysql') }],
    [
      'a host in the arguments of the client',
      { extra: JSON.stringify({ engine_params: { connect_args: { host: '127.0.0.9' } } }) },
    ],
    [
      'a form of its own fields',
      {
        sqlalchemy_uri: undefined,
        configuration_method: 'dynamic_form',
        engine: 'postgresql',
        parameters: {
          username: 'keeper',
          password: 'XXXXXXXXXX',
          host: '127.0.0.9',
          port: 1,
          database: 'vault',
        },
      },
    ],
    [
      'a new tunnel',
      { ssh_tunnel: { server_address: '127.0.0.9', server_port: 1, username: 'mole', password: 'new' } },
    ],
    [
      'a tunnel elsewhere with the old key',
      {
        ssh_tunnel: { server_address: '127.0.0.9', server_port: 1, username: 'mole', password: 'XXXXXXXXXX' },
      },
    ],
    [
      'a tunnel elsewhere that names no key',
      { ssh_tunnel: { server_address: '127.0.0.9', server_port: 1, username: 'mole' } },
    ],
    ['a new password beside old documents', { sqlalchemy_uri: 'postgresql://keeper:new@127.0.0.9:1/vault' }],
  ])('F16: are not sent elsewhere: %s needs them again', async (_what, change) => {
    const asked = { sqlalchemy_uri: masked, ...change };
    for (const [method, url] of [
      ['PUT', `/api/v1/database/${database}`],
      ['POST', '/api/v1/database/test_connection/'],
    ] as const) {
      const body = method === 'PUT' ? asked : { database_name: 'vault', ...asked };
      const answer = await house.as('admin', method, url, { body });
      expect([url, answer.status, answer.text]).toEqual([
        url,
        expect.toSatisfy((status: number) => status === 400 || status === 422),
        expect.stringContaining('to be given again'),
      ]);
    }
  });

  test('F16: another database, user or harmless option of the same server keeps them, and so does a place with all of them anew', async () => {
    for (const sqlalchemy_uri of [
      masked.replace('/vault', '/attic'),
      `${masked}?application_name=x`,
      masked,
    ]) {
      const answer = await house.as('admin', 'PUT', `/api/v1/database/${database}`, {
        body: { sqlalchemy_uri },
      });
      expect([sqlalchemy_uri, answer.text]).toEqual([
        sqlalchemy_uri,
        expect.not.stringContaining('given again'),
      ]);
    }
    const body = {
      sqlalchemy_uri: 'postgresql://keeper:another@127.0.0.9:1/vault',
      masked_encrypted_extra: '{"token": "another"}',
      ssh_tunnel: { server_address: '127.0.0.9', server_port: 2, username: 'mole', password: 'another' },
    };
    const answer = await house.as('admin', 'PUT', `/api/v1/database/${database}`, { body });
    expect(answer.text).not.toContain('given again');
  });
});
