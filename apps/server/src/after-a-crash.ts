import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WithJobs } from './jobs/jobs.ts';
import type { Ground } from './records/ground.ts';
import { ownWork } from './records/own-work.ts';
import { QUERY_JOBS } from './resources/sqllab/query-jobs.ts';
import { ACTIVE, recordEnd, SERVER_STOPPED } from './resources/sqllab/query-record.ts';

/**
 * Puts in order what a server that was killed left behind: queries that would run for ever, and files that had arrived
 * but not become tables, or that were to be sent. Queries that nobody waited for are left to the jobs, and those of
 * other servers that share the records to them. Called before the first request, by whoever holds the home.
 */
export async function tidyAfterCrash(services: Ground & WithJobs): Promise<void> {
  const { db, config, jobs, serverId } = services;
  for (const folder of ['incoming', 'outgoing'])
    await rm(join(config.HOME, folder), { recursive: true, force: true });
  const begunBefore = services.now().getTime() - config.SQLLAB_ASYNC_TIME_LIMIT_SEC * 1_000;
  const left = await db
    .selectFrom('queries')
    .selectAll()
    .where('status', 'in', ACTIVE)
    // No query runs for longer than this, also not one of a server that is gone for good.
    .where((on) => on.or([ownWork(serverId)(on), on('start_time', '<', begunBefore)]))
    .execute();
  for (const row of left) {
    // Where the jobs cannot be asked, none is expected: one that comes all the same finds its query ended.
    const job = await jobs.status(QUERY_JOBS, row.uuid).catch(() => undefined);
    if (!job) await recordEnd(row, { status: 'failed', error_message: SERVER_STOPPED }, services);
  }
}
