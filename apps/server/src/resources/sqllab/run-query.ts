import { isJsonObject, type JsonObject } from '@chartroom/model';
import { DEEPEST, isTooDeep } from '../../base/json-depth.ts';
import type { SqlRun, SqlRunResult, WithData } from '../../data/ports.ts';
import { badRequest } from '../../http/errors.ts';
import type { Row } from '../../records/tables.ts';
import type { Caller } from '../../security/caller.ts';

/** How a recorded query is carried out. */
export interface QueryRun {
  row: Row<'queries'>;
  /** JSON text of the parameters of its templates. */
  templateParams: string | null | undefined;
  caller: Caller;
  signal: AbortSignal;
  /** Refused where it writes. */
  onlyReads?: boolean;
  /** Seconds; absent = those of runs that somebody waits for. */
  timeout?: number;
  onProgress?(percent: number, told?: string): void;
  onTracked?(url: string): void;
}

/** Refuses what may not be run or is no SQL, without running it; says whether it writes. */
export async function checkQuery(run: QueryRun, services: WithData): Promise<{ writes: boolean }> {
  return (await services.data()).checkSql(sqlRun(run));
}

/** Runs the text of a record, or makes a table or view of its rows. */
export async function runQuery(run: QueryRun, services: WithData): Promise<SqlRunResult> {
  return (await services.data()).runSql(sqlRun(run));
}

function sqlRun({ row, templateParams, caller, signal, onlyReads, timeout, ...tells }: QueryRun): SqlRun {
  const { onProgress, onTracked } = tells;
  const name = { catalog: null, schema: row.tmp_schema_name, table: row.tmp_table_name ?? '' };
  const kind = row.ctas_method === 'VIEW' ? 'VIEW' : 'TABLE';
  return {
    databaseId: row.database_id,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    templateParams: parametersIn(templateParams),
    limit: row.limit ?? 0,
    ...(row.select_as_cta === 1 && { keep: { kind, name } }),
    who: caller.principal,
    signal,
    ...(onlyReads && { onlyReads }),
    ...(timeout !== undefined && { timeout }),
    ...(onProgress && { onProgress }),
    ...(onTracked && { onTracked }),
  };
}

/**
 * The parameters of the templates in a script; text that is no JSON object gives none (contract/query.md §5.1).
 * @throws ChartroomError 400 for a document that nests too deep to be handed on
 */
export function parametersIn(text: string | null | undefined): JsonObject {
  if (text && isTooDeep(text))
    throw badRequest(
      `The parameters of the template nest lists and objects more than ${DEEPEST} levels deep.`,
    );
  try {
    const value: unknown = JSON.parse(text || '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
