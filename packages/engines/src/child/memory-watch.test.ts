import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { duckDbProcess } from '../duckdb/instances.ts';
import { openDuckDb } from '../duckdb/session.ts';
import type { Session } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { openSqlite } from '../sqlite/session.ts';
import { MemoryWatch, type WatchedProcess } from './memory-watch.ts';

const home = await mkdtemp(join(tmpdir(), 'chartroom-memory-'));
const opened: Session[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const MEGABYTES = 400;
const TOO_MUCH = { status: 413, error_type: 'RESULT_TOO_LARGE_ERROR' };

function open(engine: typeof openDuckDb, uri: string): Session {
  const session = engine({ uri, extra: {}, home, engineMemory: MEGABYTES });
  opened.push(session);
  return session;
}

const ask = async (session: Session, sql: string) =>
  readRows(
    await session.run(sql, { signal: AbortSignal.timeout(30_000), timeoutMs: 30_000, readOnly: true }),
  );

/** The most that a process has ever taken, in megabytes. */
async function peakOf(pid: number | undefined): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

describe('memory of engines inside the server', () => {
  test('F12: texts that the buffers of DuckDB do not count end their query, not the process', async () => {
    const session = open(openDuckDb, 'duckdb:///sales.duckdb');
    await ask(session, 'SELECT 1');
    const pid = duckDbProcess(join(home, 'sales.duckdb'));
    const sql =
      "SELECT max(length(t)) FROM (SELECT repeat('x', 2000000 + i::INT % 7) AS t FROM range(100000) r(i)) WHERE t > 'x'";
    await expect(ask(session, sql)).rejects.toMatchObject({
      ...TOO_MUCH,
      message: expect.stringContaining('the 400 MB'),
    });
    if (process.platform === 'linux' && pid === duckDbProcess(join(home, 'sales.duckdb')))
      expect(await peakOf(pid)).toBeLessThan(MEGABYTES * 1.5);
    expect(await ask(session, 'SELECT 2')).toEqual([[2]]);
  });

  test('F12: what its buffers do count is refused by itself, in as clear words', async () => {
    const session = open(openDuckDb, 'duckdb:///sales.duckdb');
    const sql = "SELECT length(string_agg(repeat('x', 1000000) || i, '')) FROM range(3000) r(i)";
    await expect(ask(session, sql)).rejects.toMatchObject({
      ...TOO_MUCH,
      message: expect.stringMatching(/^Out of Memory Error: [^\n]*$/),
    });
    expect(await ask(session, 'SELECT 2')).toEqual([[2]]);
  });

  test('F12: a query of SQLite ends as well', async () => {
    new DatabaseSync(join(home, 'sales.sqlite')).close();
    const session = open(openSqlite, 'sqlite:///sales.sqlite');
    const sql =
      'WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 480) SELECT length(group_concat(hex(zeroblob(1000000)))) FROM s';
    await expect(ask(session, sql)).rejects.toMatchObject(TOO_MUCH);
    expect(await ask(session, 'SELECT 2')).toEqual([[2]]);
  });
});

describe('the watch', () => {
  /** Processes of 400 MB together, and what they take. */
  function watched(...megabytes: number[]) {
    const events: string[] = [];
    const watch = new MemoryWatch(async (pids) => new Map(pids.map((pid) => [pid, megabytes[pid] ?? 0])));
    const processes = megabytes.map(
      (_, pid): WatchedProcess => ({
        pid,
        budget: MEGABYTES,
        busy: () => true,
        relieve: () => events.push(`relieve ${pid}`) > 0,
        end: () => void events.push(`end ${pid}`),
      }),
    );
    for (const each of processes) watch.add(each);
    return { events, megabytes, stop: () => processes.map((each) => watch.remove(each)) };
  }

  test('F12: counts all processes together, and asks the largest to end a query before the bound is passed', async () => {
    const { events, megabytes, stop } = watched(100, 130, 120);
    await vi.waitFor(() => expect(events).toEqual(['relieve 1']));
    megabytes[1] = 20;
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(events).toEqual(['relieve 1']);
    stop();
  });

  test('F12: ends a process that does not become smaller, or that is beyond the bound', async () => {
    const { events, megabytes, stop } = watched(350, 10);
    await vi.waitFor(() => expect(events).toEqual(['relieve 0', 'end 0']), { timeout: 3_000 });
    megabytes[0] = 10;
    megabytes[1] = 500;
    await vi.waitFor(() => expect(events).toContain('end 1'));
    expect(events).not.toContain('relieve 1');
    stop();
  });
});
