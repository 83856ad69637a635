import { ChartroomError } from '@chartroom/model';
import type { Relation, Result, TableDescription, TableRef } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { quoteText } from './sql-text.ts';

type Ask = (sql: string) => Promise<Result>;

/** Schemas of the database itself, without the engine's own. */
export async function listSchemas(ask: Ask): Promise<string[]> {
  const rows = await readRows(
    await ask(
      'SELECT schema_name FROM duckdb_schemas() WHERE database_name = current_database() AND NOT internal ORDER BY 1',
    ),
  );
  const names = rows.map(([name]) => String(name));
  return names.includes('main') ? names : ['main', ...names];
}

/** Tables and views of a schema by name. */
export async function listRelations(ask: Ask, schema: string): Promise<Relation[]> {
  const where = `database_name = current_database() AND schema_name = ${quoteText(schema)} AND NOT internal`;
  const rows = await readRows(
    await ask(
      `SELECT table_name, 'table' FROM duckdb_tables() WHERE ${where} UNION ALL SELECT view_name, 'view' FROM duckdb_views() WHERE ${where} ORDER BY 1`,
    ),
  );
  return rows.map(([name, type]) => ({ name: String(name), type: type === 'view' ? 'view' : 'table' }));
}

function texts(value: unknown): string[] {
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : [];
  return Array.isArray(list) ? list.map(String) : [];
}

/** Columns, keys and indexes of a table or view. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(ask: Ask, table: TableRef): Promise<TableDescription> {
  const schema = table.schema ?? 'main';
  const place = `database_name = current_database() AND schema_name = ${quoteText(schema)}`;
  const where = `${place} AND table_name = ${quoteText(table.table)}`;
  const [columns, constraints, indexes, comments, views] = await Promise.all([
    ask(
      `SELECT column_name, data_type, is_nullable, column_default, comment FROM duckdb_columns() WHERE ${where} ORDER BY column_index`,
    ).then(readRows),
    ask(
      `SELECT constraint_type, constraint_name, to_json(constraint_column_names)::VARCHAR, referenced_table, to_json(referenced_column_names)::VARCHAR FROM duckdb_constraints() WHERE ${where}`,
    ).then(readRows),
    ask(`SELECT index_name, is_unique, expressions FROM duckdb_indexes() WHERE ${where}`).then(readRows),
    ask(`SELECT comment FROM duckdb_tables() WHERE ${where}`).then(readRows),
    ask(`SELECT sql FROM duckdb_views() WHERE ${place} AND view_name = ${quoteText(table.table)}`).then(
      readRows,
    ),
  ]);
  if (columns.length === 0) {
    throw new ChartroomError(`Table "${schema}.${table.table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name: 'DuckDB' },
    });
  }
  const primary = constraints.find(([type]) => type === 'PRIMARY KEY');
  return {
    columns: columns.map(([name, nativeType, nullable, value, comment]) => ({
      name: String(name),
      nativeType: String(nativeType),
      nullable: nullable === true,
      default: typeof value === 'string' ? value : null,
      comment: typeof comment === 'string' ? comment : null,
    })),
    primaryKey: primary
      ? { name: primary[1] === null ? null : String(primary[1]), column_names: texts(primary[2]) }
      : null,
    foreignKeys: constraints
      .filter(([type]) => type === 'FOREIGN KEY')
      .map(([, name, names, referred, referredColumns]) => ({
        name: name === null ? null : String(name),
        column_names: texts(names),
        referred_schema: schema,
        referred_table: String(referred),
        referred_columns: texts(referredColumns),
      })),
    indexes: indexes.map(([name, unique, expressions]) => ({
      name: String(name),
      column_names: String(expressions ?? '')
        .replace(/^\[|\]$/g, '')
        .split(', ')
        .map((part) => part.replace(/^'|'$/g, '').replace(/^"|"$/g, '')),
      unique: unique === true,
    })),
    comment: typeof comments[0]?.[0] === 'string' ? comments[0][0] : null,
    createView: typeof views[0]?.[0] === 'string' ? views[0][0] : undefined,
  };
}
