import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createEcho } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import {
  createTunnel,
  type HostKeys,
  parseUri,
  printUri,
  type Result,
  type Session,
  type SshAccount,
} from '@chartroom/engines';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound } from '../../security/outbound.ts';
import { keyPair, startSshServer, type TestSshServer } from '../../testing/ssh-server.ts';
import { SessionPool } from './session-pool.ts';

const POSTGRES =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
const MYSQL = process.env.CHARTROOM_TEST_MYSQL ?? 'mysql://chartroom:chartroom@127.0.0.1:3306/warehouse';
const SLOW = { PostgreSQL: 'SELECT pg_sleep(30)', MariaDB: 'SELECT sleep(30)' };

const ENCRYPTED = {
  PostgreSQL: 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  MariaDB:
    "SELECT VARIABLE_VALUE <> '' FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'SSL_CIPHER'",
};

/** Keys of servers that are kept in memory. */
function memoryKeys(): HostKeys & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    known: async (server) => [kept.get(server) ?? []].flat(),
    remember: async (server, key) => void kept.set(server, key),
  };
}

const options = (more: Partial<Parameters<Session['run']>[1]> = {}) => ({
  signal: new AbortController().signal,
  timeoutMs: 20_000,
  readOnly: true,
  ...more,
});

async function cellsOf(result: Result): Promise<unknown[]> {
  const cells: unknown[] = [];
  for await (const { columns } of result.batches) cells.push(...(columns[0] ?? []));
  return cells;
}

