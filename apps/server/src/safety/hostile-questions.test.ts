import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';
import { member, memberId } from '../testing/things.ts';
import { isMariaDbReachable, MARIADB } from './guarded-databases.ts';

/** Servers that can be reached, with SQL of more bytes than they will bring. */
const SERVERS: [name: string, backend: string, address: string, rows: string][] = [];
if (RECORD_KINDS.includes('postgres')) {
  const address =
    process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';
  SERVERS.push([
    'PostgreSQL',
    'postgresql',
    address,
    "select n, repeat('x', 500) from generate_series(1, 50000) n",
  ]);
}
if (await isMariaDbReachable())
  SERVERS.push(['MariaDB', 'mariadb', MARIADB, "select seq, repeat('x', 500) as t from seq_1_to_50000"]);

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp('sqlite', {
    settings: { CHARTROOM_QUERY_TIMEOUT: '15', CHARTROOM_SQLLAB_TIMEOUT: '15' },
  });
});
afterAll(() => house.close());

async function dataset(table_name: string, sql: string): Promise<number> {
  const answer = await house.as('admin', 'POST', '/api/v1/dataset/', {
    body: { database: house.uploads, table_name, sql },
  });
  expect(answer).toMatchObject({ status: 201 });
  return memberId(answer.body);
}
const ask = (id: number, query: object) =>
  house.as('admin', 'POST', '/api/v1/chart/data', {
    body: { datasource: { id, type: 'table' }, queries: [query] },
  });
const run = (database_id: number, sql: string) =>
  house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body: { database_id, sql } });

describe('a question', () => {
  test('of megabytes is answered, of more than a request may have refused, and neither holds anybody up for long', async () => {
    const id = await dataset('large question', 'select range::varchar as t from range(100)');
    const but = (count: number) => {
      const val = Array.from({ length: count }, (_, n) => `${n}${'x'.repeat(1_000_000)}`);
      return ask(id, { columns: ['t'], filters: [{ col: 't', op: 'NOT IN', val }], row_limit: 7 });
    };
    const begun = performance.now();
    const answer = await but(3);
    expect((await but(10)).status).toBe(413);
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(member(answer.body, 'result', 0, 'rowcount')).toBe(7);
    expect((await house.as('nobody', 'GET', '/health')).status).toBe(200);
  });

  test('with ten thousand values in a filter finds exactly those', async () => {
    const id = await dataset('many values', 'select range as n, range::varchar as t from range(30000)');
    const numbers = Array.from({ length: 10_000 }, (_, n) => n * 2);
    const count = async (filter: object) =>
      member(
        (await ask(id, { metrics: ['count'], columns: [], filters: [filter] })).body,
        'result',
        0,
        'data',
        0,
        'count',
      );
    expect(await count({ col: 'n', op: 'IN', val: numbers })).toBe(10_000);
    expect(await count({ col: 't', op: 'IN', val: numbers.map((n) => `${n}`) })).toBe(10_000);
    expect(await count({ col: 'n', op: 'NOT IN', val: numbers })).toBe(20_000);
  });

  test('for three thousand columns brings all of them', async () => {
    const names = Array.from({ length: 3_000 }, (_, n) => `c${n}`);
    const id = await dataset('wide', `select ${names.map((name, n) => `${n} as ${name}`).join(', ')}`);
    const answer = await ask(id, { columns: names, row_limit: 1 });
    expect(member(answer.body, 'result', 0, 'colnames')).toEqual(names);
    expect(member(answer.body, 'result', 0, 'data', 0, 'c2999')).toBe(2_999);
    const shown = await run(house.uploads, `select ${names.map((name, n) => `${n} as ${name}`).join(', ')}`);
    expect(member(shown.body, 'columns')).toHaveLength(3_000);
  });

  test('whose columns bear one name keeps each of them', async () => {
    const answer = await run(house.uploads, 'select 1 as a, 2 as a, 3 as "A", 4 as a');
    const columns = member(answer.body, 'columns');
    const names = Array.isArray(columns)
      ? columns.map((column) => String(member(column, 'column_name')))
      : [];
    expect(new Set(names).size).toBe(4);
    expect(names.map((name) => member(answer.body, 'data', 0, name))).toEqual([1, 2, 3, 4]);
  });

  test('whose texts are no UTF-8 is answered in JSON that is', async () => {
    const file = new DatabaseSync(join(house.services.config.HOME, 'odd.db'));
    file.exec("create table odd as select cast(x'41ff42' as text) as t, cast(x'c328' as text) as u");
    file.close();
    const body = { database_name: 'odd', sqlalchemy_uri: 'sqlite:///odd.db', expose_in_sqllab: true };
    const made = await house.as('admin', 'POST', '/api/v1/database/', { body });
    const answer = await run(memberId(made.body), 'select t, u from odd');
    expect([answer.status, member(answer.body, 'data')]).toEqual([200, [{ t: 'A\ufffdB', u: '\ufffd(' }]]);
  });
});

/** A stand-in for a server, which does with each connection what it is told. */
async function standIn(treat: (near: Socket) => void): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => near.destroy());
    treat(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A connection as it is recorded, which need not answer yet. */
async function recorded(name: string, uri: string, backend: string): Promise<number> {
  const at = new Date().toISOString();
  const { db } = house.services;
  const known = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', house.uploads)
    .executeTakeFirstOrThrow();
  const { id: _, ...row } = known;
  const made = await db
    .insertInto('databases')
    .values({
      ...row,
      uuid: house.services.uuid(),
      database_name: name,
      backend,
      sqlalchemy_uri: uri,
      changed_on: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

describe('a database', () => {
  test('that takes connections and says nothing is given up in time, with words', async () => {
    const silent = await standIn((near) => near.resume());
    const id = await recorded('silent', `postgresql://nobody:x@127.0.0.1:${silent.port}/none`, 'postgresql');
    const begun = performance.now();
    const answer = await run(id, 'select 1');
    expect(performance.now() - begun).toBeLessThan(40_000);
    expect([400, 408, 422]).toContain(answer.status);
    expect(member(answer.body, 'errors', 0, 'error_type')).toMatch(/TIMEOUT|CONNECTION/);
    expect((await run(house.uploads, 'select 1')).status).toBe(200);
    await silent.close();
  });

  test.each(SERVERS)(
    'F25: of %s that goes away in the middle of a row is 503 for that question alone',
    async (_name, backend, address, rows) => {
      const real = new URL(address);
      const [port, host] = [Number(real.port), real.hostname];
      let letThrough = 200_000;
      const line = await standIn((near) => {
        const far = connect(port, host);
        let brought = 0;
        near.pipe(far);
        far.on('data', (bytes) => {
          brought += bytes.length;
          if (brought <= letThrough) near.write(bytes);
          else {
            near.destroy();
            far.destroy();
          }
        });
        far.on('error', () => near.destroy());
        near.on('close', () => far.destroy());
      });
      real.host = `127.0.0.1:${line.port}`;
      const id = await recorded(`cut off ${backend}`, real.toString(), backend);
      const cut = await run(id, rows);
      expect(cut.status).toBe(503);
      expect(member(cut.body, 'errors', 0, 'message')).toMatch(
        /^The connection to .* was lost while it worked on the query/,
      );
      expect(member(cut.body, 'errors', 0, 'error_type')).not.toBe('GENERIC_BACKEND_ERROR');
      letThrough = Number.POSITIVE_INFINITY;
      expect((await run(id, 'select 1 as one')).body).toMatchObject({ data: [{ one: 1 }] });
      await line.close();
    },
  );
});
