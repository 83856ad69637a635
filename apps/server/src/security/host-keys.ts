import type { HostKeys } from '@chartroom/engines';
import { knownHost } from '../base/settings/known-host.ts';
import type { Db } from '../records/records.ts';

/** Keys of SSH servers: those that the settings name count alone, others are kept in the records when they are first met. */
export function createHostKeys(db: Db, lines: readonly string[], now: () => Date): HostKeys {
  const named = lines.flatMap((line) => knownHost(line) ?? []);
  return {
    known: async (server) => {
      const ofSettings = named.filter((each) => each.server === server).map(({ key }) => key);
      if (ofSettings.length > 0) return ofSettings;
      const row = await db
        .selectFrom('ssh_servers')
        .select('key')
        .where('server', '=', server)
        .executeTakeFirst();
      return row ? [row.key] : [];
    },
    remember: async (server, key) => {
      const row = { server, key, created_on: now().toISOString() };
      // Another process may have met it at the same moment; the next connection tells whether it met somebody else.
      await db
        .insertInto('ssh_servers')
        .values(row)
        .onConflict((conflict) => conflict.column('server').doNothing())
        .execute();
    },
  };
}
