import { describe, expect, test } from 'vitest';
import { ENGINES, engineById, engineOfUri } from '../catalog.ts';
import type { RunOptions, Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { refuseWrites } from '../mysql/read-only.ts';
import { isReachable, SERVERS } from '../testing/reachable-server.ts';
import { parseUri, printUri } from '../uri.ts';
import { KNOWN_ENGINES } from './index.ts';
import { literals } from './literals.ts';

const live = () => new AbortController().signal;

test('every wire name belongs to one engine', () => {
  const ids = [...ENGINES, ...KNOWN_ENGINES].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(engineById('doris')?.name).toBe('Apache Doris');
});

test.each(KNOWN_ENGINES.map((engine) => [engine.name, engine] as const))(
  '%s says that no driver speaks to it',
  (name, engine) => {
    expect(() => engine.open({ uri: `${engine.id}://h/d`, extra: {}, home: '' })).toThrow(
      `No driver of the server speaks to ${name}: its SQL is known, but not its protocol.`,
    );
  },
);

test.each([
  ['postgresql+auroradataapi://key:secret@/db?aurora_cluster_arn=a', "Aurora's Data API"],
  ['mysql+auroradataapi://key:secret@/db', "Aurora's Data API"],
  ['duckdb:///md:db?motherduck_token=t', 'MotherDuck'],
])('%s reaches no other server than the one that is meant', (uri, name) => {
  expect(() => engineOfUri(uri)?.open({ uri, extra: {}, home: '/nowhere' })).toThrow(
    `No driver of the server speaks to ${name}`,
  );
});

describe('servers without transactions that only read', () => {
  test.each([
    'INSERT OVERWRITE t SELECT 1',
    'WITH x AS (SELECT 1) DELETE FROM t',
    'EXPLAIN ANALYZE UPDATE t SET a = 1',
    "SELECT 1 INTO OUTFILE '/tmp/never'",
    'SET GLOBAL a = 1',
    'ANALYZE SELECT 1',
  ])('are not asked: %s', (sql) => {
    expect(() => refuseWrites(sql, 'StarRocks', false)).toThrow(
      'cannot be run while only reading is allowed.',
    );
  });

  test.each([
    "SELECT 'DELETE', `update`, INSERT('a', 1, 1, 'b')",
    '(SELECT 1)',
    'SHOW TABLES',
    'EXPLAIN SELECT 1',
  ])('are asked: %s', (sql) => {
    expect(() => refuseWrites(sql, 'StarRocks', false)).not.toThrow();
  });
});

test('a place of a literal shows what it names, and types without a rule have none', () => {
  const write = literals([
    [/^a$/, '{day} {seconds} {millis} {micros} {short} {isoMicros} {isoShort} {clockShort} {other}'],
  ]);
  const ms = Date.UTC(2024, 1, 29, 13, 14, 15) + 500;
  expect(write(ms, 'a')).toBe(
    '2024-02-29 2024-02-29 13:14:15 2024-02-29 13:14:15.500 2024-02-29 13:14:15.500000 2024-02-29 13:14:15.5000 ' +
      '2024-02-29T13:14:15.500000 2024-02-29T13:14:15.500000 13:14:15.500000 {other}',
  );
  expect(write(ms, 'b')).toBeUndefined();
});

/** Each compatible engine, asked through its own address of a server that speaks its protocol. */
const SPEAKERS = {
  PostgreSQL: ['redshift', 'cockroachdb', 'risingwave'],
  MariaDB: ['starrocks', 'pydoris', 'oceanbase', 'singlestoredb'],
} as const;
const there = {
  PostgreSQL: await isReachable('PostgreSQL', 'engines that speak its protocol'),
  MariaDB: await isReachable('MariaDB', 'engines that speak its protocol'),
};
const cases = (['PostgreSQL', 'MariaDB'] as const).flatMap((server) =>
  there[server] ? SPEAKERS[server].map((id) => ({ server, id })) : [],
);

describe.each(cases)('$id over $server', ({ server, id }) => {
  const uri = printUri({ ...parseUri(SERVERS[server].uri), engine: id, driver: undefined });
  const opened = async <Value>(work: (session: Session) => Promise<Value>): Promise<Value> => {
    const session = engineOfUri(uri)?.open({ uri, extra: {}, home: '' });
    if (!session) throw new Error(`There is no engine for ${uri}.`);
    return work(session).finally(() => session.close());
  };
  const options: RunOptions = { signal: live(), timeoutMs: 10_000, readOnly: true };

  test('answers, and reads only', async () => {
    await opened(async (session) => {
      expect(await readRows(await session.run('SELECT 1 AS a', options))).toEqual([[1]]);
      await expect(session.run(`CREATE TABLE never_${id} (a INT)`, options)).rejects.toMatchObject({
        status: 400,
      });
      await expect(session.run('DROP TABLE never', options)).rejects.toMatchObject({ status: 400 });
    });
  });

  test('stops what is cancelled', async () => {
    await opened(async (session) => {
      const abort = new AbortController();
      const sleep = server === 'PostgreSQL' ? 'SELECT pg_sleep(30)' : 'SELECT SLEEP(30)';
      const running = session.run(sleep, { ...options, signal: abort.signal }).then(readRows);
      setTimeout(() => abort.abort(new Error('enough')), 200);
      await expect(running).rejects.toThrow('enough');
    });
  });

  test('names itself in errors', async () => {
    await opened(async (session) => {
      await expect(session.run('SELECT absent FROM absent', options)).rejects.toMatchObject({
        extra: { engine_name: engineById(id)?.name },
      });
    });
  });
});
