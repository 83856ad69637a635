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
import { mssqlDialect } from './dialect.ts';
import { ENGINE_NAME } from './errors.ts';

type Ask = (sql: string) => Promise<Cell[][]>;
const quote = mssqlDialect.quoteString;

/** Schemas of the database, without the server's own and those of its fixed roles. */
export async function listSchemas(ask: Ask): Promise<string[]> {
  const rows = await ask(
    `SELECT name FROM sys.schemas WHERE name NOT IN ('sys', 'INFORMATION_SCHEMA', 'guest') AND name NOT LIKE 'db[_]%' ORDER BY name`,
  );
  return rows.map(([name]) => String(name));
}

/** Tables and views of a schema by name. */
export async function listRelations(ask: Ask, schema: string): Promise<Relation[]> {
  const rows = await ask(
    `SELECT o.name, o.type FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
     WHERE s.name = ${quote(schema)} AND o.type IN ('U', 'V') ORDER BY o.name`,
  );
  return rows.map(([name, type]) => ({
    name: String(name),
    type: String(type).trim() === 'V' ? 'view' : 'table',
  }));
}

/** `decimal`, 10, 2 → `DECIMAL(10, 2)`; lengths of wide texts are told in characters. */
export function typeName(name: string, length: number, precision: number, scale: number): string {
  const upper = name.toUpperCase();
  if (/^(var)?(char|binary)$/i.test(name)) return `${upper}(${length === -1 ? 'max' : length})`;
  if (/^n(var)?char$/i.test(name)) return `${upper}(${length === -1 ? 'max' : length / 2})`;
  if (/^(decimal|numeric)$/i.test(name)) return `${upper}(${precision}, ${scale})`;
  if (/^(datetime2|datetimeoffset|time)$/i.test(name)) return `${upper}(${scale})`;
  return upper;
}

function optionalText(value: Cell | undefined): string | null {
  return value === null || value === undefined || value === '' ? null : String(value);
}

/** Columns, keys, indexes and comments. Rejects with TABLE_DOES_NOT_EXIST_ERROR (404). */
export async function describeTable(ask: Ask, { table, schema }: TableRef): Promise<TableDescription> {
  const place = `OBJECT_ID(${quote(`${schema === undefined ? '' : `${mssqlDialect.quoteIdentifier(schema)}.`}${mssqlDialect.quoteIdentifier(table)}`)})`;
  const comment = (column: string): string =>
    `(SELECT CAST(p.value AS nvarchar(4000)) FROM sys.extended_properties p WHERE p.class = 1 AND p.major_id = ${place} AND p.minor_id = ${column} AND p.name = 'MS_Description')`;
  const found = await ask(
    `SELECT o.object_id, ${comment('0')} FROM sys.objects o WHERE o.object_id = ${place} AND o.type IN ('U', 'V')`,
  );
  const head = found[0];
  if (!head) {
    throw new ChartroomError(
      `Invalid object name '${schema === undefined ? table : `${schema}.${table}`}'.`,
      {
        status: 404,
        error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
        level: 'error',
        extra: { engine_name: ENGINE_NAME },
      },
    );
  }
  const columns = await ask(
    `SELECT c.name, t.name, c.max_length, c.precision, c.scale, c.is_nullable, d.definition, ${comment('c.column_id')}
     FROM sys.columns c JOIN sys.types t ON t.user_type_id = c.user_type_id
     LEFT JOIN sys.default_constraints d ON d.object_id = c.default_object_id
     WHERE c.object_id = ${place} ORDER BY c.column_id`,
  );
  const indexes = await ask(
    `SELECT i.name, i.is_primary_key, i.is_unique, c.name FROM sys.indexes i
     JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id
     JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
     WHERE i.object_id = ${place} AND k.is_included_column = 0 ORDER BY i.index_id, k.key_ordinal`,
  );
  const keys = await ask(
    `SELECT f.name, c.name, rs.name, r.name, rc.name FROM sys.foreign_keys f
     JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
     JOIN sys.columns c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
     JOIN sys.objects r ON r.object_id = f.referenced_object_id JOIN sys.schemas rs ON rs.schema_id = r.schema_id
     JOIN sys.columns rc ON rc.object_id = k.referenced_object_id AND rc.column_id = k.referenced_column_id
     WHERE f.parent_object_id = ${place} ORDER BY f.name, k.constraint_column_id`,
  );
  const { primaryKey, others } = indexesOf(indexes);
  return {
    columns: columns.map(columnOf),
    primaryKey,
    foreignKeys: foreignKeysOf(keys),
    indexes: others,
    comment: optionalText(head[1]),
  };
}

function columnOf([
  name,
  type,
  length,
  precision,
  scale,
  nullable,
  definition,
  comment,
]: Cell[]): ColumnDescription {
  return {
    name: String(name),
    nativeType: typeName(String(type), Number(length), Number(precision), Number(scale)),
    nullable: nullable === true,
    default: optionalText(definition),
    comment: optionalText(comment),
  };
}

function indexesOf(rows: Cell[][]): {
  primaryKey: KeyDescription | null;
  others: (KeyDescription & { unique: boolean })[];
} {
  const found = new Map<string, KeyDescription & { unique: boolean; primary: boolean }>();
  for (const [name, primary, unique, column] of rows) {
    const index = found.get(String(name)) ?? {
      name: optionalText(name),
      column_names: [],
      unique: unique === true,
      primary: primary === true,
    };
    index.column_names.push(String(column));
    found.set(String(name), index);
  }
  const all = [...found.values()];
  const own = all.find(({ primary }) => primary);
  return {
    primaryKey: own ? { name: own.name, column_names: own.column_names } : null,
    others: all
      .filter(({ primary }) => !primary)
      .map(({ name, column_names, unique }) => ({ name, column_names, unique })),
  };
}

function foreignKeysOf(rows: Cell[][]): ForeignKeyDescription[] {
  const found = new Map<string, ForeignKeyDescription>();
  for (const [name, column, schema, table, referred] of rows) {
    const key = found.get(String(name)) ?? {
      name: optionalText(name),
      column_names: [],
      referred_schema: optionalText(schema),
      referred_table: String(table),
      referred_columns: [],
    };
    key.column_names.push(String(column));
    key.referred_columns.push(String(referred));
    found.set(String(name), key);
  }
  return [...found.values()];
}
