import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openLine, REDIS, redisAnswers } from '../../testing/redis-server.ts';
import type { AnswerCache, AnswerName } from './answer-cache.ts';
import { MemoryCache } from './memory-cache.ts';
import { RedisCache } from './redis-cache.ts';

const LARGEST = 100;
const sealKey = randomBytes(32);
const problems: unknown[] = [];
const opened: AnswerCache[] = [];
afterAll(() => Promise.all(opened.map((cache) => cache.close())));

function redis(url = REDIS, key = sealKey): RedisCache {
  const cache = new RedisCache({
    url,
    sealKey: key,
    largest: LARGEST,
    report: (error) => problems.push(error),
  });
  opened.push(cache);
  return cache;
}

const PLACES: [string, () => AnswerCache][] = [['memory', () => new MemoryCache(LARGEST * 8, Date.now)]];
const hasRedis = await redisAnswers();
if (hasRedis) PLACES.push(['Redis', () => redis()]);

const nameOf = (tags = ['database:1', 'dataset:1']): AnswerName => ({
  key: randomBytes(8).toString('hex'),
  tags,
});
const answer = (text: string) => ({
  pieces: [Buffer.from(text)],
  madeAt: '2026-01-01T00:00:00',
  until: Date.now() + 60_000,
});
const found = async (cache: AnswerCache, name: AnswerName) => (await cache.look(name)).kept?.pieces.join('');
async function keep(
  cache: AnswerCache,
  name: AnswerName,
  text: string,
  milliseconds = 60_000,
): Promise<void> {
  const { stamp } = await cache.look(name);
  if (stamp === undefined) throw new Error('nothing can be kept');
  await cache.set(name, stamp, answer(text), milliseconds);
}

describe.each(PLACES)('answers kept in %s', (_place, open) => {
  test('come back byte by byte with their times', async () => {
    const cache = open();
    const name = nameOf();
    const bytes = Buffer.from([0, 255, 10, 13, 123]);
    const { stamp = '' } = await cache.look(name);
    await cache.set(name, stamp, { pieces: [bytes], madeAt: '2026-01-01T00:00:00', until: 12 }, 60_000);
    expect((await cache.look(name)).kept).toEqual({
      pieces: [bytes],
      madeAt: '2026-01-01T00:00:00',
      until: 12,
    });
    expect(await found(cache, nameOf())).toBeUndefined();
  });

  test('are gone when their time is over', async () => {
    const cache = open();
    const name = nameOf();
    await keep(cache, name, 'short', 80);
    expect(await found(cache, name)).toBe('short');
    await pause(120);
    expect(await found(cache, name)).toBeUndefined();
  });

  test('are gone when one of their tags is forgotten, those of other tags are not', async () => {
    const cache = open();
    const tag = `dataset:${randomBytes(4).toString('hex')}`;
    const gone = nameOf(['database:1', tag]);
    const stays = nameOf(['database:1', `${tag}x`]);
    await keep(cache, gone, 'gone');
    await keep(cache, stays, 'stays');
    await cache.forget([tag]);
    expect([await found(cache, gone), await found(cache, stays)]).toEqual([undefined, 'stays']);
    await keep(cache, gone, 'anew');
    expect(await found(cache, gone)).toBe('anew');
  });

  test('are not believed when a tag was forgotten while they were made', async () => {
    const cache = open();
    const name = nameOf([`dataset:${randomBytes(4).toString('hex')}`]);
    const { stamp = '' } = await cache.look(name);
    await cache.forget(name.tags);
    await cache.set(name, stamp, answer('old rows'), 60_000);
    expect(await found(cache, name)).toBeUndefined();
  });

  test('are not kept when they are too large', async () => {
    const cache = open();
    const [small, large] = [nameOf(), nameOf()];
    await keep(cache, small, 'x'.repeat(LARGEST));
    await keep(cache, large, 'x'.repeat(LARGEST + 1));
    expect([(await found(cache, small))?.length, await found(cache, large)]).toEqual([LARGEST, undefined]);
  });
});

