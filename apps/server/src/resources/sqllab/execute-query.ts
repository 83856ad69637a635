import { ChartroomError, errorBody, isJsonObject, type JsonObject } from '@chartroom/model';
import { z } from 'zod';
import type { SqlRunResult } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { NewRow, Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
import { selectStar } from '../database/select-star.ts';
import type { KeptResults } from './kept-results.ts';
import { queryObject } from './query-object.ts';
import { resultJson } from './result-json.ts';
import type { RunningQueries } from './running-queries.ts';

export const executeSchema = z.strictObject({
  database_id: z.int(),
  sql: z.string(),
  client_id: z.string().max(11).nullish(),
  queryLimit: z.int().min(0).nullish(),
  sql_editor_id: z.string().nullish(),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  tab: z.string().nullish(),
  ctas_method: z.enum(['TABLE', 'VIEW']).nullish(),
  templateParams: z.string().nullish(),
  tmp_table_name: z.string().nullish(),
  select_as_cta: z.boolean().nullish(),
  json: z.boolean().nullish(),
  runAsync: z.boolean().nullish(),
  expand_data: z.boolean().nullish(),
});
type Execution = z.output<typeof executeSchema>;

type Database = Pick<Row<'databases'>, 'id' | 'database_name' | 'backend' | 'force_ctas_schema'>;

/** A run that was begun: what `execute` answers. */
export interface Begun {
  status: 200 | 202;
  /** JSON text. */
  body: string;
}

/**
 * Runs a query and keeps a record of it from its beginning to its end, whatever that is (contract/query.md §5.1). With
 * `runAsync` it is answered at once; the query goes on when the asker leaves, and its rows wait under its results key.
 */
export async function executeQuery(body: Execution, act: Act, running: RunningQueries, kept: KeptResults): Promise<Begun> {
  const { db } = act.services;
  const database = await db
    .selectFrom('databases')
    .select(['id', 'database_name', 'backend', 'force_ctas_schema'])
    .where('id', '=', body.database_id)
    .executeTakeFirst();
  if (!database) throw unknownDatabase(body.database_id);
  const known = body.client_id ? await activeQuery(body.client_id, act) : undefined;
  if (known) return { status: 200, body: JSON.stringify({ query: await queryObject(known, act) }) };
  const row = await recordStart(body, database, act);
  if (!body.runAsync) return { status: 200, body: await runNow(body, { row, database, act, running }) };
  const query = await queryObject(row, act);
  running.follow(runLater(body, { row, database, act, running }, kept));
  return { status: 202, body: JSON.stringify({ query }) };
}

/** A recorded run and what it is carried out with. */
interface Run {
  row: Row<'queries'>;
  database: Database;
  act: Act;
  running: RunningQueries;
}

async function runNow(body: Execution, run: Run): Promise<string> {
  const { row, database, act, running } = run;
  const userId = callerId(act.caller);
  const signal = running.begin(userId, row.client_id, act.signal);
  try {
    const result = await runBody(body, run, signal);
    const ended = await recordSuccess(row, database, result, null, act);
    return await resultJson(await queryObject(ended, act), row.id, result.frame, {
      most: act.services.config.DISPLAY_MAX_ROW,
      backend: database.backend,
    });
  } catch (error) {
    throw await recordFailure(row, error, signal, act);
  } finally {
    running.end(userId, row.client_id);
  }
}

/** Carries a run out while nobody waits; how it ends stands in its record. */
async function runLater(body: Execution, run: Run, kept: KeptResults): Promise<void> {
  const { row, database, act, running } = run;
  const userId = callerId(act.caller);
  const signal = running.begin(userId, row.client_id);
  const alone: Act = { ...act, signal };
  try {
    const result = await runBody(body, { ...run, act: alone }, signal);
    const key = act.services.uuid();
    await kept.keep(key, result.frame).catch((cause: unknown) => {
      const message = 'The query has run, but its rows could not be kept. Please run it again.';
      throw new ChartroomError(message, { status: 500, error_type: 'RESULTS_BACKEND_ERROR', level: 'error', cause });
    });
    await recordSuccess(row, database, result, key, alone);
  } catch (error) {
    await recordFailure(row, error, signal, alone);
  } finally {
    running.end(userId, row.client_id);
  }
}

async function runBody(body: Execution, { row, act }: Run, signal: AbortSignal): Promise<SqlRunResult> {
  const data = await act.services.data();
  const keep =
    row.select_as_cta === 1
      ? { kind: body.ctas_method ?? 'TABLE', name: { catalog: null, schema: row.tmp_schema_name, table: row.tmp_table_name ?? '' } }
      : undefined;
  return data.runSql({
    databaseId: row.database_id,
    catalog: row.catalog,
    schema: row.schema,
    sql: body.sql,
    templateParams: templateParams(body.templateParams),
    limit: body.queryLimit ?? 0,
    ...(keep && { keep }),
    who: act.caller.principal,
    signal,
  });
}

/** The parameters of the templates in a script; text that is no JSON object gives none (contract/query.md §5.1). */
function templateParams(text: string | null | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** 404 in the form of SQL Lab's errors. */
export function unknownDatabase(id: number): ChartroomError {
  return new ChartroomError(`There is no database ${id}.`, { status: 404, error_type: 'DATABASE_NOT_FOUND_ERROR', level: 'error' });
}

async function activeQuery(clientId: string, act: Act): Promise<Row<'queries'> | undefined> {
  const rows = act.services.db
    .selectFrom('queries')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('user_id', '=', callerId(act.caller));
  return rows.where('status', 'in', ['pending', 'running']).executeTakeFirst();
}

async function recordStart(body: Execution, database: Database, act: Act): Promise<Row<'queries'>> {
  const { db, now, uuid, key } = act.services;
  const at = now();
  const clientId = body.client_id || key().slice(0, 11);
  const values: NewRow<'queries'> = {
    uuid: uuid(),
    client_id: clientId,
    user_id: callerId(act.caller),
    database_id: body.database_id,
    catalog: body.catalog ?? null,
    schema: body.schema ?? null,
    tab_name: body.tab ?? null,
    sql_editor_id: body.sql_editor_id ?? null,
    sql: body.sql,
    select_sql: null,
    executed_sql: null,
    sql_tables: null,
    limit: body.queryLimit ?? null,
    limiting_factor: 'UNKNOWN',
    select_as_cta: body.select_as_cta ? 1 : 0,
    select_as_cta_used: 0,
    ctas_method: body.select_as_cta ? (body.ctas_method ?? 'TABLE') : null,
    tmp_table_name: body.tmp_table_name || (body.select_as_cta ? nameAt(at, callerId(act.caller)) : null),
    tmp_schema_name: body.select_as_cta ? database.force_ctas_schema || null : null,
    status: 'running',
    progress: 0,
    rows: null,
    error_message: null,
    results_key: null,
    tracking_url: null,
    extra: null,
    start_time: at.getTime(),
    start_running_time: at.getTime(),
    end_time: null,
    end_result_backend_time: null,
    changed_on: at.toISOString(),
  };
  return db.transaction().execute(async (records) => {
    // The same client id runs again: the newer run takes the place of the finished one.
    await records.deleteFrom('queries').where('client_id', '=', clientId).where('user_id', '=', callerId(act.caller)).execute();
    const row = await records.insertInto('queries').values(values).returningAll().executeTakeFirstOrThrow();
    const tab = Number(body.sql_editor_id);
    if (Number.isSafeInteger(tab))
      await records
        .updateTable('tab_states')
        .set({ latest_query_id: clientId })
        .where('id', '=', tab)
        .where('user_id', '=', callerId(act.caller))
        .execute();
    return row;
  });
}

/** Name of a table that nobody named (contract/query.md §5.4). */
function nameAt(at: Date, userId: number): string {
  return `tmp_${userId}_table_${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '_')}`;
}

async function recordSuccess(
  row: Row<'queries'>,
  database: Database,
  result: SqlRunResult,
  resultsKey: string | null,
  act: Act,
): Promise<Row<'queries'>> {
  return recordEnd(
    row,
    {
      status: 'success',
      progress: 100,
      rows: result.frame.length,
      executed_sql: result.executedSql,
      limit: result.limit,
      limiting_factor: result.limitingFactor,
      results_key: resultsKey,
      ...(row.select_as_cta === 1 && { select_as_cta_used: 1, select_sql: await rowsOfMade(row, database, result.limit) }),
    },
    act,
  );
}

/** SQL that shows what a run has made. */
async function rowsOfMade(row: Row<'queries'>, database: Database, limit: number): Promise<string | null> {
  const { engineById } = await import('@chartroom/engines');
  const engine = engineById(database.backend);
  if (!engine || !row.tmp_table_name) return null;
  return selectStar(engine.dialect, { schema: row.tmp_schema_name, table: row.tmp_table_name }, limit);
}

async function recordFailure(row: Row<'queries'>, error: unknown, signal: AbortSignal, act: Act): Promise<unknown> {
  const stopped = signal.aborted;
  const message = error instanceof Error ? error.message : String(error);
  const status = stopped ? 'stopped' : error instanceof ChartroomError && error.status === 408 ? 'timed_out' : 'failed';
  const extra: JsonObject | undefined =
    error instanceof ChartroomError ? { errors: JSON.parse(JSON.stringify([errorBody(error)])) } : undefined;
  await recordEnd(row, { status, error_message: message, ...(extra && { extra: JSON.stringify(extra) }) }, act);
  if (!stopped || act.signal.aborted) return error;
  return new ChartroomError('The query was stopped.', {
    status: 400,
    error_type: 'GENERIC_DB_ENGINE_ERROR',
    level: 'warning',
    extra: { stopped: true },
  });
}

async function recordEnd(row: Row<'queries'>, changes: Partial<NewRow<'queries'>>, act: Act): Promise<Row<'queries'>> {
  const at = act.services.now();
  return act.services.db
    .updateTable('queries')
    .set({ ...changes, end_time: at.getTime(), changed_on: at.toISOString() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