describe('sessions through an SSH server', () => {
  const sessions: Session[] = [];
  let ssh: TestSshServer;
  beforeAll(async () => {
    ssh = await startSshServer();
  });
  afterEach(async () => {
    await closeAll();
    await expect.poll(() => ssh.signedIn()).toBe(0);
  });
  afterAll(() => ssh.close());

  const account = (more: Partial<SshAccount> = {}): SshAccount => ({
    server_address: '127.0.0.1',
    server_port: ssh.port,
    username: 'jump',
    password: 'hop',
    ...more,
  });

  function open(
    uri: string,
    tunnel: SshAccount | null = account(),
    more: { hostKeys?: HostKeys; blocked?: boolean; allowed?: boolean } = {},
  ): Session {
    const outbound = createOutbound({ BLOCK_PRIVATE_HOSTS: more.blocked ?? false, OUTBOUND_HOSTS: [] });
    const pool = new SessionPool(
      { home: '', outbound, ssh_tunneling: more.allowed ?? true },
      more.hostKeys ?? memoryKeys(),
    );
    const session = pool.try({ uri, extra: {}, secrets: {}, tunnel });
    sessions.push(session);
    return session;
  }

  const closeAll = async () => {
    for (const session of sessions.splice(0)) await session.close();
  };
  const ping = (session: Session) => session.ping(AbortSignal.timeout(15_000));

  describe.each([
    ['PostgreSQL', POSTGRES],
    ['MariaDB', MYSQL],
  ] as const)('%s', (name, uri) => {
    const { host, port } = parseUri(uri);

    test('answers, and nothing goes past the tunnel', async () => {
      const before = ssh.forwarded.length;
      const session = open(uri);
      expect(ssh.signedIn()).toBe(0);
      expect(await cellsOf(await session.run("SELECT 'there'", options()))).toEqual(['there']);
      expect(ssh.forwarded.slice(before)).toContain(`${host}:${port}`);
      expect(ssh.signedIn()).toBe(1);
      expect((await session.schemas()).length).toBeGreaterThan(0);
      await session.close();
      await expect.poll(() => ssh.signedIn()).toBe(0);
    });

    test('a stopped query ends in the server behind it, and one that takes too long', async () => {
      const session = open(uri);
      await ping(session);
      const leaving = new AbortController();
      const start = performance.now();
      const waiting = session.run(SLOW[name], options({ signal: leaving.signal })).then(cellsOf);
      await setTimeout(300);
      leaving.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
      await expect(session.run(SLOW[name], options({ timeoutMs: 300 })).then(cellsOf)).rejects.toMatchObject({
        status: 408,
      });
      expect(performance.now() - start).toBeLessThan(10_000);
      expect(await cellsOf(await session.run('SELECT 1', options()))).toEqual([1]);
    });

    test('F25: a tunnel that breaks ends what runs in it with 503, and is made anew', async () => {
      const session = open(uri);
      await ping(session);
      const waiting = session.run(SLOW[name], options()).then(cellsOf);
      const outcome = expect(waiting).rejects.toMatchObject({ status: 503 });
      await setTimeout(300);
      ssh.drop();
      await outcome;
      await expect.poll(() => ssh.signedIn()).toBe(0);
      expect(await cellsOf(await session.run('SELECT 2', options()))).toEqual([2]);
      expect(ssh.signedIn()).toBe(1);
    });

    test('many at once share one tunnel', async () => {
      const session = open(uri);
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map(async (n) => cellsOf(await session.run(`SELECT ${n}`, options()))),
      );
      expect(answers).toEqual([[1], [2], [3], [4], [5]]);
      expect(ssh.signedIn()).toBe(1);
    });

    test('an encrypted address stays encrypted to the server behind', async () => {
      const query: Record<string, string> = name === 'PostgreSQL' ? { sslmode: 'require' } : { ssl: '1' };
      const secured = printUri({ ...parseUri(uri), query });
      // A server without certificates says so, through the tunnel as without it.
      const outcome = (session: Session) =>
        session.run(ENCRYPTED[name], options()).then(
          async (result) => (await cellsOf(result)).map(Boolean),
          (error: Error) => error.message,
        );
      const through = await outcome(open(secured));
      expect(through).toEqual(await outcome(open(secured, null)));
      expect(through).not.toEqual([false]);
    });
  });

  test('a private key lets one in, with its password where it has one', async () => {
    const pairs = { plain: keyPair(), locked: keyPair('sesame') };
    for (const [kind, pair] of Object.entries(pairs)) {
      const server = await startSshServer({ publicKey: pair.public });
      const by = { server_port: server.port, password: undefined, private_key: pair.private };
      await ping(
        open(POSTGRES, account({ ...by, private_key_password: kind === 'locked' ? 'sesame' : undefined })),
      );
      if (kind === 'locked') {
        const wrong = ping(open(POSTGRES, account({ ...by, private_key_password: 'other' })));
        await expect(wrong).rejects.toMatchObject({
          status: 400,
          error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
        });
        await expect(wrong).rejects.toThrow('The private key of the SSH tunnel cannot be read');
      }
      const other = ping(open(POSTGRES, account({ ...by, private_key: keyPair().private })));
      await expect(other).rejects.toThrow('the username or the private key is incorrect');
      await closeAll();
      await server.close();
    }
    await expect(
      ping(open(POSTGRES, account({ password: undefined, private_key: 'no key' }))),
    ).rejects.toThrow('cannot be read');
  });

  test.each([
    ['a wrong password', { password: 'wrong' }, 'CONNECTION_ACCESS_DENIED_ERROR', 'did not let "jump" in'],
    [
      'an unknown account',
      { username: 'nobody' },
      'CONNECTION_ACCESS_DENIED_ERROR',
      'did not let "nobody" in',
    ],
    [
      'an unknown name',
      { server_address: 'no-such-host.invalid' },
      'CONNECTION_INVALID_HOSTNAME_ERROR',
      'cannot be resolved',
    ],
    ['a closed port', { server_port: 1 }, 'CONNECTION_PORT_CLOSED_ERROR', 'its port is closed'],
    [
      'a server that is no SSH server',
      { server_port: 5432 },
      'CONNECTION_HOST_DOWN_ERROR',
      'The SSH server "127.0.0.1:5432" cannot be used',
    ],
  ])('%s is told in words', async (_case, more, error_type, words) => {
    for (const uri of [
      POSTGRES,
      MYSQL,
      'trino://u@127.0.0.1:9/hive',
      'mssql://u:p@127.0.0.1:9/d',
      'oracle://u:p@127.0.0.1:9/d',
    ]) {
      const tried = ping(open(uri, account(more)));
      await expect(tried).rejects.toMatchObject({ status: 400, error_type });
      await expect(tried).rejects.toThrow(words);
    }
  });

  test('a server behind that is closed, or that may not be reached, is told in words', async () => {
    const server = await startSshServer({ allows: (_host, port) => port !== 5432 });
    const by = account({ server_port: server.port });
    for (const uri of [
      'postgresql://u:p@127.0.0.1:1/d',
      'mysql://u:p@127.0.0.1:1/d',
      'clickhousedb://127.0.0.1:1/d',
      'oracle://u:p@127.0.0.1:1/d',
    ]) {
      await expect(ping(open(uri, by))).rejects.toMatchObject({ error_type: 'CONNECTION_PORT_CLOSED_ERROR' });
      await expect(ping(open(uri, by))).rejects.toThrow('cannot reach "127.0.0.1:1"');
    }
    await closeAll();
    await server.close();
  });

  test('a server that shows another key than before is refused', async () => {
    const hostKeys = memoryKeys();
    const first = await startSshServer();
    await ping(open(POSTGRES, account({ server_port: first.port }), { hostKeys }));
    expect([...hostKeys.kept]).toEqual([
      [`127.0.0.1:${first.port}`, expect.stringMatching(/^ssh-ed25519 AAAA/)],
    ]);
    await closeAll();
    await first.close();
    const second = await startSshServer({ port: first.port });
    const refused = ping(open(POSTGRES, account({ server_port: second.port }), { hostKeys }));
    await expect(refused).rejects.toThrow(
      /shows another key \(SHA256:[\w+/]{43}\) than the one it is known by/,
    );
    expect(second.signedIn()).toBe(0);
    await closeAll();
    await second.close();
  });

  test('the guard is asked about the SSH server and about the server behind it', async () => {
    await expect(ping(open(POSTGRES, account(), { blocked: true }))).rejects.toThrow(
      'Connections to "127.0.0.1" are refused',
    );
    const behind = ping(open('postgresql://u:p@169.254.169.254:80/d'));
    await expect(behind).rejects.toThrow('Connections to "169.254.169.254" are refused');
    await expect(ping(open(POSTGRES, account({ server_address: '169.254.169.254' })))).rejects.toMatchObject({
      status: 422,
    });
  });

  test('without the setting, and for engines that cannot, nothing is opened', () => {
    expect(() => open(POSTGRES, account(), { allowed: false })).toThrow('SSH Tunneling is not enabled');
    expect(() => open('duckdb:///x.duckdb')).toThrow(
      'Connections to DuckDB cannot lead through an SSH tunnel.',
    );
  });

  test('a socket leads through it; unused it is left, and met again', async () => {
    const echo = createEcho({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    const address = echo.address();
    const server = {
      host: '127.0.0.1',
      port: address !== null && typeof address === 'object' ? address.port : 0,
    };
    const outbound = createOutbound({ BLOCK_PRIVATE_HOSTS: false, OUTBOUND_HOSTS: [] });
    const tunnel = createTunnel({ account: account(), outbound, hostKeys: memoryKeys(), idleMs: 50 });
    for (let turn = 0; turn < 2; turn += 1) {
      const socket = await tunnel.socket(server);
      socket.end('hello');
      expect(await text(socket)).toBe('hello');
      await expect.poll(() => ssh.signedIn()).toBe(0);
    }
    await tunnel.close();
    await expect(tunnel.open(server)).rejects.toThrow('was closed');
    echo.close();
  });

  test('engines over HTTP go through it with the name of the server', async () => {
    const hosts: (string | undefined)[] = [];
    const answers: Record<string, unknown> = {
      '/v1/statement': { id: 'q', columns: [{ name: 'n', type: 'integer' }], data: [[1]] },
      '/query/sql': {
        resultTable: { dataSchema: { columnNames: ['n'], columnDataTypes: ['INT'] }, rows: [[1]] },
      },
    };
    const server = createServer((request, response) => {
      hosts.push(request.headers.host);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const before = ssh.forwarded.length;
    for (const uri of [`trino://u@localhost:${port}/hive`, `pinot://localhost:${port}/query/sql`]) {
      const session = open(uri);
      expect(await cellsOf(await session.run('SELECT 1', options()))).toEqual([1]);
      await session.close();
    }
    expect(ssh.forwarded.slice(before)).toEqual([`localhost:${port}`, `localhost:${port}`]);
    expect(new Set(hosts)).toEqual(new Set([`localhost:${port}`]));
    server.closeAllConnections();
    server.close();
  });
});
