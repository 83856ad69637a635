import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { engineOfUri, type Outbound } from '@chartroom/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionPool } from '../data/connections/session-pool.ts';
import { createOutbound, type Resolve } from '../security/outbound.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { member } from '../testing/things.ts';

/** Numbers are those of the contract's catalogue of safety cases. */
const METADATA = [
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
  '[::a9fe:a9fe]',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '169.254.0.9',
  '100.100.100.200',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fe80::1%25eth0]',
  '224.0.0.1',
  '255.255.255.255',
];
const PRIVATE = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '10.1.2.3',
  '172.31.255.1',
  '192.168.1.1',
  '100.64.1.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[fd12:3456::1]',
];

async function listen(): Promise<{ server: Server; port: number; visits: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return { server, port: typeof bound === 'object' && bound !== null ? bound.port : 0, visits: () => visits };
}

describe('S51: hosts of databases', () => {
  let open: TestApp;
  let closed: TestApp;
  let trap: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    trap = await listen();
    open = await openTestApp('sqlite');
    closed = await openTestApp('sqlite', {
      settings: {
        CHARTROOM_BLOCK_PRIVATE_HOSTS: 'true',
        CHARTROOM_OUTBOUND_HOSTS: '10.7.0.0/16, 169.254.0.0/16',
      },
    });
  });
  afterAll(async () => {
    await open.close();
    await closed.close();
    trap.server.close();
  });

  const attempts = (house: TestApp, uri: string) => [
    house.as('admin', 'POST', '/api/v1/database/test_connection/', { body: { sqlalchemy_uri: uri } }),
    house.as('admin', 'POST', '/api/v1/database/', {
      body: { database_name: `at ${uri}`, sqlalchemy_uri: uri },
    }),
    house.as('admin', 'PUT', `/api/v1/database/${house.uploads}`, { body: { sqlalchemy_uri: uri } }),
  ];
  const expectRefused = async (house: TestApp, uri: string) => {
    for (const answer of await Promise.all(attempts(house, uri))) {
      expect(answer.status).toBe(422);
      const error = {
        type: member(answer.body, 'errors', 0, 'error_type'),
        fields: member(answer.body, 'errors', 0, 'extra', 'invalid'),
      };
      expect(error).toEqual({ type: 'CONNECTION_INVALID_HOSTNAME_ERROR', fields: ['host'] });
      expect(answer.text).toContain('are refused');
    }
  };

  test.each(METADATA)('%s is never reached, even where the settings name it', async (host) => {
    for (const house of [open, closed]) await expectRefused(house, `postgresql://u:p@${host}:80/d`);
    await expectRefused(closed, `mysql://u:p@${host}:80/d`);
  });

  test.each(PRIVATE)('%s is refused with BLOCK_PRIVATE_HOSTS', async (host) => {
    await expectRefused(closed, `postgresql://u:p@${host}:${trap.port}/d`);
    await expectRefused(closed, `mysql://u:p@${host}:${trap.port}/d`);
    const parameters = { host: host.replace(/[[\]]/g, ''), port: trap.port, username: 'u', database: 'd' };
    const body = { engine: 'postgresql', configuration_method: 'dynamic_form', parameters };
    const checked = await closed.as('admin', 'POST', '/api/v1/database/validate_parameters/', { body });
    expect(checked).toMatchObject({
      status: 422,
      body: { errors: [{ error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR' }] },
    });
    expect(trap.visits()).toBe(0);
  });

  test('ways round the host are refused as well', async () => {
    const forms = [
      'postgresql:///d?host=127.0.0.1',
      'postgresql:///d?host=/var/run/postgresql',
      'postgresql:///d',
      'mysql://u@/d?unix_socket=/run/mysqld/mysqld.sock',
      'mysql://db.example/d?unix_socket=/run/mysqld/mysqld.sock',
    ];
    for (const uri of forms) await expectRefused(closed, uri);
    expect(trap.visits()).toBe(0);
  });

  test('without the setting databases of this machine are reached, as most installations need', async () => {
    const answer = await open.as('admin', 'POST', '/api/v1/database/test_connection/', {
      body: { sqlalchemy_uri: `postgresql://u:p@127.0.0.1:${trap.port}/d` },
    });
    expect(answer.text).not.toContain('are refused');
    expect(trap.visits()).toBeGreaterThan(0);
  });

  test('a database that was connected before the rule is not asked either', async () => {
    const uri = `postgresql://u:XXXXXXXXXX@127.0.0.1:${trap.port}/d`;
    await closed.services.db
      .updateTable('databases')
      .set({ sqlalchemy_uri: uri, backend: 'postgresql' })
      .where('id', '=', closed.uploads)
      .execute();
    const before = trap.visits();
    const body = { database_id: closed.uploads, sql: 'select 1', client_id: 'abcdefghijk' };
    const answer = await closed.as('admin', 'POST', '/api/v1/sqllab/execute/', { body });
    expect(answer.text).toContain('are refused');
    expect(trap.visits()).toBe(before);
  });

  test('an allowed range is reached, whichever way it is written', async () => {
    const guard = createOutbound(closed.services.config);
    for (const address of ['10.7.1.1', '::ffff:10.7.1.1', '93.184.216.34', '2606:2800::1'])
      expect(guard.refusal(address)).toBeUndefined();
    for (const address of ['10.8.1.1', '::ffff:10.8.1.1', '/run/x.sock'])
      expect(guard.refusal(address)).toBeDefined();
    const named = createOutbound({ BLOCK_PRIVATE_HOSTS: true, OUTBOUND_HOSTS: ['localhost'] });
    await expect(named.require('LocalHost')).resolves.toBeUndefined();
    await expect(named.require('127.0.0.1')).rejects.toThrow('are refused');
  });
});

/** SSH servers of which none is known. */
const NO_KEYS = { known: async () => [], remember: async () => undefined };

describe('S52: a name whose answers change', () => {
  /** A name server that answers differently each time. */
  function changing(...answers: string[]): Resolve {
    let asked = 0;
    return (_host, _options, callback) => {
      const address = answers[Math.min(asked, answers.length - 1)] ?? '';
      asked += 1;
      callback(null, [{ address, family: 4 }]);
    };
  }
  const settings = { BLOCK_PRIVATE_HOSTS: true, OUTBOUND_HOSTS: [] };

  /** The address of each family, with its host and port as `{}`. What is sent goes in the clear, so that a trap sees it. */
  const FORMS = [
    'postgresql://u:p@{}/d',
    'mysql://u:p@{}/d',
    'clickhousedb://u:p@{}/d',
    'mssql://u:p@{}/d',
    'oracle://u:p@{}/?service_name=s',
    'oracle://u:p@{}/?service_name=s&protocol=tcps',
    'trino://u@{}/c',
    'presto://u@{}/c',
    'druid://{}/druid/v2/sql/',
    'elasticsearch+http://{}/',
    'odelasticsearch+http://{}/',
    'pinot://{}/query/sql',
    'databricks+connector://token:t@{}/d?http_path=/sql/1.0/warehouses/x&http_scheme=http',
    'awsathena+rest://k:s@athena.eu-west-1.amazonaws.com/d?endpoint_url=http%3A%2F%2F{}',
    'bigquery://proj?api_endpoint=http%3A%2F%2F{}',
    'snowflake://u:p@acc/d?host=db.example&port={port}&protocol=http',
  ];
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  // A universe of one's own makes the client of BigQuery sign its requests itself.
  const credentials_info = {
    type: 'service_account',
    project_id: 'proj',
    client_email: 'reader@proj.example',
    private_key: privateKey,
    universe_domain: 'house.example',
  };

  const ping = async (form: string, port: number, outbound: Outbound): Promise<void> => {
    const uri = form.replace('{}', `db.example:${port}`).replace('{port}', String(port));
    const session = engineOfUri(uri)?.open({
      uri,
      extra: {},
      secrets: { credentials_info },
      home: '',
      outbound,
    });
    try {
      await session?.ping(AbortSignal.timeout(15_000));
    } finally {
      await session?.close();
    }
  };

  test.each(FORMS)('%s connects to what was allowed, or not at all', { timeout: 40_000 }, async (form) => {
    const trap = await listen();
    const guard = createOutbound(settings, changing('93.184.216.34', '127.0.0.1'));
    await guard.require('db.example');
    await expect(ping(form, trap.port, guard)).rejects.toMatchObject({
      status: 422,
      error_type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    });
    expect(trap.visits()).toBe(0);
    const allowing = createOutbound(
      { BLOCK_PRIVATE_HOSTS: false, OUTBOUND_HOSTS: [] },
      changing('127.0.0.1'),
    );
    await expect(ping(form, trap.port, allowing)).rejects.toThrow();
    expect(trap.visits()).toBeGreaterThan(0);
    trap.server.close();
  });

  test.each(FORMS)(
    '%s: an address that is refused is not asked for a name',
    { timeout: 40_000 },
    async (form) => {
      const trap = await listen();
      const uri = form
        .replace('{}', `127.0.0.1:${trap.port}`)
        .replace('{port}', String(trap.port))
        .replace('db.example', '127.0.0.1');
      const pool = new SessionPool(
        { home: '', outbound: createOutbound(settings, changing('93.184.216.34')), ssh_tunneling: false },
        NO_KEYS,
      );
      const session = pool.try({ uri, extra: {}, secrets: { credentials_info }, tunnel: null });
      await expect(session.ping(AbortSignal.timeout(15_000))).rejects.toMatchObject({ status: 422 });
      await session.close();
      expect(trap.visits()).toBe(0);
      trap.server.close();
    },
  );

  /** Families that speak HTTP, with a path that answers with a redirection. */
  const OVER_HTTP = FORMS.filter((form) => !/^(postgresql|mysql|mssql|oracle)/.test(form));
  test.each(OVER_HTTP)(
    '%s: a server does not send the installation elsewhere',
    { timeout: 40_000 },
    async (form) => {
      const trap = await listen();
      const asked: string[] = [];
      const server = createHttpServer((request, response) => {
        asked.push(request.url ?? '');
        response.writeHead(307, { location: `http://db.example:${trap.port}/elsewhere` }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const bound = server.address();
      const allowing = createOutbound(
        { BLOCK_PRIVATE_HOSTS: false, OUTBOUND_HOSTS: [] },
        changing('127.0.0.1'),
      );
      await expect(
        ping(form, typeof bound === 'object' && bound !== null ? bound.port : 0, allowing),
      ).rejects.toThrow();
      expect(asked.length).toBeGreaterThan(0);
      expect(trap.visits()).toBe(0);
      server.closeAllConnections();
      server.close();
      trap.server.close();
    },
  );

  test('a name of which one address is not allowed is refused whole', async () => {
    const mixed: Resolve = (_host, _options, callback) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '::1', family: 6 },
      ]);
    const guard = createOutbound(settings, mixed);
    await expect(guard.require('db.example')).rejects.toThrow('are refused');
  });
});
