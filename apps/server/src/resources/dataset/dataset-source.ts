import type { Act } from '../../http/act.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Row } from '../../records/tables.ts';
import { placeGranted } from '../../security/data-grants.ts';
import { tablesIn } from '../sql-tables.ts';
import { type Origin, plainSql } from './dataset-columns.ts';

type Database = Row<'databases'>;

/**
 * Whoever makes a dataset may read what it stands on: otherwise it would open what is closed.
 * @throws ChartroomError 403 for tables that the caller may not read
 */
export async function requireSource(database: Database, origin: Origin, act: Act): Promise<void> {
  const { catalog, schema } = origin;
  if (!origin.sql && placeGranted(act.caller.grants, { database_id: database.id, catalog, schema: null })) return;
  const touched = origin.sql
    ? await tablesUnder(database, await plainSql(origin.sql, origin, act))
    : { tables: [{ catalog, schema, table: origin.table_name }], isTransparent: true };
  const data = await act.services.data();
  await data.requireTables(database.id, touched, { schema, catalog }, act.caller.principal);
}

async function tablesUnder(database: Database, text: string) {
  const found = await tablesIn(text, database.backend);
  if (!found) throw unprocessable({ database: [`There is no engine "${database.backend}"`] });
  return found;
}