describe('memory', () => {
  test('loses the least recently asked for first', async () => {
    const cache = new MemoryCache(LARGEST * 8, Date.now);
    const names = Array.from({ length: 9 }, () => nameOf());
    for (const name of names.slice(0, 8)) await keep(cache, name, 'x'.repeat(LARGEST));
    const [first, second, last] = [names[0], names[1], names[8]];
    if (!first || !second || !last) throw new Error('nine names are expected');
    expect(await found(cache, first)).toBeDefined();
    await keep(cache, last, 'x'.repeat(LARGEST));
    expect(await found(cache, second)).toBeUndefined();
    expect(await found(cache, first)).toBeDefined();
    expect(await found(cache, last)).toBeDefined();
  });

  test('of no bytes keeps nothing', async () => {
    const cache = new MemoryCache(0, Date.now);
    const name = nameOf();
    await keep(cache, name, 'x');
    expect(await found(cache, name)).toBeUndefined();
  });
});

describe.runIf(hasRedis)('Redis', () => {
  test('is shared by processes of one installation and by no other installation', async () => {
    const name = nameOf();
    await keep(redis(), name, 'shared');
    expect(await found(redis(), name)).toBe('shared');
    expect(await found(redis(REDIS, randomBytes(32)), name)).toBeUndefined();
  });

  test('is not believed when it holds what this installation did not write', async () => {
    const cache = redis();
    const [name, other] = [nameOf(), nameOf()];
    await keep(cache, name, 'true');
    await keep(cache, other, 'of another question');
    const { Redis } = await import('ioredis');
    const hand = new Redis(REDIS);
    const place = async ({ key }: AnswerName) => (await hand.keys(`chartroom:*:answer:${key}`))[0] ?? '';
    const bytes = (await hand.getBuffer(await place(other))) ?? Buffer.alloc(0);
    await hand.set(await place(name), bytes);
    expect(await found(cache, name)).toBeUndefined();
    await keep(cache, name, 'true');
    const damaged = (await hand.getBuffer(await place(name))) ?? Buffer.alloc(0);
    damaged[damaged.length - 1] = 0;
    await hand.set(await place(name), damaged);
    expect(await found(cache, name)).toBeUndefined();
    await hand.set(await place(name), 'x');
    expect(await found(cache, name)).toBeUndefined();
    hand.disconnect();
  });

  test('lets one process make an answer, and the next when it has', async () => {
    const name = nameOf();
    const [one, two] = [redis(), redis()];
    const claim = await one.claim(name);
    expect([claim.mine, (await two.claim(name)).mine]).toEqual([true, false]);
    claim.release();
    await pause(50);
    expect((await two.claim(name)).mine).toBe(true);
  });

  test('that is gone or silent costs a moment once, is told of once, and is used again when it is back', async () => {
    problems.length = 0;
    const line = await openLine();
    const cache = redis(line.url);
    const name = nameOf([`dataset:${randomBytes(4).toString('hex')}`]);
    await keep(cache, name, 'before');
    for (const state of ['silent', 'cut'] as const) {
      line.become(state);
      const begun = performance.now();
      for (let count = 0; count < 20; count += 1) {
        expect(await found(cache, name)).toBeUndefined();
        expect((await cache.claim(name)).mine).toBe(true);
      }
      expect(performance.now() - begun).toBeLessThan(3_000);
      expect(problems.map(String)).toEqual([
        expect.stringMatching(/^Error: Answers are not kept: the Redis server at 127\.0\.0\.1:\d+ fails/),
      ]);
      line.become('through');
      await expect.poll(() => found(cache, name), { timeout: 10_000, interval: 200 }).toBe('before');
    }
    // What is forgotten while it is away is forgotten when it is back.
    line.become('cut');
    await cache.forget(name.tags);
    line.become('through');
    await expect
      .poll(async () => (await cache.look(name)).stamp, { timeout: 10_000, interval: 200 })
      .toBeDefined();
    expect(await found(cache, name)).toBeUndefined();
    await line.close();
  });
});
