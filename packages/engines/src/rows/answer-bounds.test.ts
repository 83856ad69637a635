import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { engineById } from '../catalog.ts';
import type { Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { MessageGuard } from '../postgres/message-guard.ts';
import { boundedSession } from './answer-bounds.ts';

const MEGABYTE = 2 ** 20;
const BOUNDS = { MAX_ANSWER_BYTES: 8 * MEGABYTE, MAX_CELL_BYTES: MEGABYTE };
const TOO_LARGE = { status: 413, error_type: 'RESULT_TOO_LARGE_ERROR' };

/** Where each engine is, and how it writes a text of `n` letters, and `rows` rows of them. */
const SUBJECTS = [
  {
    id: 'postgresql',
    uri: process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse',
    sql: (letters: number, rows: number) =>
      `SELECT i, repeat('x', ${letters}) AS t FROM generate_series(1, ${rows}) AS s(i)`,
  },
  {
    id: 'mariadb',
    uri: (process.env.CHARTROOM_TEST_MYSQL ?? 'mysql://chartroom:chartroom@127.0.0.1:3306/warehouse').replace(
      /^\w+:/,
      'mariadb:',
    ),
    sql: (letters: number, rows: number) =>
      `SELECT seq AS i, repeat('x', ${letters}) AS t FROM seq_1_to_${rows}`,
  },
  {
    id: 'clickhousedb',
    uri:
      process.env.CHARTROOM_TEST_CLICKHOUSE || 'clickhousedb://chartroom:chartroom@127.0.0.1:8123/warehouse',
    sql: (letters: number, rows: number) =>
      `SELECT number AS i, arrayStringConcat(arrayWithConstant(4, repeat('x', ${letters / 4}))) AS t FROM numbers(${rows})`,
  },
  {
    id: 'duckdb',
    uri: 'duckdb:///large.duckdb',
    sql: (letters: number, rows: number) =>
      `SELECT i, repeat('x', ${letters}) AS t FROM range(${rows}) AS s(i)`,
  },
  {
    id: 'sqlite',
    uri: 'sqlite:///large.sqlite',
    sql: (letters: number, rows: number) =>
      `WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${rows}) SELECT i, replace(hex(zeroblob(${letters / 2})), '0', 'x') AS t FROM s`,
  },
];

const home = await mkdtemp(join(tmpdir(), 'chartroom-bounds-'));
new DatabaseSync(join(home, 'large.sqlite')).close();
const sessions: Session[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});
afterAll(() => rm(home, { recursive: true, force: true }));

function open(id: string, uri: string): Session {
  const engine = engineById(id);
  if (!engine) throw new Error(`There is no engine ${id}.`);
  const session = boundedSession(engine.open({ uri, extra: {}, home, bounds: BOUNDS }), BOUNDS);
  sessions.push(session);
  return session;
}

async function answers(session: Session): Promise<boolean> {
  return session.ping(AbortSignal.timeout(5_000)).then(
    () => true,
    () => false,
  );
}

/** Servers that cannot be reached are left out; in CI all have to be there. */
async function reachable(): Promise<typeof SUBJECTS> {
  const found = await Promise.all(SUBJECTS.map(({ id, uri }) => answers(open(id, uri))));
  await Promise.all(sessions.splice(0).map((session) => session.close()));
  return SUBJECTS.filter(({ id }, index) => {
    if (!found[index]) console.warn(`${id} is not reachable: the bounds of its answers were not tried.`);
    return found[index] || process.env.CI === 'true';
  });
}

const ask = async (session: Session, sql: string, streamedBytes?: number) =>
  readRows(
    await session.run(sql, {
      signal: AbortSignal.timeout(30_000),
      timeoutMs: 30_000,
      readOnly: true,
      ...(streamedBytes && { streamedBytes }),
    }),
  );

const REACHABLE = await reachable();

