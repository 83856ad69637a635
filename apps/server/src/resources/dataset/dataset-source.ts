import { ChartroomError } from '@chartroom/model';
import type { WithData } from '../../data/ports.ts';
import { notOneReading } from '../../data/sql/only-reading.ts';
import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { placeGranted } from '../../security/data-grants.ts';
import { tablesIn } from '../sql-tables.ts';
import { type Origin, plainSql } from './dataset-columns.ts';

type Database = Row<'databases'>;

/**
 * Whoever makes a dataset may read what it stands on: otherwise it would open what is closed.
 * @throws ChartroomError 403 for tables that the caller may not read, 422 for SQL that is not one statement that reads
 */
export async function requireSource(
  database: Database,
  origin: Origin,
  act: Act<Ground & WithData>,
): Promise<void> {
  const { catalog, schema } = origin;
  if (!origin.sql && placeGranted(act.caller.grants, { database_id: database.id, catalog, schema: null }))
    return;
  const touched = origin.sql
    ? await tablesUnder(database, await plainSql(origin.sql, origin, act), act)
    : { tables: [{ catalog, schema, table: origin.table_name }], isTransparent: true, isReading: true };
  if (!touched.isReading) throw notOneReading();
  const data = await act.services.data();
  await data.requireTables(database.id, touched, { schema, catalog }, act.caller.principal);
}

/** As `requireSource`, where a dataset is written: what is wrong with its SQL is told against that field (contract/api.md §2.2). */
export async function requireWrittenSource(
  database: Database,
  origin: Origin,
  act: Act<Ground & WithData>,
): Promise<void> {
  try {
    await requireSource(database, origin, act);
  } catch (error) {
    if (!origin.sql || !(error instanceof ChartroomError) || error.shape === 'message') throw error;
    if (error.status === 403) throw unprocessable({ sql: [error.message] });
    throw error.error_type === 'INVALID_SQL_ERROR'
      ? unprocessable({ sql: [`Invalid SQL: ${error.message}`] })
      : error;
  }
}

/** Expressions of a dataset: of its columns, of its metrics, and what its values are filtered by. */
export interface Expressions {
  columns?: { expression?: string | null | undefined }[] | null | undefined;
  metrics?: { expression?: string | null | undefined }[] | null | undefined;
  fetch_values_predicate?: string | null | undefined;
}

/**
 * What a dataset computes may not open what is closed either: whoever writes an expression may read the tables that
 * sub-queries in it name. Those that are `known` somebody else answers for.
 * @throws ChartroomError 403 for tables that the caller may not read, 422 for an expression that is no SQL
 */
export async function requireExpressions(
  database: Database,
  origin: Origin,
  given: Expressions,
  known: Expressions,
  act: Act<Ground & WithData>,
): Promise<void> {
  const { catalog, schema } = origin;
  if (placeGranted(act.caller.grants, { database_id: database.id, catalog, schema: null })) return;
  const answered = new Set(textsOf(known));
  const fresh = new Set(textsOf(given).filter((text) => !answered.has(text)));
  const data = await act.services.data();
  for (const text of fresh) {
    const plain = await plainSql(text, origin, act);
    const touched = await tablesUnder(database, `SELECT (\n${plain}\n)`, act);
    if (touched.tables.length === 0 && touched.isTransparent) continue;
    await data.requireTables(database.id, touched, { schema, catalog }, act.caller.principal);
  }
}

function textsOf({ columns, metrics, fetch_values_predicate: predicate }: Expressions): string[] {
  const texts = [...(columns ?? []), ...(metrics ?? [])].map(({ expression }) => expression);
  return [...texts, predicate].flatMap((text) =>
    typeof text === 'string' && text.trim() !== '' ? [text] : [],
  );
}

async function tablesUnder(database: Database, text: string, { services }: Act) {
  const found = await tablesIn(text, database.backend, services.config);
  if (!found) throw unprocessable({ database: [`There is no engine "${database.backend}"`] });
  return found;
}
