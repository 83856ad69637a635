import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileSource } from '../files/file-source.ts';
import { quoteName } from './sql-text.ts';
import { textOf } from './value-texts.ts';

/** Columns that one query asks side by side. To plan more takes a time that grows with their square. */
const SIDE_BY_SIDE = 200;
/** Columns that one query asks one below the other. */
const IN_ONE = 500;

/** A file whose columns are asked: `from` gives all of them as text. */
export interface AskedFile {
  connection: DuckDBConnection;
  source: FileSource;
  from: string;
}

/** Writes what is asked of a column whose values are `text`; as many aggregates for each. */
type Aggregates<Column> = (column: Column, text: string) => string[];

/** What aggregates tell of each column. */
export async function askColumns<Column extends { name: string }>(
  file: AskedFile,
  columns: readonly Column[],
  aggregates: Aggregates<Column>,
): Promise<unknown[][]> {
  if (columns.length <= SIDE_BY_SIDE) return askSideBySide(file, columns, aggregates);
  // Most of the time of a wide file would go into planning: columns of which the same is asked are planned as one.
  const alike = Map.groupBy(columns, (column) => aggregates(column, textOf('value', file.source)).join());
  const told = new Map<Column, unknown[]>();
  for (const group of alike.values())
    for (const part of parts(group, IN_ONE)) {
      const rows = await askInOne(file, part, aggregates);
      for (const [at, column] of part.entries()) told.set(column, rows[at] ?? []);
    }
  return columns.map((column) => told.get(column) ?? []);
}

async function askSideBySide<Column extends { name: string }>(
  { connection, source, from }: AskedFile,
  columns: readonly Column[],
  aggregates: Aggregates<Column>,
): Promise<unknown[][]> {
  if (columns.length === 0) return [];
  const items = columns.map((column) => aggregates(column, textOf(column.name, source)));
  const found = await connection.runAndReadAll(`SELECT ${items.flat().join(', ')} FROM ${from}`);
  const row = found.getRows()[0] ?? [];
  return [...parts(row, items[0]?.length ?? 1)];
}

/** Asks columns as if their values stood in one. */
async function askInOne<Column extends { name: string }>(
  file: AskedFile,
  columns: readonly Column[],
  aggregates: Aggregates<Column>,
): Promise<unknown[][]> {
  const { connection, source, from } = file;
  const [first] = columns;
  if (!first) return [];
  const values = columns.map(({ name }) => quoteName(name)).join(', ');
  const found = await connection.runAndReadAll(
    `SELECT ${aggregates(first, textOf('value', source)).join(', ')}
     FROM (SELECT unnest(range(${columns.length})) AS place, unnest([${values}]) AS value FROM ${from})
     GROUP BY place ORDER BY place`,
  );
  const rows = found.getRows();
  if (rows.length > 0) return rows;
  // No row, no group: the file is a header.
  const told: unknown[][] = [];
  for (const part of parts(columns, SIDE_BY_SIDE))
    told.push(...(await askSideBySide(file, part, aggregates)));
  return told;
}

function* parts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
