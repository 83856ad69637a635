import type { LabDatabase } from '@chartroom/model';
import { stopQuery } from '../../api/sql-lab.ts';
import type { LabTab } from './lab-tabs.ts';

export interface RunningQuery {
  abort: AbortController;
  clientId: string;
  /** It goes on when nobody waits for it. */
  later: boolean;
  /** The server has been asked to run it. */
  sent: boolean;
}

/** What runs, by the ids of the tabs. */
export const running = new Map<number, RunningQuery>();

/** Eleven characters that name a query before the server does. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(11));
  return Array.from(bytes, (byte) => 'abcdefghijklmnopqrstuvwxyz0123456789'[byte % 36]).join('');
}

/**
 * Stops what goes on in the background of a page that ends, in databases whose owner wants it so (contract/ui.md E3). What
 * is waited for ends with the page anyway.
 */
export function stopOnLeaving(
  tabs: readonly Pick<LabTab, 'id' | 'databaseId'>[],
  databases: Readonly<Record<string, Pick<LabDatabase, 'cancels_on_leaving'>>>,
): void {
  for (const { id, databaseId } of tabs) {
    const own = running.get(id);
    if (!own?.later || databases[String(databaseId)]?.cancels_on_leaving !== true) continue;
    // Nobody is left to be told what goes wrong.
    stopQuery(own.clientId, true).catch(() => undefined);
  }
}
