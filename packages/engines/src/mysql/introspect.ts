import { ChartroomError } from '@chartroom/model';
import type {
  ColumnDescription,
  ForeignKeyDescription,
  KeyDescription,
  Relation,
  TableDescription,
  TableRef,
} from '../engine.ts';
import { quoteText } from './sql-text.ts';

type Row = unknown[];
type Ask = (sql: string) => Promise<Row[]>;

/** Databases of the server, which are its schemas, without the server's own. */
export async function listSchemas(ask: Ask): Promise<string[]> {
  const rows = await ask(
    `SELECT schema_name FROM information_schema.schemata
     WHERE schema_name NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') ORDER BY 1`,
  );
  return rows.map(([name]) => String(name));
}

/** Tables and views of a schema by name. */
export async function listRelations(ask: Ask, schema: string): Promise<Relation[]> {
  const rows = await ask(
    `SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = ${quoteText(schema)} AND table_type <> 'SEQUENCE' ORDER BY 1`,
  );
  return rows.map(([name, kind]) => ({
    name: String(name),
    type: String(kind).endsWith('VIEW') ? 'view' : 'table',
  }));
}

/** `varchar(20)` → `VARCHAR(20)`, `decimal(38,9)` → `DECIMAL(38, 9)`; the words of an ENUM stay as they are. */
function typeName(text: string): string {
  const [, name = text, rest = ''] = /^([\w ]+)([\s\S]*)$/.exec(text) ?? [];
  return (
    name.toUpperCase() +
    rest
      .replace(/^\((\d+),(\d+)\)/, '($1, $2)')
      .replace(/\) ?(unsigned|zerofill).*$/, (end) => end.toUpperCase())
  );
}

function optionalText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Columns, keys, indexes and comments. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(
  ask: Ask,
  { table, schema }: TableRef,
  engine_name: string,
): Promise<TableDescription> {
  const place = (prefix: string): string =>
    `${prefix}.table_name = ${quoteText(table)} AND ${prefix}.table_schema = ${schema === undefined ? 'DATABASE()' : quoteText(schema)}`;
  const found = await ask(
    `SELECT t.table_comment, t.table_type FROM information_schema.tables t WHERE ${place('t')}`,
  );
  const [comment, kind] = found[0] ?? [];
  if (kind === undefined) {
    throw new ChartroomError(`Table "${schema ? `${schema}.` : ''}${table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra: { engine_name },
    });
  }
  const [columns, keys, indexes, views] = await Promise.all([
    readColumns(ask, place('c')),
    readForeignKeys(ask, place('k')),
    readIndexes(ask, place('s')),
    kind === 'VIEW'
      ? ask(`SELECT v.view_definition FROM information_schema.views v WHERE ${place('v')}`)
      : [],
  ]);
  // Who may not see it is told an empty text.
  const body = optionalText(views[0]?.[0]);
  const primary = indexes.find(({ name }) => name === 'PRIMARY');
  return {
    columns,
    primaryKey: primary ? { name: null, column_names: primary.column_names } : null,
    foreignKeys: keys,
    indexes: indexes.filter((index) => index !== primary),
    // Views carry the word VIEW where tables carry their comment.
    comment: kind === 'VIEW' ? null : optionalText(comment),
    createView: body === null ? undefined : `CREATE VIEW \`${table.replaceAll('`', '``')}\` AS\n${body}`,
  };
}

async function readColumns(ask: Ask, where: string): Promise<ColumnDescription[]> {
  const rows = await ask(
    `SELECT c.column_name, c.column_type, c.is_nullable, c.column_default, c.column_comment
     FROM information_schema.columns c WHERE ${where} ORDER BY c.ordinal_position`,
  );
  return rows.map(([name, type, nullable, value, comment]) => ({
    name: String(name),
    nativeType: typeName(String(type)),
    nullable: nullable === 'YES',
    // MariaDB says NULL in words where MySQL says nothing.
    default: typeof value === 'string' && value !== 'NULL' ? value : null,
    comment: optionalText(comment),
  }));
}

/** Rows of one key follow each other; each adds a column to it. */
function grouped<Key extends KeyDescription>(
  rows: Row[],
  keyOf: (row: Row) => Key,
  add: (key: Key, row: Row) => void,
): Key[] {
  const keys = new Map<string, Key>();
  for (const row of rows) {
    const name = String(row[0]);
    const key = keys.get(name) ?? keyOf(row);
    keys.set(name, key);
    add(key, row);
  }
  return [...keys.values()];
}

async function readForeignKeys(ask: Ask, where: string): Promise<ForeignKeyDescription[]> {
  const rows = await ask(
    `SELECT k.constraint_name, k.column_name, k.referenced_table_schema, k.referenced_table_name, k.referenced_column_name
     FROM information_schema.key_column_usage k WHERE ${where} AND k.referenced_table_name IS NOT NULL
     ORDER BY k.constraint_name, k.ordinal_position`,
  );
  return grouped<ForeignKeyDescription>(
    rows,
    ([name, , schema, table]) => ({
      name: String(name),
      column_names: [],
      referred_schema: optionalText(schema),
      referred_table: String(table),
      referred_columns: [],
    }),
    (key, [, column, , , referred]) => {
      key.column_names.push(String(column));
      key.referred_columns.push(String(referred));
    },
  );
}

/** Columns of an index on an expression have no name: the expression is not told by every server, so they are left out. */
async function readIndexes(ask: Ask, where: string): Promise<TableDescription['indexes']> {
  const rows = await ask(
    `SELECT s.index_name, s.non_unique, s.column_name FROM information_schema.statistics s
     WHERE ${where} ORDER BY s.index_name, s.seq_in_index`,
  );
  return grouped<TableDescription['indexes'][number]>(
    rows,
    ([name, shared]) => ({ name: String(name), column_names: [], unique: Number(shared) === 0 }),
    (index, [, , column]) => {
      if (typeof column === 'string') index.column_names.push(column);
    },
  );
}
