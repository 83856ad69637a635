import { ChartroomError, type SqlAnswer, type sqlLabApi } from '@chartroom/model';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';
import { callerId } from '../../security/caller.ts';
import { noResultsBackend } from './execute-query.ts';
import type { KeptResults } from './kept-results.ts';
import { queryObject } from './query-object.ts';
import { resultJson } from './result-json.ts';
import { checkQuery } from './run-query.ts';

/** The rows of a run, to whom may still read what they were made of. */
export async function keptRows(
  { key, rows }: z.output<typeof sqlLabApi.results.q>,
  kept: KeptResults,
  act: Act<Ground & WithData>,
): Promise<Buffer> {
  const { db, config } = act.services;
  if (config.RESULTS_BACKEND === 'none') throw noResultsBackend();
  const query = await db.selectFrom('queries').selectAll().where('results_key', '=', key).executeTakeFirst();
  if (!query || (query.user_id !== callerId(act.caller) && !act.caller.isAdmin))
    throw noResults(404, 'The query of these results is not known');
  const { caller, signal } = act;
  await checkQuery(
    { row: { ...query, sql: query.executed_sql ?? query.sql }, templateParams: null, caller, signal },
    act.services,
  );
  const found = await kept.read(key);
  if (!found) throw noResults(410, 'The rows are not kept any more');
  if (Buffer.isBuffer(found)) return rows === undefined ? found : firstOf(found, rows);
  const database = await db
    .selectFrom('databases')
    .select('backend')
    .where('id', '=', query.database_id)
    .executeTakeFirst();
  const most = Math.min(rows ?? Number.POSITIVE_INFINITY, config.DISPLAY_MAX_ROW);
  return resultJson(
    await queryObject(query, act),
    query.id,
    found,
    { most, backend: database?.backend ?? '' },
    act,
  );
}

/** An answer with its first rows alone. */
function firstOf(answer: Buffer, rows: number): Buffer {
  const whole: SqlAnswer = JSON.parse(answer.toString());
  const isCut = whole.data.length > rows;
  return Buffer.from(
    JSON.stringify({
      ...whole,
      ...(isCut && { displayLimitReached: true }),
      data: whole.data.slice(0, rows),
    }),
  );
}

/** Refuses results that are not there (any more). */
export function noResults(status: 404 | 410, reason: string): ChartroomError {
  return new ChartroomError(`${reason}: run the query again.`, {
    status,
    error_type: 'RESULTS_BACKEND_ERROR',
    level: 'error',
  });
}
