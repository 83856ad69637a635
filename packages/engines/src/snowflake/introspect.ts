import { ChartroomError } from '@chartroom/model';
import type { Cell } from '@chartroom/query';
import type { KeyDescription, Relation, TableDescription } from '../engine.ts';
import { snowflakeDialect } from './dialect.ts';

type Ask = (sql: string) => Promise<Cell[][]>;
const { quoteIdentifier, quoteString } = snowflakeDialect;

export async function listDatabases(ask: Ask): Promise<string[]> {
  return (await ask('SELECT database_name FROM information_schema.databases ORDER BY 1')).map(([name]) =>
    String(name),
  );
}

export async function listSchemas(ask: Ask, database: string | undefined): Promise<string[]> {
  const rows = await ask(
    `SELECT schema_name FROM ${schemaOf(database)}.schemata WHERE schema_name <> 'INFORMATION_SCHEMA' ORDER BY 1`,
  );
  return rows.map(([name]) => String(name));
}

/** Tables and views of a schema by name. */
export async function listRelations(
  ask: Ask,
  schema: string,
  database: string | undefined,
): Promise<Relation[]> {
  const rows = await ask(
    `SELECT table_name, table_type FROM ${schemaOf(database)}.tables WHERE table_schema = ${quoteString(schema)} ORDER BY 1`,
  );
  return rows.map(([name, kind]) => ({
    name: String(name),
    type: RELATIONS.get(kind) ?? 'table',
  }));
}

/** Columns, primary key and comments. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(
  ask: Ask,
  { table, schema, database }: { table: string; schema: string; database: string | undefined },
): Promise<TableDescription> {
  const where = `WHERE table_schema = ${quoteString(schema)} AND table_name = ${quoteString(table)}`;
  const columns = await ask(
    `SELECT column_name, data_type, numeric_precision, numeric_scale, character_maximum_length, is_nullable, column_default, comment
     FROM ${schemaOf(database)}.columns ${where} ORDER BY ordinal_position`,
  );
  if (columns.length === 0) {
    throw new ChartroomError(`Table "${schema}.${table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name: 'Snowflake' },
    });
  }
  const about = await ask(`SELECT comment, table_type FROM ${schemaOf(database)}.tables ${where}`);
  const path = [database, schema, table].filter((part) => part !== undefined).map(quoteIdentifier);
  // Views have no keys to show.
  const keys =
    about[0]?.[1] === 'BASE TABLE' ? await ask(`SHOW PRIMARY KEYS IN TABLE ${path.join('.')}`) : [];
  return {
    columns: columns.map(([name, type, precision, scale, length, nullable, value, comment]) => ({
      name: String(name),
      nativeType: typeName(String(type), [precision, scale], length),
      nullable: nullable === 'YES',
      default: textOrNull(value),
      comment: textOrNull(comment),
    })),
    primaryKey: primaryKeyOf(keys),
    foreignKeys: [],
    indexes: [],
    comment: textOrNull(about[0]?.[0]),
  };
}

/** SHOW PRIMARY KEYS: created_on, database, schema, table, column, sequence, constraint … */
function primaryKeyOf(rows: Cell[][]): KeyDescription | null {
  if (rows.length === 0) return null;
  const ordered = [...rows].sort((one, other) => Number(one[5]) - Number(other[5]));
  return { name: textOrNull(ordered[0]?.[6]), column_names: ordered.map((row) => String(row[4])) };
}

function typeName(type: string, [precision, scale]: (Cell | undefined)[], length: Cell | undefined): string {
  if (type === 'NUMBER') return `NUMBER(${String(precision)}, ${String(scale)})`;
  return type === 'TEXT' && length !== null ? `VARCHAR(${String(length)})` : type;
}

function textOrNull(value: Cell | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function schemaOf(database: string | undefined): string {
  return database === undefined ? 'information_schema' : `${quoteIdentifier(database)}.information_schema`;
}

/** What is no table, by Snowflake's word for it. */
const RELATIONS = new Map<unknown, Relation['type']>([
  ['VIEW', 'view'],
  ['MATERIALIZED VIEW', 'materialized_view'],
]);
