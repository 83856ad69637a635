import { ChartroomError, errorBody, type JsonObject } from '@chartroom/model';
import { z } from 'zod';
import type { SqlRunResult } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import { listed } from '../../http/errors.ts';
import type { NewRow, Row } from '../../records/tables.ts';
import { callerId } from '../../security/caller.ts';
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

/**
 * Runs a query and keeps a record of it from its beginning to its end, whatever that is (contract/query.md §5.1).
 * Resolves with the answer's JSON text.
 */
export async function executeQuery(body: Execution, act: Act, running: RunningQueries): Promise<string> {
  const { db } = act.services;
  const database = await db.selectFrom('databases').select(['id', 'database_name']).where('id', '=', body.database_id).executeTakeFirst();
  if (!database) throw listed(404, 'DATABASE_NOT_FOUND_ERROR', `There is no database ${body.database_id}.`);
  if (body.select_as_cta)
    throw listed(
      422,
      'INVALID_CTAS_QUERY_ERROR',
      'Creating a table or view from a query is not offered here; write CREATE TABLE … AS yourself where the database allows it.',
    );
  const known = body.client_id ? await activeQuery(body.client_id, act) : undefined;
  if (known) return JSON.stringify({ query: await queryObject(known, act) });
  const row = await recordStart(body, act);
  const userId = callerId(act.caller);
  const signal = running.begin(userId, row.client_id, act.signal);
  try {
    const data = await act.services.data();
    const result = await data.runSql({
      databaseId: database.id,
      catalog: body.catalog ?? null,
      schema: body.schema ?? null,
      sql: body.sql,
      limit: body.queryLimit ?? 0,
      who: act.caller.principal,
      signal,
    });
    return await recordSuccess(row, result, act);
  } catch (error) {
    throw await recordFailure(row, error, signal, act);
  } finally {
    running.end(userId, row.client_id);
  }
}

async function activeQuery(clientId: string, act: Act): Promise<Row<'queries'> | undefined> {
  const rows = act.services.db
    .selectFrom('queries')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('user_id', '=', callerId(act.caller));
  return rows.where('status', 'in', ['pending', 'running']).executeTakeFirst();
}

async function recordStart(body: Execution, act: Act): Promise<Row<'queries'>> {
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
    select_as_cta: 0,
    select_as_cta_used: 0,
    ctas_method: null,
    tmp_table_name: body.tmp_table_name || null,
    tmp_schema_name: null,
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

async function recordSuccess(row: Row<'queries'>, result: SqlRunResult, act: Act): Promise<string> {
  const ended = await recordEnd(
    row,
    {
      status: 'success',
      progress: 100,
      rows: result.frame.length,
      executed_sql: result.executedSql,
      limit: result.limit,
      limiting_factor: result.limitingFactor,
    },
    act,
  );
  return resultJson(await queryObject(ended, act), row.id, result.frame, act.services.config.DISPLAY_MAX_ROW);
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
