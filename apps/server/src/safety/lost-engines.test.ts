import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { memberId } from '../testing/things.ts';
import { ASYNC, Visitor } from '../testing/visitor.ts';
import { MARIADB } from './guarded-databases.ts';

/** Servers of the network, by their addresses, and a question that each works at for a while and no longer. */
const ENGINES: Record<string, { uri: string; slow: string }> = {
  postgresql: {
    uri: process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse',
    slow: 'SELECT count(*) AS n FROM generate_series(1, 20000000)',
  },
  mariadb: {
    uri: MARIADB,
    slow: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT count(*) AS n FROM n a, n b, n c WHERE c.i < 40 AND a.i * b.i * c.i = 7',
  },
  clickhouse: {
    uri:
      process.env.CHARTROOM_TEST_CLICKHOUSE || 'clickhousedb://chartroom:chartroom@127.0.0.1:8123/warehouse',
    slow: 'SELECT count() AS n FROM numbers(3000000000) WHERE sipHash64(number) = 1',
  },
};
const PORTS: Record<string, number> = { postgresql: 5432, mariadb: 3306, clickhouse: 8123 };

async function isThere(uri: string, port: number): Promise<boolean> {
  const proxy = await openTcpProxy({ host: new URL(uri).hostname, port });
  await proxy.close();
  const { connect } = await import('node:net');
  const socket = connect(port, new URL(uri).hostname);
  const answers = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  if (!answers && process.env.CI === 'true') throw new Error(`${uri.split(':')[0]} cannot be reached.`);
  return answers;
}

describe('F6: connections that are lost elsewhere end the process no more than those of the records', () => {
  let house: TestApp;
  const proxies: TcpProxy[] = [];
  beforeAll(async () => {
    house = await openTestApp('sqlite', { settings: ASYNC });
  });
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.close();
  });
  afterAll(() => house.close());

  test.each(Object.entries(ENGINES))(
    'F6: %s, idle and in the middle of a question',
    async (engine, { uri, slow }) => {
      const address = new URL(uri.replace(/^\w+:/, 'http:'));
      const port = Number(address.port || PORTS[engine]);
      if (!(await isThere(address.toString(), port)))
        return console.warn(`NOT TESTED: ${engine} cannot be reached.`);
      const proxy = await openTcpProxy({ host: address.hostname, port });
      proxies.push(proxy);
      const sqlalchemy_uri = uri.replace(/@[^/]+/, `@127.0.0.1:${proxy.port}`);
      const made = await house.as('admin', 'POST', '/api/v1/database/', {
        body: { database_name: engine, sqlalchemy_uri, expose_in_sqllab: true },
      });
      expect(made).toMatchObject({ status: 201 });
      const run = (sql: string) =>
        house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
          body: { database_id: memberId(made.body), sql },
        });
      const works = () => expect.poll(async () => (await run('SELECT 1 AS one')).status).toBe(200);
      await Promise.all([works(), works(), works()]);
      proxy.cut();
      await pause(50);
      await works();
      const asked = run(slow);
      await pause(250);
      proxy.cut();
      const answer = await asked;
      expect([answer.status, answer.text]).toEqual([
        expect.any(Number),
        expect.stringContaining('error_type'),
      ]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).not.toBe(500);
      await works();
    },
  );

  test('F6: a WebSocket that sends more than it may, nonsense, or is cut', async () => {
    const origin = await house.app.listen({ port: 0, host: '127.0.0.1' });
    const proxy = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(origin).port) });
    proxies.push(proxy);
    const { cookie } = await Visitor.of(house, 'admin');
    const dial = async () => {
      const headers = { cookie, host: new URL(origin).host };
      const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/ws`, { headers });
      socket.on('error', () => undefined);
      await once(socket, 'open');
      return socket;
    };
    const large = await dial();
    large.send('x'.repeat(100_000));
    await once(large, 'close');
    const nonsense = await dial();
    // An opcode that there is not.
    Reflect.get(nonsense, '_socket').write(Buffer.from([0x8f, 0x81, 1, 2, 3, 4, 5]));
    await once(nonsense, 'close');
    const lost = await dial();
    proxy.cut();
    await once(lost, 'close');
    expect((await house.as('nobody', 'GET', '/health')).status).toBe(200);
  });
});
