import { ChartroomError } from '@chartroom/model';
import type { Cell } from '@chartroom/query';
import type {
  ColumnDescription,
  ForeignKeyDescription,
  KeyDescription,
  Relation,
  TableDescription,
  TableRef,
} from '../engine.ts';
import { oracleDialect } from './dialect.ts';
import { ENGINE_NAME } from './errors.ts';

type Ask = (sql: string) => Promise<Cell[][]>;
const quote = oracleDialect.quoteString;

/** Accounts that own something, which are the schemas, without the database's own. */
export async function listSchemas(ask: Ask): Promise<string[]> {
  const rows = await ask("SELECT username FROM all_users WHERE oracle_maintained = 'N' ORDER BY username");
  return rows.map(([name]) => String(name));
}

/** Tables, views and materialised views of a schema by name. */
export async function listRelations(ask: Ask, schema: string): Promise<Relation[]> {
  const rows = await ask(
    `SELECT object_name, object_type FROM all_objects WHERE owner = ${quote(schema)}
     AND object_type IN ('TABLE', 'VIEW', 'MATERIALIZED VIEW') ORDER BY object_name`,
  );
  // A materialised view is also listed as the table that holds its rows.
  const kinds = new Map<string, Relation['type']>();
  for (const [name, type] of rows) {
    const view = type === 'VIEW' ? 'view' : 'materialized_view';
    const kind = type === 'TABLE' ? 'table' : view;
    if (kind !== 'table' || !kinds.has(String(name))) kinds.set(String(name), kind);
  }
  return [...kinds].map(([name, type]) => ({ name, type }));
}

/** `NUMBER`, 10, 2 → `NUMBER(10, 2)`; lengths of texts are told in characters. */
export function typeName(
  name: string,
  length: number,
  precision: number | null,
  scale: number | null,
): string {
  if (name === 'NUMBER' && precision !== null) return `NUMBER(${precision}${scale ? `, ${scale}` : ''})`;
  return /^N?(VAR)?CHAR2?$/.test(name) && length > 0 ? `${name}(${length})` : name;
}

function optionalText(value: Cell | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : String(value).trim();
}

function optionalNumber(value: Cell | undefined): number | null {
  return value === null || value === undefined ? null : Number(String(value));
}

/** Columns, keys, indexes and comments. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(ask: Ask, { table, schema }: TableRef): Promise<TableDescription> {
  const owner = schema === undefined ? "SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA')" : quote(schema);
  const place = (prefix: string): string =>
    `${prefix}.owner = ${owner} AND ${prefix}.table_name = ${quote(table)}`;
  const columns = await ask(
    `SELECT c.column_name, c.data_type, c.char_length, c.data_precision, c.data_scale, c.nullable, c.data_default, m.comments
     FROM all_tab_columns c
     LEFT JOIN all_col_comments m ON m.owner = c.owner AND m.table_name = c.table_name AND m.column_name = c.column_name
     WHERE ${place('c')} ORDER BY c.column_id`,
  );
  if (columns.length === 0) {
    throw new ChartroomError(
      `ORA-00942: table or view "${schema === undefined ? table : `${schema}.${table}`}" does not exist`,
      {
        status: 404,
        error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
        level: 'error',
        extra: { engine_name: ENGINE_NAME },
      },
    );
  }
  const comments = await ask(`SELECT t.comments FROM all_tab_comments t WHERE ${place('t')}`);
  const keys = await ask(
    `SELECT k.constraint_name, k.constraint_type, o.column_name, r.owner, r.table_name, f.column_name
     FROM all_constraints k JOIN all_cons_columns o ON o.owner = k.owner AND o.constraint_name = k.constraint_name
     LEFT JOIN all_constraints r ON r.owner = k.r_owner AND r.constraint_name = k.r_constraint_name
     LEFT JOIN all_cons_columns f ON f.owner = r.owner AND f.constraint_name = r.constraint_name AND f.position = o.position
     WHERE ${place('k')} AND k.constraint_type IN ('P', 'R') ORDER BY k.constraint_name, o.position`,
  );
  const indexes = await ask(
    `SELECT i.index_name, i.uniqueness, c.column_name FROM all_indexes i
     JOIN all_ind_columns c ON c.index_owner = i.owner AND c.index_name = i.index_name
     WHERE i.table_owner = ${owner} AND i.table_name = ${quote(table)}
     AND NOT EXISTS (SELECT 1 FROM all_constraints k WHERE k.index_owner = i.owner AND k.index_name = i.index_name AND k.constraint_type = 'P')
     ORDER BY i.index_name, c.column_position`,
  );
  return {
    columns: columns.map(columnOf),
    ...keysOf(keys),
    indexes: indexesOf(indexes),
    comment: optionalText(comments[0]?.[0]),
  };
}

function columnOf([name, type, length, precision, scale, nullable, own, comment]: Cell[]): ColumnDescription {
  return {
    name: String(name),
    nativeType: typeName(
      String(type),
      optionalNumber(length) ?? 0,
      optionalNumber(precision),
      optionalNumber(scale),
    ),
    nullable: nullable === 'Y',
    default: optionalText(own),
    comment: optionalText(comment),
  };
}

function keysOf(rows: Cell[][]): { primaryKey: KeyDescription | null; foreignKeys: ForeignKeyDescription[] } {
  let primaryKey: KeyDescription | null = null;
  const foreign = new Map<string, ForeignKeyDescription>();
  for (const [name, type, column, schema, table, referred] of rows) {
    if (type === 'P') {
      primaryKey ??= { name: optionalText(name), column_names: [] };
      primaryKey.column_names.push(String(column));
      continue;
    }
    const key = foreign.get(String(name)) ?? {
      name: optionalText(name),
      column_names: [],
      referred_schema: optionalText(schema),
      referred_table: String(table),
      referred_columns: [],
    };
    key.column_names.push(String(column));
    key.referred_columns.push(String(referred));
    foreign.set(String(name), key);
  }
  return { primaryKey, foreignKeys: [...foreign.values()] };
}

function indexesOf(rows: Cell[][]): (KeyDescription & { unique: boolean })[] {
  const found = new Map<string, KeyDescription & { unique: boolean }>();
  for (const [name, uniqueness, column] of rows) {
    const index = found.get(String(name)) ?? {
      name: optionalText(name),
      column_names: [],
      unique: uniqueness === 'UNIQUE',
    };
    index.column_names.push(String(column));
    found.set(String(name), index);
  }
  return [...found.values()];
}
