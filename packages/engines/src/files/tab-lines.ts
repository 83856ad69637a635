import type { ColumnKind, ResultColumn } from '@chartroom/query';
import type { FileReader } from '../duckdb/read-file.ts';
import { quoteName } from '../duckdb/sql-text.ts';
import type { TableLoad } from '../engine.ts';

/** Rows between two reports of progress. */
const PROGRESS_ROWS = 100_000;

/** How a server reads the text of a kind of column, where that is not its usual text: an expression of DuckDB over the column. */
export type LineText = (column: string, from: ResultColumn) => string | undefined;

/** The lines of a file as servers read them in bulk: cells between tabs, `\N` for nothing. Counts the rows that were taken. */
export interface TabLines {
  /** Whole lines, many at a time, as they are asked for. */
  chunks: AsyncIterable<string>;
  /** Rows that were taken so far. */
  count(): number;
}

/** Opens the lines of a file, written by the engine that reads the file: faster than cell by cell here. */
export async function tabLines(
  reader: FileReader,
  columns: readonly ResultColumn[],
  load: TableLoad,
  own: LineText,
): Promise<TabLines> {
  const items = columns.map(
    (from) =>
      `coalesce(${own(quoteName(from.name), from) ?? usualText(quoteName(from.name), from.kind)}, '\\N')`,
  );
  const lines = await reader.query(`SELECT ${items.join(' || chr(9) || ')} FROM file`, load.signal);
  let count = 0;
  const chunks = async function* (): AsyncGenerator<string> {
    for await (const {
      length,
      columns: [texts = []],
    } of lines.batches) {
      if (length === 0) continue;
      yield `${texts.join('\n')}\n`;
      const before = count;
      count += length;
      if (Math.floor(count / PROGRESS_ROWS) > Math.floor(before / PROGRESS_ROWS)) load.onProgress?.(count);
    }
  };
  return { chunks: chunks(), count: () => count };
}

function usualText(column: string, kind: ColumnKind): string {
  if (kind === 'string') return escaped(`${column}::VARCHAR`);
  if (kind === 'json') return escaped(`to_json(${column})::VARCHAR`);
  return `${column}::VARCHAR`;
}

const ESCAPES: readonly (readonly [character: string, written: string])[] = [
  [`'\\'`, `'\\\\'`],
  ['chr(9)', `'\\t'`],
  ['chr(10)', `'\\n'`],
  ['chr(13)', `'\\r'`],
];

function escaped(text: string): string {
  return ESCAPES.reduce((inner, [character, written]) => `replace(${inner}, ${character}, ${written})`, text);
}