describe.each(REACHABLE)('answers of $id', ({ id, uri, sql }) => {
  test('F4: a cell beyond its bound is refused by name of the bound, and the next query is answered', async () => {
    const session = open(id, uri);
    await expect(ask(session, sql(2 * MEGABYTE, 3))).rejects.toMatchObject({
      ...TOO_LARGE,
      message: expect.stringMatching(/more than the 1 MB that it may have \(MAX_CELL_BYTES\)/),
    });
    expect(await ask(session, sql(4, 1))).toMatchObject([[expect.anything(), 'xxxx']]);
  });

  test('F4: an answer beyond its bound is refused, one that is passed on may be larger', async () => {
    const session = open(id, uri);
    await expect(ask(session, sql(MEGABYTE / 2, 24))).rejects.toMatchObject({
      ...TOO_LARGE,
      message: expect.stringMatching(/more than the 8 MB that it may have \(MAX_ANSWER_BYTES\)/),
    });
    expect(await ask(session, sql(MEGABYTE / 2, 24), 32 * MEGABYTE)).toHaveLength(24);
    expect(await ask(session, sql(MEGABYTE / 2, 8))).toHaveLength(8);
  });
});

describe.each(REACHABLE.filter(({ id }) => id === 'postgresql'))(
  'F4: what the driver of $id would end the process with',
  ({ id, uri, sql }) => {
    test('a text of 600 MB of PostgreSQL is refused before it is collected', async () => {
      const session = open(id, uri);
      const before = process.memoryUsage().rss;
      await expect(ask(session, sql(600_000_000, 1))).rejects.toMatchObject(TOO_LARGE);
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
      expect(await ask(session, 'SELECT 1')).toEqual([[1]]);
    });

    test('large rows wait in the server while their reader is slow', async () => {
      const session = open(id, uri);
      const { batches } = await session.run(sql(MEGABYTE / 2, 400), {
        signal: AbortSignal.timeout(30_000),
        timeoutMs: 30_000,
        readOnly: true,
        streamedBytes: 2 ** 30,
      });
      const before = process.memoryUsage().rss;
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(process.memoryUsage().rss - before).toBeLessThan(120 * MEGABYTE);
      for await (const { length } of batches) {
        expect(length).toBeLessThan(20);
        break;
      }
    });
  },
);

describe('messages of PostgreSQL', () => {
  const row = (...cells: number[]): Buffer => {
    const body = Buffer.concat([
      Buffer.from([0, cells.length]),
      ...cells.map((size) => {
        const head = Buffer.alloc(4);
        head.writeInt32BE(size);
        return Buffer.concat([head, Buffer.alloc(Math.max(0, size))]);
      }),
    ]);
    const head = Buffer.from([0x44, 0, 0, 0, 0]);
    head.writeUInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const bounds = { MAX_ANSWER_BYTES: 5_000, MAX_CELL_BYTES: 1_000 };
  const look = (bytes: Buffer, size: number): void => {
    const guard = new MessageGuard(bounds);
    for (let at = 0; at < bytes.length; at += size) guard.look(bytes.subarray(at, at + size));
  };

  test.each([1, 2, 3, 5, 7, 1_000, 100_000])('F4: are read in pieces of %d bytes as they are cut', (size) => {
    const fine = Buffer.concat([
      row(10, -1, 900),
      row(700, 800, 900),
      row(),
      row(1_000, 0, -1, 1_000),
      row(3),
    ]);
    expect(() => look(fine, size)).not.toThrow();
    expect(() => look(Buffer.concat([fine, row(500, 1_001)]), size)).toThrow(/MAX_CELL_BYTES/);
    expect(() => look(Buffer.concat([fine, row(...Array<number>(6).fill(900))]), size)).toThrow(
      /MAX_ANSWER_BYTES/,
    );
  });
});

describe('servers over HTTP', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      const piece = Buffer.alloc(MEGABYTE, '[');
      const more = (): void => {
        while (response.write(piece));
        response.once('drain', more);
      };
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each(['druid', 'elasticsearch', 'pinot', 'trino'])(
    'F4: one that answers %s without end is cut off',
    async (id) => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const session = open(id, `${id}://user@127.0.0.1:${port}/x`);
      await expect(ask(session, 'SELECT 1')).rejects.toMatchObject({ error_type: 'RESULT_TOO_LARGE_ERROR' });
    },
  );
});
