import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../base/config.ts';
import { openLine, REDIS, redisAnswers } from '../testing/redis-server.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { Counts } from './counts.ts';
import { createLoginThrottle } from './login-throttle.ts';

const hasRedis = await redisAnswers();
const defaults = await readConfig({ CHARTROOM_SECRET_KEY: secret(), CHARTROOM_HOME: '/nowhere' }, '/nowhere');
const opened: Counts[] = [];
afterAll(() => {
  for (const counts of opened) counts.close();
});

function secret(): string {
  return randomBytes(48).toString('base64url');
}

async function open(settings: Partial<Config>, told: unknown[] = []): Promise<Counts> {
  const counts = await Counts.open({ ...defaults, ...settings }, (error) => told.push(error));
  opened.push(counts);
  return counts;
}

const PLACES: [string, Partial<Config>][] = [['memory', {}]];
if (hasRedis) PLACES.push(['Redis', { REDIS_URL: REDIS }]);

describe.each(PLACES)('counts in %s', (_place, settings) => {
  const fresh = () => open({ ...settings, SECRET_KEY: secret() });

  test('let through as many as they may in a time, by each name and each kind', async () => {
    const counts = await fresh();
    const count = counts.of({ kind: 'a', most: 2, seconds: 1 });
    const taken = [await count.take('x'), await count.take('x'), await count.take('y')];
    expect(taken).toEqual([undefined, undefined, undefined]);
    expect(await count.take('x')).toBe(1);
    expect(await counts.of({ kind: 'b', most: 2, seconds: 1 }).take('x')).toBeUndefined();
    await pause(1_100);
    expect(await count.take('x')).toBeUndefined();
  });

  test('a time of months is counted, too', async () => {
    const count = (await fresh()).of({ kind: 'long', most: 1, seconds: 9_999 * 86_400 });
    await count.take('x');
    await pause(20);
    expect(await count.take('x')).toBeGreaterThan(20 * 86_400);
  });

  test('tries at the same time share what is left, and right ones are not in the way of each other', async () => {
    const throttle = createLoginThrottle(await fresh(), { kind: 'tries', most: 5, seconds: 60 });
    let atOnce = 0;
    let most = 0;
    const trying = (result: string | undefined) =>
      throttle.attempt('x', async () => {
        most = Math.max(most, ++atOnce);
        await pause(5);
        atOnce -= 1;
        return result;
      });
    const right = await Promise.all(Array.from({ length: 23 }, () => trying('right')));
    expect(right).toEqual(Array.from({ length: 23 }, () => ({ result: 'right' })));
    expect(most).toBe(5);
    await expect(
      throttle.attempt('x', () => Promise.reject(new Error('the directory does not answer'))),
    ).rejects.toThrow('the directory');
    const wrong = await Promise.all(Array.from({ length: 40 }, () => trying(undefined)));
    expect(wrong.filter((attempt) => 'result' in attempt)).toHaveLength(5);
    const refused = wrong.filter((attempt) => 'wait' in attempt);
    expect(refused).toHaveLength(35);
    for (const { wait } of refused) expect(wait).toBeGreaterThan(50);
    expect(await throttle.attempt('y', async () => 1)).toEqual({ result: 1 });
  });
});

test('of more names than the memory holds those are forgotten that did nothing longest', async () => {
  const count = (await open({})).of({ kind: 'names', most: 1, seconds: 600 });
  await count.take('first');
  await count.take('second');
  for (let n = 0; n < 9_998; n += 1) await count.take(String(n));
  expect(await count.take('first')).toBeGreaterThan(0);
  await count.take('one more');
  expect([await count.take('first'), await count.take('second')]).toEqual([expect.any(Number), undefined]);
});

