import { randomBytes } from 'node:crypto';
import type { JobEvent, ToldEvent } from '@chartroom/model';
import { afterAll, describe, expect, test } from 'vitest';
import { openLine, REDIS, redisAnswers, removeRedisKeys } from '../testing/redis-server.ts';
import { type EventLog, isEventId, isLater } from './event-log.ts';
import { MemoryEvents } from './memory-events.ts';
import { RedisEvents } from './redis-events.ts';

const told = (channel_id: string, job: number): JobEvent => ({
  channel_id,
  job_id: `job ${job}`,
  user_id: 7,
  status: 'done',
  errors: [],
  result_url: '/api/v1/chart/data/qc-1',
});
const jobsOf = (events: ToldEvent[]) => events.map(({ job_id }) => job_id);
const prefix = `chartroom-test-${randomBytes(6).toString('hex')}-`;
const redisOptions = { url: REDIS, prefix, limit: 250, fullLimit: 1_000, report: () => undefined };

const PLACES: [string, () => EventLog][] = [['memory', () => new MemoryEvents(250, () => new Date())]];
if (await redisAnswers()) PLACES.push(['Redis', () => new RedisEvents(redisOptions)]);

describe.each(PLACES)('events in %s', (_name, open) => {
  const log = open();
  afterAll(() => log.close());

  test('are answered a hundred at a time, strictly after the last one, of one channel alone', async () => {
    for (let job = 0; job < 130; job += 1) await log.tell(told('a', job));
    await log.tell(told('b', 0));
    const first = await log.after('a', undefined);
    expect(jobsOf(first)).toEqual(Array.from({ length: 100 }, (_each, job) => `job ${job}`));
    expect(first[0]).toEqual({ ...told('a', 0), id: expect.stringMatching(/^\d{13}-\d+$/) });
    const rest = await log.after('a', first.at(-1)?.id);
    expect(jobsOf(rest)).toEqual(Array.from({ length: 30 }, (_each, job) => `job ${job + 100}`));
    expect(await log.after('a', rest.at(-1)?.id)).toEqual([]);
    expect(jobsOf(await log.after('b', '0'))).toEqual(['job 0']);
    expect(await log.after('nobody', undefined)).toEqual([]);
  });

  test('are bounded in each channel: the earliest leave', async () => {
    for (let job = 0; job < 260; job += 1) await log.tell(told('bounded', job));
    expect(jobsOf(await log.after('bounded', undefined))[0]).toBe('job 10');
  });

  test('are heard by those who listen, under the ids that they are read by', async () => {
    const heard: ToldEvent[] = [];
    const unlisten = log.listen((event) => heard.push(event));
    // Listening begins when the place has been reached.
    await expect
      .poll(() => log.tell(told('early', 0)).then(() => heard.length), { timeout: 5_000 })
      .toBeGreaterThan(0);
    await log.tell(told('heard', 1));
    await expect
      .poll(() => heard.filter(({ channel_id }) => channel_id === 'heard'))
      .toEqual(await log.after('heard', undefined));
    unlisten();
    const before = heard.length;
    await log.tell(told('heard', 2));
    expect(heard.length).toBe(before);
  });
});

describe('events in memory', () => {
  test('are bounded in all: the channels that are silent longest leave', async () => {
    const log = new MemoryEvents(10, () => new Date(), 25);
    for (const channel of ['a', 'b', 'c'])
      for (let job = 0; job < 10; job += 1) await log.tell(told(channel, job));
    expect(
      (await Promise.all(['a', 'b', 'c'].map((channel) => log.after(channel, undefined)))).map(
        (events) => events.length,
      ),
    ).toEqual([0, 10, 10]);
  });

  test('keep their order when the clock is set back', async () => {
    const clock = { at: 1_000 };
    const log = new MemoryEvents(10, () => new Date(clock.at));
    await log.tell(told('a', 0));
    clock.at = 10;
    await log.tell(told('a', 1));
    expect((await log.after('a', undefined)).map(({ id }) => id)).toEqual(['1000-0', '1000-1']);
  });
});

test('ids are compared as numbers', () => {
  expect([
    isLater('10-2', '9-3'),
    isLater('10-10', '10-9'),
    isLater('10-1', '10-1'),
    isLater('9', '10-1'),
  ]).toEqual([true, true, false, false]);
  expect(['1-2', '1', '-', '1-', "1' or 1", '', '1'.repeat(16)].map(isEventId)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe.runIf(await redisAnswers())('events in Redis', () => {
  test('are refused in words while the server is gone, and told again when it is back', async () => {
    const line = await openLine();
    const log = new RedisEvents({ ...redisOptions, url: line.url });
    await log.tell(told('line', 0));
    line.become('cut');
    await expect(log.tell(told('line', 1))).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Redis'),
    });
    await expect(log.after('line', undefined)).rejects.toMatchObject({ status: 503 });
    line.become('through');
    await expect
      .poll(() => log.after('line', undefined).then(jobsOf, () => []), { timeout: 10_000 })
      .toEqual(['job 0']);
    await log.close();
    await line.close();
  });

  test('of one process are heard in another, and the streams stand as the contract names them', async () => {
    const [one, other] = [new RedisEvents(redisOptions), new RedisEvents(redisOptions)];
    const heard: ToldEvent[] = [];
    other.listen((event) => heard.push(event));
    await expect
      .poll(() => one.tell(told('across', 0)).then(() => jobsOf(heard)), { timeout: 5_000 })
      .toContain('job 0');
    const { Redis } = await import('ioredis');
    const redis = new Redis(REDIS);
    const [entry] = await redis.xrange(`${prefix}across`, '-', '+', 'COUNT', 1);
    expect(JSON.parse(entry?.[1][1] ?? '')).toEqual(told('across', 0));
    expect(await redis.xlen(`${prefix}full`)).toBeGreaterThan(0);
    redis.disconnect();
    await removeRedisKeys(prefix);
    await Promise.all([one.close(), other.close()]);
  });
});
