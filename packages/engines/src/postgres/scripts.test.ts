import { afterAll, describe, expect, test } from 'vitest';
import { engineOfUri } from '../catalog.ts';
import type { Result, ScriptOptions, Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { isReachable, SERVERS } from '../testing/reachable-server.ts';
import { reading } from '../testing/reading.ts';

describe.runIf(await isReachable('PostgreSQL', 'running scripts in it'))('scripts', () => {
  const { uri } = SERVERS.PostgreSQL;
  const session = engineOfUri(uri)?.open({ uri, extra: {}, home: '' });
  afterAll(() => session?.close());

  const rows = async (
    statements: string[],
    more: Partial<ScriptOptions> = {},
    from: Session | undefined = session,
  ) => {
    const result = await from?.runScript?.(statements, reading(more));
    return result && readRows(result);
  };
  const writing = { readOnly: false };

  test('share what they set and make for themselves, which nobody else meets', async () => {
    expect(await rows(["SET work_mem = '9MB'", 'SHOW work_mem'])).toEqual([['9MB']]);
    expect(await rows(['CREATE TEMP TABLE mine AS SELECT 1 AS a', 'SELECT a FROM mine'], writing)).toEqual([
      [1],
    ]);
    await expect(rows(['SELECT 1', 'SELECT a FROM mine'])).rejects.toThrow('does not exist');
    expect(await rows(['SELECT 1', 'SHOW work_mem'])).not.toEqual([['9MB']]);
  });

  test('tell what each statement answers, up to as many rows as are wanted', async () => {
    const answers: unknown[] = [];
    const onAnswer = async (answer: Result) => void answers.push(await readRows(answer));
    const numbers = 'SELECT n FROM generate_series(1, 9) n';
    expect(await rows([numbers, "SET work_mem = '9MB'", 'SELECT 2 AS b'], { onAnswer, maxRows: 2 })).toEqual([
      [2],
    ]);
    expect(answers).toEqual([[[1], [2]], []]);
    await expect(rows(['SELECT 1 / 0', 'SELECT 2'], { onAnswer })).rejects.toThrow('division by zero');
  });

  test('keep all that they write, or nothing', async () => {
    const there = (table: string) => rows(['SELECT 1', `SELECT to_regclass('${table}')::text`]);
    await expect(rows(['CREATE TABLE script_half (a int)', 'SELECT 1 / 0'], writing)).rejects.toThrow(
      'division by zero',
    );
    expect(await there('script_half')).toEqual([[null]]);
    await rows(['BEGIN', 'CREATE TABLE script_undone (a int)', 'ROLLBACK'], writing);
    expect(await there('script_undone')).toEqual([[null]]);
    await rows(['CREATE TABLE script_kept (a int)', 'COMMIT', 'SELECT 1'], writing);
    expect(await there('script_kept')).toEqual([['script_kept']]);
    await rows(['SELECT 1', 'DROP TABLE script_kept'], writing);
  });

  test('may not do more behind the end of their transaction, nor leave what they set there', async () => {
    expect(await rows(['COMMIT', 'SHOW transaction_read_only'])).toEqual([['on']]);
    await expect(rows(['COMMIT', 'BEGIN READ WRITE', 'CREATE TABLE script_more (a int)'])).rejects.toThrow(
      'read-write mode',
    );
    expect(await rows(['COMMIT', 'SHOW search_path'], { schema: 'staging' })).toEqual([['staging']]);
    expect(await rows(["SET work_mem = '9MB'", 'COMMIT', 'SHOW work_mem'])).toEqual([['9MB']]);
    expect(await rows(['SELECT 1', 'SHOW work_mem'])).not.toEqual([['9MB']]);
  });

  test('tell how far they are, and end when they are stopped', async () => {
    const ended: number[] = [];
    await rows(['SELECT 1', 'SELECT 2', 'SELECT 3'], { onStatement: (count) => void ended.push(count) });
    expect(ended).toEqual([1, 2]);
    const stop = new AbortController();
    const run = rows(['SELECT 1', 'SELECT count(*) FROM generate_series(1, 1000000000)', 'SELECT 2'], {
      signal: stop.signal,
      onStatement: () => stop.abort(new Error('enough')),
    });
    await expect(run).rejects.toThrow('enough');
    await expect(rows(['SELECT pg_sleep(30)', 'SELECT 1'], { timeoutMs: 200 })).rejects.toThrow('time limit');
  });
});

test.runIf(await isReachable('PostgreSQL', 'reading moments without end from it'))(
  'moments beyond the clock are read',
  async () => {
    const { uri } = SERVERS.PostgreSQL;
    const session = engineOfUri(uri)?.open({ uri, extra: {}, home: '' });
    const sql =
      "SELECT 'infinity'::date, '-infinity'::timestamptz, '1000000-01-01'::date, '1970-01-02'::date";
    const result = await session?.run(sql, reading());
    expect(result && (await readRows(result))).toEqual([
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '1000000-01-01', 86_400_000],
    ]);
    await session?.close();
  },
);