describe.runIf(hasRedis)('servers that share Redis', () => {
  test('count together what one installation counts, and nothing of another', async () => {
    const settings = { REDIS_URL: REDIS, SECRET_KEY: secret() };
    const allowance = { kind: 'shared', most: 3, seconds: 60 };
    const [one, two] = [(await open(settings)).of(allowance), (await open(settings)).of(allowance)];
    await one.add('x');
    expect(await two.left('x')).toEqual({ left: 2, wait: 60 });
    await two.take('x');
    expect(await one.add('x')).toEqual({ left: 0, wait: 60 });
    const other = (await open({ ...settings, SECRET_KEY: secret() })).of(allowance);
    expect(await other.left('x')).toEqual({ left: 3, wait: 0 });
  });

  test('refuse on one what failed too often on the other, and say when it may be tried again', async () => {
    const settings = {
      CHARTROOM_REDIS_URL: REDIS,
      CHARTROOM_SECRET_KEY: secret(),
      CHARTROOM_RATELIMIT_ENABLED: 'true',
      CHARTROOM_RATELIMIT_APPLICATION: '20 per hour',
    };
    const [one, two] = [await openTestApp('sqlite', { settings }), await openTestApp('sqlite', { settings })];
    const signIn = (house: TestApp, remoteAddress: string, password: string) =>
      house.app.inject({
        method: 'POST',
        url: '/api/v1/security/login',
        remoteAddress,
        payload: { username: 'gamma', password, provider: 'db' },
      });
    try {
      const statuses: number[] = [];
      for (let tries = 0; tries < 6; tries += 1)
        statuses.push((await signIn(tries % 2 ? two : one, '10.3.0.1', 'Wrong-horse-9')).statusCode);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      for (const house of [one, two]) {
        const refused = await signIn(house, '10.3.0.1', house.password);
        expect(refused.statusCode).toBe(429);
        expect(refused.body).toMatch(/Too many failed sign-ins\. Try again in \d+ seconds/);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect((await signIn(house, '10.3.0.2', house.password)).statusCode).toBe(200);
      }
      const asked: number[] = [];
      for (let n = 0; n < 22; n += 1) {
        const house = n % 2 ? two : one;
        asked.push((await house.app.inject({ url: '/api/v1/chart/', remoteAddress: '10.3.0.3' })).statusCode);
      }
      expect(asked.filter((status) => status === 401)).toHaveLength(20);
      expect(asked.slice(-2)).toEqual([429, 429]);
    } finally {
      await one.close();
      await two.close();
    }
  });

  test('count by themselves what it can tell and does not take', async () => {
    const kind = `full-${randomBytes(4).toString('hex')}`;
    const count = (await open({ REDIS_URL: REDIS })).of({ kind, most: 3, seconds: 60 });
    await count.add('x');
    const { Redis } = await import('ioredis');
    const hand = new Redis(REDIS);
    const [key = ''] = await hand.keys(`chartroom:*:count:${kind}:*`);
    await hand.set(key, '1 is no number', 'PX', 60_000);
    hand.disconnect();
    for (let n = 0; n < 3; n += 1) await count.add('x');
    expect(await count.left('x')).toMatchObject({ left: 0 });
  });

  test('go on by themselves while it is gone or silent, which is told once', async () => {
    const line = await openLine();
    const told: unknown[] = [];
    const counts = await open({ REDIS_URL: line.url, SECRET_KEY: secret() }, told);
    const count = counts.of({ kind: 'alone', most: 3, seconds: 60 });
    for (let n = 0; n < 3; n += 1) await count.add('x');
    for (const state of ['silent', 'cut'] as const) {
      line.become(state);
      const begun = performance.now();
      const name = `${state} ${randomBytes(4).toString('hex')}`;
      for (let n = 0; n < 3; n += 1) expect(await count.take(name)).toBeUndefined();
      expect(await count.take(name)).toBeGreaterThan(0);
      expect(performance.now() - begun).toBeLessThan(3_000);
      await pause(100);
      expect(told.map(String)).toEqual([
        expect.stringMatching(
          /^Error: Tries and requests are counted by this server alone: the Redis server at 127\.0\.0\.1:\d+ fails/,
        ),
      ]);
      line.become('through');
      await expect.poll(async () => (await count.left('x')).left, { timeout: 10_000, interval: 200 }).toBe(0);
      told.length = 0;
    }
    await line.close();
  });
});
