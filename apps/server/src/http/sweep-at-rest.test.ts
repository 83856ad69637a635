import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweepAtRest } from './sweep-at-rest.ts';

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
  sweepAtRest(app);
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
  const held = Array.from({ length: 4_000_000 }, (_, place) => place * 1.5);
  await app.inject('/');
  vi.advanceTimersByTime(9_000);
  await app.inject('/');
  vi.advanceTimersByTime(9_000);
  expect(sweep).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(sweep).toHaveBeenCalledTimes(2);
  expect(held.length).toBe(4_000_000);
  await app.close();
  vi.advanceTimersByTime(60_000);
  expect(sweep).toHaveBeenCalledTimes(2);
});
