import type { LabDatabase } from '@chartroom/model';
import { fetchChangedQueries } from '../../api/sql-lab.ts';
import { styleOf } from './editor/sql/style.ts';
import { EARLIER } from './follow-query.ts';

/** Milliseconds between two looks at what a query reads, and before the first: most have ended by then. */
const LOOKS_EVERY = 1_000;

/** How much of other databases a query has read: a part of a hundred, and in words. */
export interface ReadAcross {
  progress: number;
  told: string;
}

/** Other connected databases whose tables the queries of one may read; none where its engine reads its own alone. */
export function otherDatabases(
  databaseId: number | null,
  databases: Readonly<Record<string, LabDatabase>>,
): LabDatabase[] {
  const own = databases[String(databaseId)];
  if (!own || !styleOf(own.backend).readsOthers) return [];
  return Object.values(databases).filter(({ id }) => id !== databaseId);
}

/** Whether a text may read tables of other databases: it names one before a dot. */
export function namesOthers(sql: string, others: readonly Pick<LabDatabase, 'database_name'>[]): boolean {
  const text = sql.toLowerCase();
  return others.some(({ database_name: name }) => {
    const at = text.indexOf(name.toLowerCase());
    return at >= 0 && text.indexOf('.', at + name.length) >= 0;
  });
}

/** Tells what a query that is waited for has read, until its signal fires. */
export function watchReading(
  clientId: string,
  signal: AbortSignal,
  onRead: (read: ReadAcross) => void,
): void {
  const begun = Date.now();
  const look = async (): Promise<void> => {
    const changed = await fetchChangedQueries(begun - EARLIER, signal);
    const query = changed.find(({ id }) => id === clientId);
    if (query?.extra.progress !== undefined) onRead({ progress: query.progress, told: query.extra.progress });
  };
  // Whoever waits is told by the answer itself what goes wrong.
  const timer = setInterval(() => void look().catch(() => undefined), LOOKS_EVERY);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
