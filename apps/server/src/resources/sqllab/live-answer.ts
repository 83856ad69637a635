import { ChartroomError, type LiveAnswer, type LiveQuestion } from '@chartroom/model';
import type { LiveRows, WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { listed } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import { callerId } from '../../security/caller.ts';
import { runsLive } from '../database/database-rows.ts';
import { unknownDatabase } from './execute-query.ts';
import type { LiveRuns } from './live-runs.ts';
import { columnsFor } from './result-json.ts';
import { parametersIn } from './run-query.ts';

/** Bytes of rows that are sent while somebody writes. */
const MOST_BYTES = 2 ** 20;

/** Refusals that are told as every other one: whoever asks may not, or the server cannot. */
const TOLD_BY_STATUS: readonly number[] = [401, 403, 404, 429, 503];

/**
 * The first rows of a statement that somebody is writing, as JSON text. What is wrong with the statement is an answer, since
 * that is usual while one writes. Nothing of it is recorded or kept.
 * @throws ChartroomError 403 for tables that may not be read and where statements do not run live, 404 for an unknown database
 */
export async function liveAnswer(
  { database_id, catalog, schema, sql, cte, templateParams, tab }: LiveQuestion,
  act: Act<Ground & WithData>,
  runs: LiveRuns,
): Promise<Buffer> {
  const { services, caller } = act;
  const database = await services.db
    .selectFrom('databases')
    .select(['backend', 'extra'])
    .where('id', '=', database_id)
    .executeTakeFirst();
  if (!database) throw unknownDatabase(database_id);
  if (!(await runsLive(database)))
    throw listed(403, 'GENERIC_DB_ENGINE_ERROR', 'Live SQL is switched off for this database.', 'error');
  const data = await services.data();
  const run = runs.begin(callerId(caller), tab, act.signal);
  try {
    const found = await data.liveSql({
      databaseId: database_id,
      catalog: catalog ?? null,
      schema: schema ?? null,
      sql,
      cte: cte ?? null,
      templateParams: parametersIn(templateParams),
      who: caller.principal,
      signal: run.signal,
    });
    return await written(found, database.backend, { ...act, signal: run.signal });
  } catch (error) {
    if (run.isReplaced()) return answered({ state: 'replaced' });
    if (!(error instanceof ChartroomError) || TOLD_BY_STATUS.includes(error.status)) throw error;
    return answered(problemOf(error));
  } finally {
    run.end();
  }
}

async function written(
  found: LiveRows,
  backend: string,
  { services, caller, signal }: Act<Ground & WithData>,
): Promise<Buffer> {
  if (found.state !== 'rows') return answered(found);
  const { frame, ...told } = found;
  const columnsOf = await columnsFor(backend);
  const facts = { ...told, columns: columnsOf(frame.columns) };
  const data = await services.data();
  const rows = await data.writeLabRows(frame, facts, frame.length, caller.principal, signal);
  if (rows.length <= MOST_BYTES) return rows;
  const message = 'The first rows are too large to be shown while you write: run the statement.';
  return answered({ state: 'refused', message });
}

/** What is wrong, and where; lines and columns count from 1. */
function problemOf({ message, extra }: ChartroomError): LiveAnswer {
  return { state: 'problem', message, line: placeIn(extra?.line), column: placeIn(extra?.column) };
}

function placeIn(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 ? value : null;
}

function answered(answer: LiveAnswer): Buffer {
  return Buffer.from(JSON.stringify(answer));
}
