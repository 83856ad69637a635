import { ChartroomError } from '@chartroom/model';
import type { KeyDescription, Relation, TableDescription, TableRef } from '../engine.ts';

/** Asks a small question; answers with its rows. */
export type Ask = (sql: string) => Promise<unknown[][]>;

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const optional = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Tables and views by name, without the engine's own. */
export async function listRelations(ask: Ask): Promise<Relation[]> {
  const rows = await ask(
    "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1",
  );
  return rows.map(([name, type]) => ({ name: String(name), type: type === 'view' ? 'view' : 'table' }));
}

/** Columns, keys and indexes. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(ask: Ask, { table }: TableRef): Promise<TableDescription> {
  const name = quoteText(table);
  const columns = await ask(
    `SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(${name}) ORDER BY cid`,
  );
  if (columns.length === 0) {
    throw new ChartroomError(`Table "${table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name: 'SQLite' },
    });
  }
  const foreign = await ask(
    `SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(${name}) ORDER BY id, seq`,
  );
  const indexes = await ask(
    `SELECT i.name, i."unique", c.name FROM pragma_index_list(${name}) i, pragma_index_info(i.name) c WHERE i.origin <> 'pk' ORDER BY i.name, c.seqno`,
  );
  const views = await ask(`SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ${name}`);
  const primary = columns
    .filter(([, , , , place]) => Number(place) > 0)
    .sort((a, b) => Number(a[4]) - Number(b[4]));
  return {
    columns: columns.map(([column, type, notNull, value]) => ({
      name: String(column),
      nativeType: String(type ?? '').toUpperCase() || 'TEXT',
      nullable: Number(notNull) === 0,
      default: optional(value),
      comment: null,
    })),
    primaryKey:
      primary.length > 0 ? { name: null, column_names: primary.map(([column]) => String(column)) } : null,
    foreignKeys: [...groupBy(foreign, ([id]) => String(id)).values()].map((rows) => ({
      name: null,
      column_names: rows.map(([, , from]) => String(from)),
      referred_schema: null,
      referred_table: String(rows[0]?.[1]),
      referred_columns: rows.flatMap(([, , , to]) => optional(to) ?? []),
    })),
    indexes: [...groupBy(indexes, ([index]) => String(index))].map(
      ([index, rows]): KeyDescription & { unique: boolean } => ({
        name: index,
        column_names: rows.map(([, , column]) => String(column)),
        unique: Number(rows[0]?.[1]) === 1,
      }),
    ),
    comment: null,
    createView: optional(views[0]?.[0]) ?? undefined,
  };
}

function groupBy(rows: unknown[][], keyOf: (row: unknown[]) => string): Map<string, unknown[][]> {
  return Map.groupBy(rows, keyOf);
}
