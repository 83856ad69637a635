import { sql } from 'kysely';
import { othersFirst } from '../../data/heavy/breathing.ts';
import type { Act } from '../../http/act.ts';
import { callerId } from '../../security/caller.ts';
import { queryObjects } from './query-object.ts';

const MOST_QUERIES = 500;
/** Bytes of texts that are read at a time: scripts may have a megabyte each. */
const AT_A_TIME = 1 << 20;

/** The caller's queries that changed since a moment, the last one first, as pieces of JSON that are made one after the other. */
export async function changedQueries(since: string, act: Act): Promise<Buffer[]> {
  const { db } = act.services;
  const found = await db
    .selectFrom('queries')
    .select(['id', sql<number>`octet_length(sql) + coalesce(octet_length(executed_sql), 0)`.as('bytes')])
    .where('user_id', '=', callerId(act.caller))
    .where('changed_on', '>=', since)
    .orderBy('changed_on', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_QUERIES)
    .execute();
  const pieces: Buffer[] = [Buffer.from('{"result":[')];
  for (const ids of together(found)) {
    const rows = await db
      .selectFrom('queries')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('changed_on', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const objects = JSON.stringify(await queryObjects(rows, act));
    pieces.push(Buffer.from(`${pieces.length > 1 ? ',' : ''}${objects.slice(1, -1)}`));
    await othersFirst();
  }
  pieces.push(Buffer.from(']}'));
  return pieces;
}

/** Ids in groups of which each but the last has as many bytes, or more by one of them. */
function together(found: readonly { id: number; bytes: number }[]): number[][] {
  const groups: number[][] = [];
  let bytes = AT_A_TIME;
  for (const each of found) {
    if (bytes >= AT_A_TIME) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(each.id);
    bytes += each.bytes;
  }
  return groups;
}
