import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweepAtRest } from './sweep-at-rest.ts';

const MEGABYTE = 2 ** 20;
const sweep = vi.fn();
const usual = globalThis.gc;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  globalThis.gc = sweep;
  sweep.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  globalThis.gc = usual;
});

test('memory is swept after the start and after requests, when nobody asks and there is something to be had', async () => {
  const app = Fastify();
  const heap = { total_heap_size: 80 * MEGABYTE, used_heap_size: 50 * MEGABYTE };
  sweepAtRest(app, () => heap);
  app.get('/', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  vi.advanceTimersByTime(1_000);
  await app.inject('/');
  vi.advanceTimersByTime(1_000);
  expect(sweep).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1_000);
  expect(sweep).toHaveBeenCalledTimes(1);
  // Nothing has come since.
  vi.advanceTimersByTime(60_000);
  expect(sweep).toHaveBeenCalledTimes(1);
  heap.total_heap_size += 20 * MEGABYTE;
  await app.inject('/');
  vi.advanceTimersByTime(9_000);
  await app.inject('/');
  vi.advanceTimersByTime(9_000);
  expect(sweep).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(sweep).toHaveBeenCalledTimes(2);
  // What takes long to sweep is left to the collector.
  heap.total_heap_size += 400 * MEGABYTE;
  heap.used_heap_size += 400 * MEGABYTE;
  vi.advanceTimersByTime(60_000);
  expect(sweep).toHaveBeenCalledTimes(2);
  await app.close();
  vi.advanceTimersByTime(60_000);
  expect(sweep).toHaveBeenCalledTimes(2);
});
