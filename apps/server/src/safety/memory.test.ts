import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MemoryReading, MemoryWatch } from '../memory-watch.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeDataset } from '../testing/things.ts';
import { fresh } from '../testing/visitor.ts';

const MEGABYTE = 2 ** 20;

describe('a bound on the memory of the server', () => {
  let house: TestApp;
  let dataset: number;
  const said: string[] = [];
  let reading: MemoryReading = { resident: 100 * MEGABYTE, used: 50 * MEGABYTE, heap: 0.1 };
  beforeAll(async () => {
    const settings = { CHARTROOM_MEMORY_LIMIT_MB: '1000' };
    house = await openTestApp('sqlite', { settings, memory: () => reading, say: (line) => said.push(line) });
    dataset = await makeDataset(house, 'kept');
  });
  afterAll(() => house.close());

  const ask = (body: object) => house.as('admin', 'POST', '/api/v1/chart/data', { body });
  const isRefused = async (body: object) => (await ask(body)).status === 503;

  test('before it is reached heavy work is refused with 503 and a time to come again; kept answers, lists, saves and /health go on', async () => {
    const kept = fresh(dataset);
    expect((await ask(kept)).status).toBe(200);
    reading = { resident: 900 * MEGABYTE, used: 800 * MEGABYTE, heap: 0.3 };
    await expect.poll(() => isRefused(fresh(dataset))).toBe(true);
    const refused = [
      await ask(fresh(dataset)),
      await ask(fresh(dataset, { result_format: 'csv' })),
      await house.as('admin', 'POST', '/api/v1/sqllab/execute/', {
        body: { database_id: house.uploads, sql: 'SELECT 1' },
      }),
      await house.as('admin', 'POST', '/api/v1/files/', {
        headers: { 'content-type': 'multipart/form-data; boundary=a' },
      }),
      await house.as('admin', 'GET', '/api/v1/assets/export/'),
      await house.as('admin', 'GET', `/api/v1/datasource/table/${dataset}/column/a/values/`),
    ];
    for (const { status, text, headers } of refused)
      expect([status, text, headers['retry-after']]).toEqual([
        503,
        expect.stringMatching(/short of memory/),
        '5',
      ]);
    const answered = [
      await ask(kept),
      await house.as('admin', 'GET', '/api/v1/dashboard/'),
      await house.as('admin', 'POST', '/api/v1/dashboard/', { body: { dashboard_title: 'saved' } }),
      await house.as('nobody', 'GET', '/health'),
    ];
    expect(answered.map(({ status }) => status)).toEqual([200, 200, 201, 200]);
    expect(answered[0]?.text).toContain('"is_cached":true');
    reading = { resident: 500 * MEGABYTE, used: 300 * MEGABYTE, heap: 0.2 };
    await expect.poll(() => isRefused(fresh(dataset))).toBe(false);
    expect(said).toEqual([
      expect.stringMatching(/^Memory is short: 900 of 1000 MB are held/),
      expect.stringMatching(/^There is memory again: 500 of 1000 MB are held/),
    ]);
  });
});

describe('when memory counts as short', () => {
  const readings = (limit: number, isBusy = () => true) => {
    const said: string[] = [];
    let now: MemoryReading = { resident: 0, used: 0, heap: 0 };
    const watch = new MemoryWatch({ limit, say: (line) => said.push(line), isBusy, read: () => now });
    watch.close();
    const after = (reading: Partial<MemoryReading>, times = 1) => {
      now = { resident: 0, used: 0, heap: 0, ...reading };
      for (let time = 0; time < times; time += 1) watch.look();
      return watch.isShort;
    };
    return { after, said };
  };

  test('it stays so until there is clearly more, and is told once', () => {
    const { after, said } = readings(1_000);
    expect([
      after({ resident: 840 }),
      after({ resident: 860 }),
      after({ resident: 800 }),
      after({ resident: 720 }),
    ]).toEqual([false, true, true, true]);
    expect([said.length, after({ resident: 690 }), after({ resident: 840 }), said.length]).toEqual([
      1,
      false,
      false,
      2,
    ]);
  });

  test('a heap near its end counts, whatever the system has given', () => {
    const { after } = readings(1_000);
    expect([after({ heap: 0.9 }), after({ heap: 0.75 }), after({ heap: 0.6 })]).toEqual([true, true, false]);
  });

  test('what is held for nothing, once nobody works any more, keeps nobody out for ever', () => {
    let isBusy = true;
    const { after } = readings(1_000, () => isBusy);
    expect(after({ resident: 900, used: 200, heap: 0.1 }, 50)).toBe(true);
    isBusy = false;
    expect(after({ resident: 900, used: 600, heap: 0.1 }, 50)).toBe(true);
    expect(after({ resident: 900, used: 200, heap: 0.1 }, 50)).toBe(false);
  });
});
