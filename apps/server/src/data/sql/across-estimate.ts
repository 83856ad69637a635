import type { CostEstimate } from '@chartroom/engines';
import type { OpenDatabase } from '../connections/session-pool.ts';
import { bytesText, countText, sizeText } from './across-sizes.ts';
import { type AcrossAsker, abroad, sizeOf } from './across-tables.ts';

/** How much each statement would read of tables of other connections; undefined when none of them reads there. */
export async function estimateAcross(
  database: OpenDatabase,
  statements: readonly { sql: string }[],
  asker: AcrossAsker,
  signal: AbortSignal,
): Promise<CostEstimate[] | undefined> {
  const most = asker.config.bounds.MAX_FOREIGN_BYTES;
  const estimates: CostEstimate[] = [];
  let isAny = false;
  for (const { sql } of statements) {
    signal.throwIfAborted();
    const tables = (await abroad(database, sql, asker))?.tables ?? [];
    const sizes = await Promise.all(tables.map((table) => sizeOf(table, signal)));
    const parts = tables.map(({ name, columns }, place): [string, string] => {
      const size = sizes[place];
      const rows = size ? `, ${countText(size.rows)} rows` : '';
      const whole = size?.isOfQuery === false ? ' in the whole table' : '';
      return [`Reads of ${name}`, `${sizeText(size)}${rows}${whole}; columns: ${columns.join(', ')}`];
    });
    const bytes = sizes.reduce((sum, size) => sum + (size?.bytes ?? 0), 0);
    const isTooMuch = bytes > most;
    if (tables.length > 0) {
      isAny = true;
      const bound = `of ${bytesText(most)} at most${isTooMuch ? ': too much' : ''}`;
      parts.push(['Together', `about ${bytesText(bytes)}, ${bound}`]);
    }
    estimates.push(Object.fromEntries(parts));
  }
  return isAny ? estimates : undefined;
}
