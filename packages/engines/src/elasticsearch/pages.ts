import { isJsonObject, type JsonObject } from '@chartroom/model';
import type { ColumnKind } from '@chartroom/query';

/** A part of an answer. */
export interface Page {
  columns: { name: string; type: string }[];
  rows: unknown[][];
  /** By which the next part is asked for. */
  cursor: string | undefined;
  /** The server says that rows are missing. */
  isPartial: boolean;
  /** How many rows there are, where the server says so and no LIMIT was asked for. */
  total: number | undefined;
}

/** What differs between the servers of the family. */
export interface Flavour {
  path: string;
  pageOf(document: JsonObject): Page;
  tables: string;
  columnsOf(table: string): string;
  /** Names of the columns that these two statements answer with. */
  names: { table: string; kind: string; column: string; type: string };
  ping: string;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const rowsOf = (value: unknown): unknown[][] => listOf(value).map(listOf);
const cursorOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function columnsOf(value: unknown): Page['columns'] {
  return listOf(value).flatMap((column) =>
    isJsonObject(column) ? [{ name: String(column.alias ?? column.name), type: String(column.type) }] : [],
  );
}

export const ELASTICSEARCH: Flavour = {
  path: '/_sql',
  pageOf: ({ columns, rows, cursor, is_partial, is_running }) => ({
    columns: columnsOf(columns),
    rows: rowsOf(rows),
    cursor: cursorOf(cursor),
    isPartial: is_partial === true || is_running === true,
    total: undefined,
  }),
  tables: 'SHOW TABLES',
  columnsOf: (table) => `DESCRIBE "${table.replaceAll('"', '""')}"`,
  names: { table: 'name', kind: 'type', column: 'column', type: 'type' },
  ping: 'SELECT 1',
};

export const OPEN_DISTRO: Flavour = {
  path: '/_opendistro/_sql',
  pageOf: ({ schema, datarows, cursor, total }) => ({
    columns: columnsOf(schema),
    rows: rowsOf(datarows),
    cursor: cursorOf(cursor),
    isPartial: false,
    total: typeof total === 'number' ? total : undefined,
  }),
  tables: 'SHOW TABLES LIKE %',
  columnsOf: (table) => `DESCRIBE TABLES LIKE ${table}`,
  names: { table: 'TABLE_NAME', kind: 'TABLE_TYPE', column: 'COLUMN_NAME', type: 'TYPE_NAME' },
  ping: 'SHOW TABLES LIKE %',
};

/** By the names of types in answers. */
export const KINDS: Readonly<Record<string, ColumnKind>> = {
  BYTE: 'int',
  SHORT: 'int',
  INTEGER: 'int',
  LONG: 'int',
  UNSIGNED_LONG: 'int',
  FLOAT: 'float',
  HALF_FLOAT: 'float',
  SCALED_FLOAT: 'float',
  DOUBLE: 'float',
  BOOLEAN: 'bool',
  DATETIME: 'timestamp',
  TIMESTAMP: 'timestamp',
  DATE: 'date',
  TIME: 'time',
  OBJECT: 'json',
  STRUCT: 'json',
  NESTED: 'json',
  GEO_POINT: 'json',
};
