import { ChartroomError, type sqlLabApi } from '@chartroom/model';
import type { z } from 'zod';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';
import { callerId } from '../../security/caller.ts';
import { noResultsBackend } from './execute-query.ts';
import type { KeptResults } from './kept-results.ts';
import { queryObject } from './query-object.ts';
import { pageOf, resultJson } from './result-json.ts';
import { checkQuery } from './run-query.ts';

/** The rows of a run, to whom may still read what they were made of. */
export async function keptRows(
  { key, rows, page = 0 }: z.output<typeof sqlLabApi.results.q>,
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
  if (!found) throw gone();
  if (Buffer.isBuffer(found)) {
    const answer = page === 0 ? found : await kept.readPage(key, page);
    if (!answer) throw gone();
    return rows === undefined ? answer : cutRows(answer, rows);
  }
  const database = await db
    .selectFrom('databases')
    .select('backend')
    .where('id', '=', query.database_id)
    .executeTakeFirst();
  const limits = {
    most: config.DISPLAY_MAX_ROW,
    hasPages: rows === undefined,
    backend: database?.backend ?? '',
  };
  const wanted = page === 0 ? found : pageOf(found, page, limits);
  const most = Math.min(rows ?? Number.POSITIVE_INFINITY, limits.most);
  return resultJson(await queryObject(query, act), query.id, wanted, { ...limits, most }, act);
}

const TEXT = 0x22;
const ESCAPE = 0x5c;
const OPENS: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSES: ReadonlySet<number> = new Set([0x7d, 0x5d]);
const DATA = '"data":[';

/** An answer with its first rows alone, cut as text: to read its numbers would cost them digits. */
export function cutRows(answer: Buffer, rows: number): Buffer {
  const begin = answer.indexOf(DATA) + DATA.length;
  let [depth, count, cut, end] = [0, 0, -1, begin];
  for (let isText = false; end < answer.length; end += 1) {
    const byte = answer[end] ?? 0;
    if (isText) {
      if (byte === ESCAPE) end += 1;
      else if (byte === TEXT) isText = false;
    } else if (byte === TEXT) isText = true;
    else if (OPENS.has(byte)) depth += 1;
    else if (CLOSES.has(byte)) {
      // The end of the list.
      if (depth === 0) break;
      depth -= 1;
      if (depth > 0) continue;
      count += 1;
      if (count === rows) cut = end + 1;
    }
  }
  if (count <= rows) return answer;
  return Buffer.concat([
    Buffer.from('{"displayLimitReached":true,'),
    answer.subarray(1, cut),
    answer.subarray(end),
  ]);
}

function gone(): ChartroomError {
  return noResults(410, 'The rows are not kept any more');
}

/** Refuses results that are not there (any more). */
export function noResults(status: 404 | 410, reason: string): ChartroomError {
  return new ChartroomError(`${reason}: run the query again.`, {
    status,
    error_type: 'RESULTS_BACKEND_ERROR',
    level: 'error',
  });
}
