import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRecords, type Records } from '../records/records.ts';
import { openLine, REDIS, redisAnswers, removeRedisKeys } from '../testing/redis-server.ts';
import { ownSchema, RECORD_KINDS } from '../testing/test-app.ts';
import { InProcessJobs } from './in-process-jobs.ts';
import { interrupted, type Job, type JobKind, type Jobs } from './jobs.ts';
import { RedisJobs } from './redis-jobs.ts';

/** Milliseconds that no test waits: a server that was killed never comes to what follows. */
const FOR_EVER = 2 ** 30;

/** One place where jobs are kept, and servers that come and go at it. */
interface Place {
  /** A server that does jobs of kind `work` as `Work` says. */
  server(work: Work, atOnce?: number): Promise<Jobs>;
  /** What a server that was killed leaves: its jobs are begun, and nobody does them. */
  kill(jobs: Jobs): Promise<void>;
  /** Forgets what there was. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** What is done with jobs, and what became of them. */
class Work implements JobKind {
  readonly name = 'work';
  readonly log: string[] = [];
  atOnce = 0;
  most = 0;
  /** Jobs that do not end by themselves. */
  endless = new Set<string>();
  /** Set when the server is killed: what it does afterwards is not seen any more. */
  isDead = false;

  async run(job: Job, signal: AbortSignal): Promise<void> {
    this.#say(`run ${job.id}`);
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    try {
      if (this.endless.has(job.id)) await pause(FOR_EVER, undefined, { signal, ref: false });
      else await pause(5, undefined, { signal });
      this.#say(`done ${job.id}`);
    } catch (error) {
      if (this.isDead) await pause(FOR_EVER, undefined, { ref: false });
      if (interrupted(job, signal)) throw error;
      this.#say(`stopped ${job.id}`);
    } finally {
      this.atOnce -= 1;
    }
  }

  async dropped(job: Job, why: string): Promise<void> {
    this.#say(`${why} ${job.id}`);
  }

  #say(words: string): void {
    if (!this.isDead) this.log.push(words);
  }
}

const job = (id: string, repeatable = true): Job => ({
  kind: 'work',
  id,
  payload: { about: id },
  repeatable,
});
const begun = (work: Work, id: string) =>
  expect.poll(() => work.log, { timeout: 20_000 }).toContain(`run ${id}`);

async function inRecords(kind: 'sqlite' | 'postgres'): Promise<Place> {
  const store = kind === 'postgres' ? await ownSchema() : undefined;
  const records: Records = await openRecords(store?.url ?? 'sqlite://:memory:');
  return {
    server: async (work, atOnce = 2) => {
      const jobs = new InProcessJobs({
        db: records.db,
        atOnce,
        mostWaiting: 500,
        now: () => new Date(),
        report: fail,
      });
      jobs.handle(work);
      await jobs.start();
      return jobs;
    },
    // Its lanes are never heard of again; the records stand as they did.
    kill: async () => undefined,
    clear: async () => void (await records.db.deleteFrom('jobs').execute()),
    close: async () => {
      await records.close();
      await store?.drop();
    },
  };
}

async function inRedis(): Promise<Place> {
  const newSpace = () => `chartroom-test-${randomBytes(6).toString('hex')}`;
  let space = newSpace();
  const lines = new Map<Jobs, Awaited<ReturnType<typeof openLine>>>();
  return {
    server: async (work, atOnce = 2) => {
      const line = await openLine();
      const options = {
        url: line.url,
        sealKey: Buffer.alloc(32, 7),
        space,
        atOnce,
        patience: 1_000,
        report: () => undefined,
      };
      const jobs = new RedisJobs(options);
      jobs.handle(work);
      await jobs.start();
      lines.set(jobs, line);
      return jobs;
    },
    kill: async (jobs) => lines.get(jobs)?.become('cut'),
    clear: async () => {
      for (const line of lines.values()) await line.close();
      lines.clear();
      await removeRedisKeys(space);
      space = newSpace();
    },
    close: async () => undefined,
  };
}

function fail(error: unknown): never {
  throw error;
}

