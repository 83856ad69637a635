import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { ChartroomError } from '@chartroom/model';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readRows } from '../files/read-rows.ts';
import { EngineChild } from './engine-child.ts';

const opened: EngineChild[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((child) => child.close()));
});

function start(options: { idleMs?: number; entry?: string; stopBy?: 'kill' } = {}): EngineChild {
  const child = new EngineChild({
    entry: new URL(options.entry ?? '../duckdb/child.ts', import.meta.url),
    settings: () => ({ files: '[]' }),
    engineName: 'DuckDB',
    stopBy: options.stopBy ?? 'interrupt',
    idleMs: options.idleMs ?? 60_000,
    classify: (message) =>
      new ChartroomError(message, { status: 400, error_type: 'GENERIC_DB_ENGINE_ERROR' }),
  });
  opened.push(child);
  return child;
}

const live = () => new AbortController().signal;
const ask = async (child: EngineChild, sql: string, signal = live()) =>
  readRows(await child.run({ sql, readOnly: true }, { signal, timeoutMs: 120_000 }));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const SLOW = 'SELECT count(*) FROM range(60000) a, range(10000) b WHERE a.range * b.range % 7 = 3';

/** Whether a process with this id is there. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the life of a process', () => {
  test('begins with the first query and ends when nobody asks; the next query starts another', async () => {
    const child = start({ idleMs: 200 });
    expect(child.pid).toBeUndefined();
    expect(await ask(child, 'SELECT 1')).toEqual([[1]]);
    const first = child.pid ?? 0;
    expect(lives(first)).toBe(true);
    await pause(1_500);
    expect(child.pid).toBeUndefined();
    expect(lives(first)).toBe(false);
    expect(await ask(child, 'SELECT 2')).toEqual([[2]]);
    expect(child.pid).not.toBe(first);
  });

  test('every thread stands behind those of the server', async () => {
    const child = start();
    // The engine's threads are begun by the first query.
    await ask(child, 'SELECT sum(a.range * b.range) FROM range(3000) a, range(3000) b');
    const pid = child.pid ?? 0;
    // Linux alone keeps a place for each thread.
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
    const ahead = threads.filter((thread) => getPriority(thread) <= getPriority());
    expect(ahead).toEqual([]);
  });

  test('is not idle while a query runs or a reader reads slowly', async () => {
    const child = start({ idleMs: 100 });
    const result = await child.run(
      { sql: 'SELECT * FROM range(200000)', readOnly: true },
      { signal: live(), timeoutMs: 20_000 },
    );
    let rows = 0;
    for await (const batch of result.batches) {
      rows += batch.length;
      if (rows < 60_000) await pause(40);
    }
    expect(rows).toBe(200_000);
  });

  test('ends when it is restarted, after its running queries; those that come meanwhile wait', async () => {
    const child = start();
    await ask(child, 'SELECT 1');
    const before = child.pid;
    const slow = ask(child, SLOW);
    await pause(50);
    const restarted = child.restart();
    const waiting = ask(child, 'SELECT 2');
    expect((await slow).length).toBe(1);
    await restarted;
    expect(await waiting).toEqual([[2]]);
    expect(child.pid).not.toBe(before);
  });

  test('ends at once when it is closed, whatever still runs', async () => {
    const child = start();
    await ask(child, 'SELECT 1');
    const { pid } = child;
    const slow = ask(child, SLOW.replace('60000', '6000000')).catch((error: unknown) => error);
    await pause(300);
    const before = performance.now();
    await child.close();
    expect(await slow).toMatchObject({ status: 503 });
    expect(lives(pid ?? 0)).toBe(false);
    // Less than the five seconds after which the parent would use force.
    expect(performance.now() - before).toBeLessThan(4_500);
  });

  test('a query that is stopped while it begins ends there and then, and takes no later one with it', async () => {
    const child = start();
    await ask(child, 'SELECT 1');
    const { pid } = child;
    for (let at = 0; at < 40; at += 1) {
      const stop = new AbortController();
      const asked = ask(child, SLOW.replace('60000', '6000000'), stop.signal).catch(
        (error: unknown) => error,
      );
      await pause(at / 8);
      stop.abort(new Error('stopped'));
      expect(await asked).toMatchObject({ message: 'stopped' });
    }
    expect(child.pid).toBe(pid);
    const before = performance.now();
    await child.restart();
    // Less than the ten seconds after which the parent would use force.
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('a killed one fails its queries and no later ones', async () => {
    const child = start();
    await ask(child, 'SELECT 1');
    const all = Promise.allSettled([ask(child, SLOW), ask(child, SLOW)]);
    await pause(100);
    process.kill(child.pid ?? 0, 'SIGKILL');
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask(child, 'SELECT 1')).toEqual([[1]]);
  });

  test('a reader who leaves rows that have come already does not end the process', async () => {
    const child = start({ stopBy: 'kill' });
    const result = await child.run(
      { sql: 'SELECT range FROM range(5000)', readOnly: true },
      { signal: live(), timeoutMs: 20_000 },
    );
    await expect.poll(() => child.busy).toBe(0);
    for await (const _ of result.batches) break;
    const { pid } = child;
    await pause(400);
    expect(child.pid).toBe(pid);
    expect(lives(pid ?? 0)).toBe(true);
    expect(await ask(child, 'SELECT 1')).toEqual([[1]]);
  });

  test('a process that cannot start is an error of the query', async () => {
    await expect(ask(start({ entry: './no-such-entry.ts' }), 'SELECT 1')).rejects.toMatchObject({
      status: 503,
    });
  });

  test('rows come also where the system has no folder for passing files', async () => {
    vi.stubEnv('TMPDIR', '/no/such/folder');
    const child = start();
    const rows = await ask(child, "SELECT range, repeat('x', 50) FROM range(20000)");
    vi.unstubAllEnvs();
    expect([rows.length, rows.at(-1)]).toEqual([20_000, [19_999, 'x'.repeat(50)]]);
  });

  test('a reader who does not read holds the engine back, not the memory', async () => {
    const child = start();
    const result = await child.run(
      { sql: 'SELECT range, repeat(range::VARCHAR, 20) FROM range(20000000)', readOnly: true },
      { signal: live(), timeoutMs: 20_000 },
    );
    const before = process.memoryUsage().rss;
    await pause(800);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
    for await (const batch of result.batches) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(await ask(child, 'SELECT 1')).toEqual([[1]]);
  });
});
