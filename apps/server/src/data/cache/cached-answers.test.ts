import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { REDIS, redisAnswers } from '../../testing/redis-server.ts';
import { CachedAnswers } from './cached-answers.ts';
import { MemoryCache } from './memory-cache.ts';
import { RedisCache } from './redis-cache.ts';

const hasRedis = await redisAnswers();
const opened: CachedAnswers[] = [];
afterAll(() => Promise.all(opened.map((each) => each.close())));

/** What was reported, how often an answer was made, and a clock that can be moved. */
function house(cache: 'memory' | RedisCache, staleSeconds = 0) {
  const told: unknown[] = [];
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const memory = () => new MemoryCache(10_000, () => now().getTime());
  const answers = new CachedAnswers({
    cache: cache === 'memory' ? memory() : cache,
    now,
    staleSeconds,
    patience: 10,
    report: (error) => told.push(error),
  });
  opened.push(answers);
  return { answers, told, clock };
}

const nameOf = () => ({ key: randomBytes(8).toString('hex'), tags: ['dataset:1'] });
const live = () => new AbortController().signal;
const wanted = (make: (signal: AbortSignal) => Promise<string>, more: object = {}) => ({
  name: nameOf(),
  force: false,
  timeout: 60,
  signal: live(),
  make: async (signal: AbortSignal) => [Buffer.from(await make(signal))],
  ...more,
});

describe('an answer', () => {
  test('is made once, and anew by force, whose answer is kept', async () => {
    const { answers } = house('memory');
    let made = 0;
    const asked = wanted(async () => String(++made));
    const ask = async (more: object = {}) => {
      const { kept, hit } = await answers.of({ ...asked, ...more });
      return [kept.pieces.join(''), hit];
    };
    expect(await ask()).toEqual(['1', false]);
    expect(await ask()).toEqual(['1', true]);
    expect(await ask({ force: true })).toEqual(['2', false]);
    expect(await ask()).toEqual(['2', true]);
  });

  test('with a negative timeout is neither looked for nor kept', async () => {
    const { answers } = house('memory');
    let made = 0;
    const asked = wanted(async () => String(++made), { timeout: -1 });
    await answers.of(asked);
    expect((await answers.of(asked)).kept.pieces.join('')).toBe('2');
    expect((await answers.of({ ...asked, timeout: 60 })).kept.pieces.join('')).toBe('3');
  });

  test('is looked for without being made', async () => {
    const { answers } = house('memory');
    let made = 0;
    const asked = wanted(async () => String(++made));
    expect(await answers.stateOf(asked)).toBe('cacheable');
    expect(made).toBe(0);
    await answers.of(asked);
    expect(await answers.stateOf(asked)).toBe('cached');
    expect(await answers.stateOf({ ...asked, force: true })).toBe('cacheable');
    expect(await answers.stateOf({ ...asked, timeout: -1 })).toBe('uncacheable');
  });

  test('that could not be made is not kept', async () => {
    const { answers } = house('memory');
    const asked = wanted(async () => Promise.reject(new Error('no such column')));
    await expect(answers.of(asked)).rejects.toThrow('no such column');
    const fine = { ...asked, make: async () => [Buffer.from('rows')] };
    expect((await answers.of(fine)).kept.pieces.join('')).toBe('rows');
  });

  test('that is stale is still given while it is made anew, once, where that is set', async () => {
    const { answers, clock, told } = house('memory', 100);
    let made = 0;
    const asked = wanted(async () => {
      await pause(30);
      return String(++made);
    });
    await answers.of(asked);
    clock.ahead = 61_000;
    const all = await Promise.all([answers.of(asked), answers.of(asked)]);
    expect(all.map(({ kept, hit }) => [kept.pieces.join(''), hit])).toEqual([
      ['1', true],
      ['1', true],
    ]);
    await expect.poll(async () => (await answers.of(asked)).kept.pieces.join('')).toBe('2');
    expect(made).toBe(2);
    clock.ahead += 161_000;
    expect(await answers.of(asked)).toMatchObject({ hit: false });
    expect(told).toEqual([]);
  });

  test('that cannot be made anew is told of, and given as long as it may be', async () => {
    const { answers, clock, told } = house('memory', 100);
    const asked = wanted(async () => 'rows');
    await answers.of(asked);
    clock.ahead = 61_000;
    const failing = { ...asked, make: async () => Promise.reject(new Error('down')) };
    expect((await answers.of(failing)).kept.pieces.join('')).toBe('rows');
    await expect.poll(() => told.map(String)).toEqual(['Error: down']);
  });
});

describe.runIf(hasRedis)('processes that share Redis', () => {
  const sealKey = randomBytes(32);
  const redis = () =>
    new RedisCache({
      url: REDIS,
      sealKey,
      largest: 10_000,
      report: (error) => expect(error).toBeUndefined(),
    });

  test('make an answer once between them', async () => {
    let made = 0;
    const asked = wanted(async () => {
      made += 1;
      await pause(300);
      return 'rows';
    });
    const houses = [house(redis()), house(redis()), house(redis())];
    const all = await Promise.all(houses.map(({ answers }) => answers.of(asked)));
    expect(all.map(({ kept }) => kept.pieces.join(''))).toEqual(['rows', 'rows', 'rows']);
    expect(made).toBe(1);
  });

  test('take over from one that fails', async () => {
    const [first, second] = [house(redis()), house(redis())];
    const asked = wanted(async () => 'rows');
    const failing = {
      ...asked,
      make: async () => {
        await pause(200);
        throw new Error('lost');
      },
    };
    const lost = first.answers.of(failing).catch((error: unknown) => String(error));
    await pause(80);
    expect((await second.answers.of(asked)).kept.pieces.join('')).toBe('rows');
    expect(await lost).toBe('Error: lost');
  });

  test('wait no longer for another than they are asked to', async () => {
    const [first, second] = [house(redis()), house(redis())];
    const asked = wanted(async () => {
      await pause(600);
      return 'rows';
    });
    const slow = first.answers.of(asked);
    await pause(80);
    const leaver = new AbortController();
    const left = second.answers.of({ ...asked, signal: leaver.signal }).catch((error: unknown) => error);
    leaver.abort(new Error('left'));
    expect(String(await left)).toBe('Error: left');
    expect((await slow).kept.pieces.join('')).toBe('rows');
  });
});