const PLACES: [string, () => Promise<Place>][] = RECORD_KINDS.map((kind) => [
  `records in ${kind}`,
  () => inRecords(kind),
]);
if (await redisAnswers()) PLACES.push(['Redis', inRedis]);

describe.each(PLACES)('jobs in %s', (_name, open) => {
  let place: Place;
  let work: Work;
  const servers: Jobs[] = [];
  const start = async (of: Work, atOnce?: number) => {
    const jobs = await place.server(of, atOnce);
    servers.push(jobs);
    return jobs;
  };
  beforeAll(async () => {
    place = await open();
  });
  beforeEach(() => {
    work = new Work();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((jobs) => jobs.close()));
    await place.clear();
  });
  afterAll(() => place.close());

  test('are done in their order, a bounded number at a time, while others have their turn', async () => {
    const jobs = await start(work, 3);
    const ids = Array.from({ length: 200 }, (_each, index) => `n${index}`);
    await Promise.all(ids.map((id) => jobs.enqueue(job(id))));
    let turns = 0;
    for (; work.log.length < 400; turns += 1) await pause(1);
    expect(new Set(work.log)).toEqual(new Set(ids.flatMap((id) => [`run ${id}`, `done ${id}`])));
    expect(work.most).toBe(3);
    expect(turns).toBeGreaterThan(20);
    await expect.poll(() => jobs.status('work', 'n199')).toBeUndefined();
  });

  test('of somebody who asks for very many keep nobody else waiting', async () => {
    const jobs = await start(work, 1);
    const of = (user: number, id: string) => jobs.enqueue({ ...job(id), payload: { user } });
    work.endless.add('first');
    await of(1, 'first');
    await begun(work, 'first');
    for (let index = 0; index < 10; index++) await of(1, `many${index}`);
    await of(2, 'one');
    await of(2, 'two');
    expect(await jobs.status('work', 'one')).toBe('queued');
    expect(await jobs.cancel('work', 'first')).toBe(true);
    await expect.poll(() => work.log, { timeout: 20_000 }).toContain('done many9');
    const order = work.log.filter((line) => line.startsWith('run ')).map((line) => line.slice('run '.length));
    expect(order.indexOf('one')).toBeLessThan(3);
    expect(order.indexOf('two')).toBeLessThan(5);
  });

  test('are stopped while they wait and while they run', async () => {
    const jobs = await start(work, 1);
    work.endless.add('first');
    await jobs.enqueue(job('first'));
    await begun(work, 'first');
    await jobs.enqueue(job('second'));
    expect([await jobs.status('work', 'first'), await jobs.status('work', 'second')]).toEqual([
      'running',
      'queued',
    ]);
    expect(await jobs.cancel('work', 'second')).toBe(true);
    expect(await jobs.cancel('work', 'first')).toBe(true);
    await expect.poll(() => work.log).toEqual(['run first', 'stopped second', 'stopped first']);
    await expect.poll(() => jobs.status('work', 'first')).toBeUndefined();
    expect(await jobs.cancel('work', 'first')).toBe(false);
    expect(await jobs.cancel('work', 'unheard-of')).toBe(false);
  });

  test('go on at the next server when one closes', async () => {
    const first = await start(work, 1);
    work.endless.add('long');
    await first.enqueue(job('long'));
    await begun(work, 'long');
    await first.enqueue(job('next'));
    await first.close();
    expect(work.log).toEqual(['run long']);
    const after = new Work();
    await start(after);
    await expect.poll(() => after.log, { timeout: 20_000 }).toContain('done next');
    await expect.poll(() => after.log, { timeout: 20_000 }).toContain('done long');
  });

  test('that write are ended, not put off, when a server closes', async () => {
    const first = await start(work, 1);
    work.endless.add('writes');
    await first.enqueue(job('writes', false));
    await begun(work, 'writes');
    await first.close();
    expect(work.log).toEqual(['run writes', 'stopped writes']);
    const next = await start(new Work());
    expect(await next.status('work', 'writes')).toBeUndefined();
  });

  test('of a server that was killed are begun once more when they only read, and are told lost when not', async () => {
    const first = await start(work);
    work.endless.add('reads').add('writes');
    await first.enqueue(job('reads'));
    await first.enqueue(job('writes', false));
    await begun(work, 'reads');
    await begun(work, 'writes');
    work.isDead = true;
    await place.kill(first);
    servers.splice(0);
    const second = new Work();
    second.endless.add('reads');
    const jobs = await start(second);
    await expect
      .poll(() => [...second.log].sort(), { timeout: 20_000 })
      .toEqual(['lost writes', 'run reads']);
    second.isDead = true;
    await place.kill(jobs);
    servers.splice(0);
    const third = new Work();
    await start(third);
    await expect.poll(() => third.log, { timeout: 20_000 }).toEqual(['lost reads']);
  });
});

