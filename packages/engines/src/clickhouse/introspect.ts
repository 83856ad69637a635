import { ChartroomError } from '@chartroom/model';
import type { Cell } from '@chartroom/query';
import type { Relation, TableDescription, TableRef } from '../engine.ts';
import { quoteText } from './sql-text.ts';
import { isNullable } from './values.ts';

type Ask = (sql: string) => Promise<Cell[][]>;

/** Databases of the server, which are its schemas, without the server's own. */
export async function listSchemas(ask: Ask): Promise<string[]> {
  const rows = await ask(
    "SELECT name FROM system.databases WHERE name NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA', '_temporary_and_external_tables') ORDER BY name",
  );
  return rows.map(([name]) => String(name));
}

const KINDS: Readonly<Record<string, Relation['type']>> = {
  View: 'view',
  LiveView: 'view',
  MaterializedView: 'materialized_view',
};

/** Tables and views of a database by name; the hidden tables behind materialised views are none. */
export async function listRelations(ask: Ask, schema: string): Promise<Relation[]> {
  const rows = await ask(
    `SELECT name, engine FROM system.tables WHERE database = ${quoteText(schema)} AND NOT is_temporary AND NOT startsWith(name, '.inner') ORDER BY name`,
  );
  return rows.map(([name, engine]) => ({ name: String(name), type: KINDS[String(engine)] ?? 'table' }));
}

const optionalText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Columns, primary key, data-skipping indexes and comments. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(
  ask: Ask,
  { table, schema }: TableRef,
  engine_name: string,
): Promise<TableDescription> {
  const place = (name: string): string =>
    `${name} = ${quoteText(table)} AND database = ${schema === undefined ? 'currentDatabase()' : quoteText(schema)}`;
  const [found, columns, indexes] = await Promise.all([
    ask(`SELECT primary_key, comment FROM system.tables WHERE ${place('name')}`),
    ask(
      `SELECT name, type, default_kind, default_expression, comment, is_in_primary_key FROM system.columns WHERE ${place('table')} ORDER BY position`,
    ),
    ask(`SELECT name, expr FROM system.data_skipping_indices WHERE ${place('table')} ORDER BY name`),
  ]);
  const [primaryKey, comment] = found[0] ?? [];
  if (primaryKey === undefined) {
    throw new ChartroomError(`Table "${schema ? `${schema}.` : ''}${table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name },
    });
  }
  const keyed = columns.filter((column) => Number(column[5]) === 1).map(([name]) => String(name));
  const rank = (name: string): number => String(primaryKey).split(', ').indexOf(name);
  return {
    columns: columns.map(([name, type, kind, expression, words]) => ({
      name: String(name),
      nativeType: String(type),
      nullable: isNullable(String(type)),
      default: kind === 'DEFAULT' ? optionalText(expression) : null,
      comment: optionalText(words),
    })),
    primaryKey:
      keyed.length > 0
        ? { name: null, column_names: keyed.sort((one, other) => rank(one) - rank(other)) }
        : null,
    foreignKeys: [],
    indexes: indexes.map(([name, expression]) => ({
      name: String(name),
      column_names: [String(expression)],
      unique: false,
    })),
    comment: optionalText(comment),
  };
}

/** Names of all functions. */
export async function listFunctions(ask: Ask): Promise<string[]> {
  return (await ask('SELECT name FROM system.functions ORDER BY name')).map(([name]) => String(name));
}
