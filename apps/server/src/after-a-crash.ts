import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './records/records.ts';

/**
 * Puts in order what a server that was killed left behind: queries that would run for ever, and files that had arrived
 * but not become tables, or that were to be sent. Called before the first request.
 */
export async function tidyAfterCrash(db: Db, home: string, now: Date): Promise<void> {
  for (const folder of ['incoming', 'outgoing']) await rm(join(home, folder), { recursive: true, force: true });
  await db
    .updateTable('queries')
    .set({
      status: 'failed',
      error_message: 'The server stopped while this query ran. Please run it again.',
      end_time: now.getTime(),
      changed_on: now.toISOString(),
    })
    .where('status', 'in', ['pending', 'running'])
    .execute();
}
