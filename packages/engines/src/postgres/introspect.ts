import { ChartroomError } from '@chartroom/model';
import type { ColumnDescription, Relation, TableDescription, TableRef } from '../engine.ts';
import { quoteText } from './sql-text.ts';

type Row = unknown[];
type Ask = (sql: string) => Promise<Row[]>;

/** Databases of the server that may be connected to. */
export async function listCatalogs(ask: Ask): Promise<string[]> {
  return (
    await ask('SELECT datname FROM pg_database WHERE datallowconn AND NOT datistemplate ORDER BY 1')
  ).map(([name]) => String(name));
}

/** Schemas without the server's own (`pg_…`). */
export async function listSchemas(ask: Ask): Promise<string[]> {
  return (await ask("SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' ORDER BY 1")).map(
    ([name]) => String(name),
  );
}

/** Tables, foreign tables, views and materialised views of a schema by name. */
export async function listRelations(ask: Ask, schema: string): Promise<Relation[]> {
  const rows = await ask(
    `SELECT c.relname, c.relkind::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ${quoteText(schema)} AND c.relkind IN ('r', 'p', 'f', 'v', 'm') ORDER BY 1`,
  );
  return rows.map(([name, kind]) => ({
    name: String(name),
    type: RELATIONS.get(kind) ?? 'table',
  }));
}

const TYPE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^character varying/, 'VARCHAR'],
  [/^character\b/, 'CHAR'],
  [/^"char"/, 'CHAR'],
];

/** `character varying(20)` → `VARCHAR(20)`, `numeric(38,9)` → `NUMERIC(38, 9)`. */
function typeName(text: string): string {
  const renamed = TYPE_NAMES.reduce(
    (name, [pattern, replacement]) => name.replace(pattern, replacement),
    text,
  );
  return renamed.toUpperCase().replace(/(\d),(\d)/g, '$1, $2');
}

function optionalText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Lists travel as JSON text. */
function names(value: unknown): string[] {
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : [];
  return Array.isArray(list) ? list.filter((item) => item !== null).map(String) : [];
}

/** Columns, keys, indexes and comments. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(ask: Ask, { table, schema }: TableRef): Promise<TableDescription> {
  const found = await ask(
    `SELECT c.oid::text, obj_description(c.oid, 'pg_class'), format('CREATE %sVIEW %I.%I AS', CASE c.relkind WHEN 'm' THEN 'MATERIALIZED ' ELSE '' END, n.nspname, c.relname),
       CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid, true) END FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = ${quoteText(table)} AND ${schema === undefined ? 'pg_table_is_visible(c.oid)' : `n.nspname = ${quoteText(schema)}`}
       AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`,
  );
  const oid = found[0]?.[0];
  if (typeof oid !== 'string') {
    throw new ChartroomError(`Table "${schema ? `${schema}.` : ''}${table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name: 'PostgreSQL' },
    });
  }
  const [columns, keys, indexes] = await Promise.all([
    readColumns(ask, oid),
    readKeys(ask, oid),
    readIndexes(ask, oid),
  ]);
  const [, comment, head, body] = found[0] ?? [];
  const createView = typeof body === 'string' ? `${String(head)}\n${body}` : undefined;
  return { columns, ...keys, indexes, comment: optionalText(comment), createView };
}

async function readColumns(ask: Ask, oid: string): Promise<ColumnDescription[]> {
  const rows = await ask(
    `SELECT a.attname, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, pg_get_expr(d.adbin, d.adrelid), col_description(a.attrelid, a.attnum)
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = ${oid} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
  );
  return rows.map(([name, type, nullable, value, comment]) => ({
    name: String(name),
    nativeType: typeName(String(type)),
    nullable: nullable === true,
    default: optionalText(value),
    comment: optionalText(comment),
  }));
}

async function readKeys(
  ask: Ask,
  oid: string,
): Promise<Pick<TableDescription, 'primaryKey' | 'foreignKeys'>> {
  const columnsOf = (relation: string, keys: string): string =>
    `(SELECT json_agg(a.attname ORDER BY k.place)::text FROM unnest(${keys}) WITH ORDINALITY k(number, place) JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = k.number)`;
  const rows = await ask(
    `SELECT x.contype::text, x.conname, ${columnsOf('x.conrelid', 'x.conkey')}, n.nspname, r.relname, ${columnsOf('x.confrelid', 'x.confkey')}
     FROM pg_constraint x LEFT JOIN pg_class r ON r.oid = x.confrelid LEFT JOIN pg_namespace n ON n.oid = r.relnamespace
     WHERE x.conrelid = ${oid} AND x.contype IN ('p', 'f') ORDER BY x.conname`,
  );
  const primary = rows.find(([kind]) => kind === 'p');
  return {
    primaryKey: primary ? { name: String(primary[1]), column_names: names(primary[2]) } : null,
    foreignKeys: rows
      .filter(([kind]) => kind === 'f')
      .map(([, name, own, schema, referred, others]) => ({
        name: String(name),
        column_names: names(own),
        referred_schema: optionalText(schema),
        referred_table: String(referred),
        referred_columns: names(others),
      })),
  };
}

async function readIndexes(ask: Ask, oid: string): Promise<TableDescription['indexes']> {
  const rows = await ask(
    `SELECT c.relname, i.indisunique, (SELECT json_agg(pg_get_indexdef(i.indexrelid, place, true) ORDER BY place)::text FROM generate_series(1, i.indnkeyatts) place)
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = ${oid} AND NOT i.indisprimary ORDER BY 1`,
  );
  return rows.map(([name, unique, columns]) => ({
    name: String(name),
    column_names: names(columns).map((column) => column.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')),
    unique: unique === true,
  }));
}

/** What is no table, by PostgreSQL's letter for it. */
const RELATIONS = new Map<unknown, Relation['type']>([
  ['v', 'view'],
  ['m', 'materialized_view'],
]);
