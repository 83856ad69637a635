import type { Act } from '../../http/act.ts';
import { callerId } from '../../security/caller.ts';
import { answerOfRows, type RowsAnswer } from '../long-rows.ts';
import { queryObjects } from './query-object.ts';

const MOST_QUERIES = 500;

/** The caller's queries that changed since a moment, the last one first. */
export async function changedQueries(since: string, act: Act): Promise<RowsAnswer> {
  const { db } = act.services;
  const found = await db
    .selectFrom('queries')
    .select('id')
    .where('user_id', '=', callerId(act.caller))
    .where('changed_on', '>=', since)
    .orderBy('changed_on', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_QUERIES)
    .execute();
  const read = async (ids: number[]) => {
    const rows = await db
      .selectFrom('queries')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('changed_on', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return queryObjects(rows, act);
  };
  return answerOfRows({}, { table: 'queries', ids: found.map(({ id }) => id), read }, act.services);
}