describe('jobs in the records', () => {
  test('are looked for again when the records were out of reach', async () => {
    const records = await openRecords('sqlite://:memory:');
    const reports: unknown[] = [];
    const report = (error: unknown) => void reports.push(error);
    const jobs = new InProcessJobs({ db: records.db, atOnce: 1, now: () => new Date(), report });
    const work = new Work();
    jobs.handle(work);
    await jobs.start();
    await sql`create trigger stuck before update on jobs begin select raise(abort, 'out of reach'); end`.execute(
      records.db,
    );
    await jobs.enqueue(job('waits'));
    await expect.poll(() => reports.length, { timeout: 5_000 }).toBeGreaterThan(1);
    await sql`drop trigger stuck`.execute(records.db);
    await expect.poll(() => work.log, { timeout: 5_000 }).toEqual(['run waits', 'done waits']);
    await jobs.close();
    await records.close();
  });

  test('are refused when too many wait', async () => {
    const records = await openRecords('sqlite://:memory:');
    const jobs = new InProcessJobs({
      db: records.db,
      atOnce: 1,
      mostWaiting: 2,
      now: () => new Date(),
      report: fail,
    });
    await jobs.enqueue(job('one'));
    await jobs.enqueue(job('two'));
    await expect(jobs.enqueue(job('three'))).rejects.toMatchObject({
      status: 503,
      error_type: 'ASYNC_WORKERS_ERROR',
    });
    await records.close();
  });
});

describe.runIf(await redisAnswers())('jobs in Redis', () => {
  const options = {
    sealKey: Buffer.alloc(32, 7),
    space: `chartroom-test-${randomBytes(6).toString('hex')}`,
    atOnce: 2,
  };
  afterAll(() => removeRedisKeys(options.space));

  test('that others put there are not done', async () => {
    const reports: unknown[] = [];
    const work = new Work();
    const jobs = new RedisJobs({ ...options, url: REDIS, report: (error) => reports.push(error) });
    const foreign = new RedisJobs({ ...options, url: REDIS, sealKey: Buffer.alloc(32, 8), report: fail });
    jobs.handle(work);
    await jobs.start();
    await foreign.enqueue(job('forged'));
    await expect.poll(() => String(reports[0])).toContain('not of this installation');
    expect(work.log).toEqual([]);
    await foreign.close();
    await jobs.close();
  });

  test('are refused in words while the server is gone, and taken again when it is back', async () => {
    const line = await openLine();
    const reports: unknown[] = [];
    const work = new Work();
    const jobs = new RedisJobs({ ...options, url: line.url, report: (error) => reports.push(error) });
    jobs.handle(work);
    await jobs.start();
    await jobs.enqueue(job('before'));
    await expect.poll(() => work.log, { timeout: 20_000 }).toContain('done before');
    line.become('cut');
    const refusal = {
      status: 503,
      error_type: 'ASYNC_WORKERS_ERROR',
      message: expect.stringContaining('Redis'),
    };
    await expect(jobs.enqueue(job('meanwhile'))).rejects.toMatchObject(refusal);
    await expect(jobs.cancel('work', 'before')).rejects.toMatchObject(refusal);
    expect(reports).toHaveLength(1);
    line.become('through');
    await expect
      .poll(
        () =>
          jobs.enqueue(job('after')).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);
    await begun(work, 'after');
    await jobs.close();
    await line.close();
  });
});
