import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tidyAfterCrash } from '../after-a-crash.ts';
import { InProcessJobs } from '../jobs/in-process-jobs.ts';
import { openTestApp, ownSchema, RECORD_KINDS, type TestApp } from '../testing/test-app.ts';

describe.runIf(RECORD_KINDS.includes('postgres'))(
  'F11: servers with homes of their own that share records',
  () => {
    let store: Awaited<ReturnType<typeof ownSchema>>;
    let house: TestApp;
    beforeAll(async () => {
      store = await ownSchema();
      house = await openTestApp('sqlite', {
        settings: { CHARTROOM_RECORDS_URL: store.url },
        serverId: 'this one',
      });
    });
    afterAll(async () => {
      await house?.close();
      await store?.drop();
    });

    test('F11: one that starts ends no query of another, but its own, those of nobody, and those of a server that is long gone', async () => {
      const { db, now } = house.services;
      for (const client_id of ['own', 'others', 'nobodys', 'of one gone']) {
        const body = { database_id: house.uploads, sql: 'SELECT 1', client_id };
        expect((await house.as('admin', 'POST', '/api/v1/sqllab/execute/', { body })).status).toBe(200);
      }
      const set = (client_id: string, values: { server_id?: string | null; start_time?: number }) =>
        db
          .updateTable('queries')
          .set({ status: 'running', ...values })
          .where('client_id', '=', client_id)
          .execute();
      await set('own', {});
      await set('others', { server_id: 'another' });
      await set('nobodys', { server_id: null });
      await set('of one gone', { server_id: 'gone', start_time: now().getTime() - 100 * 86_400_000 });
      await tidyAfterCrash(house.services);
      const kept = await db
        .selectFrom('queries')
        .select(['client_id', 'status', 'server_id'])
        .orderBy('id')
        .execute();
      expect(kept).toEqual([
        { client_id: 'own', status: 'failed', server_id: 'this one' },
        { client_id: 'others', status: 'running', server_id: 'another' },
        { client_id: 'nobodys', status: 'failed', server_id: null },
        { client_id: 'of one gone', status: 'failed', server_id: 'gone' },
      ]);
    });

    test('F11: one that starts takes no work in the background of another', async () => {
      const { db, now } = house.services;
      const done: string[] = [];
      const server = (serverId: string) => {
        const jobs = new InProcessJobs({
          db,
          serverId,
          atOnce: 2,
          now,
          report: (error) => expect.unreachable(String(error)),
        });
        jobs.handle({
          name: 'shared',
          run: async ({ id }) => void done.push(`${serverId} ${id}`),
          dropped: async ({ id }) => void done.push(`${serverId} dropped ${id}`),
        });
        return jobs;
      };
      const row = {
        kind: 'shared',
        payload: '{}',
        repeatable: 1 as const,
        runs: 0,
        created_on: now().toISOString(),
      };
      const [waits, runs, mine] = [randomUUID(), randomUUID(), randomUUID()];
      await db
        .insertInto('jobs')
        .values([
          { ...row, name: waits, state: 'queued', server_id: 'another' },
          { ...row, name: runs, state: 'running', server_id: 'another' },
          { ...row, name: mine, state: 'running', server_id: 'one' },
        ])
        .execute();
      const one = server('one');
      await one.start();
      await expect.poll(() => done).toEqual([`one ${mine}`]);
      const other = server('another');
      await other.start();
      await expect
        .poll(() => [...done].sort())
        .toEqual([`another ${runs}`, `another ${waits}`, `one ${mine}`].sort());
      await one.close();
      await other.close();
    });
  },
);
