import { requireColumns } from '../duckdb/csv-head.ts';
import { fileProblem } from '../files/file-problem.ts';
import type { FileSource } from '../files/file-source.ts';
import { type StandIn, writeFiles } from '../files/stand-in.ts';
import { type SheetCell, Workbook } from './workbook.ts';

/** Rows written in one piece. */
const ROWS = 1_000;
/** Cells that may be missing in the rows of a sheet: one wide row makes all others as wide, a byte for each cell. */
const MOST_MISSING = 2 ** 31;

/**
 * Writes a sheet as a CSV beside the workbook, so that it is read like every other file. Gives how that CSV is to be
 * read. Throws when the file is no workbook, has no such sheet or one that would be far larger as a CSV, and when the
 * signal fires.
 */
export async function sheetAsCsv(source: FileSource, signal: AbortSignal): Promise<StandIn> {
  const workbook = await Workbook.open(source.path, signal);
  const before = (source.skipRows ?? 0) + (source.header ?? 0);
  const facts = await survey(workbook, source.sheet, before + (source.header === null ? 0 : 1));
  requireColumns(facts.width, source);
  if (facts.width === 0) throw fileProblem('The sheet is empty.');
  if (facts.missing > MOST_MISSING) {
    const [rows, width] = [facts.rows.toLocaleString('en'), facts.width.toLocaleString('en')];
    throw fileProblem(
      `The sheet has ${rows} rows, and one that is ${width} columns wide: nearly all cells are empty. Clear what stands far to the right.`,
    );
  }
  const path = `${source.path}.csv`;
  const names = await firstRow(workbook, source.sheet, before);
  const remove = await writeFiles(
    [{ path, pieces: lines(workbook, source.sheet, { before, width: facts.width }) }],
    signal,
  );
  const dates =
    source.header === null || source.detect
      ? []
      : facts.moments.map((index) => cellText(names[index] ?? null)).filter((name) => name !== '');
  return {
    source: {
      ...source,
      path,
      format: 'csv',
      delimiter: ',',
      decimalSeparator: undefined,
      skipRows: undefined,
      header: source.header === undefined || source.header === null ? source.header : 0,
      encoding: undefined,
      dateColumns: [...new Set([...(source.dateColumns ?? []), ...dates])],
    },
    paths: [path],
    remove,
  };
}

interface SheetFacts {
  width: number;
  rows: number;
  /** Cells by which its rows are shorter than the widest, together. */
  missing: number;
  moments: number[];
}

/** How large the sheet is, and the columns that hold moments and nothing else below the header. */
async function survey(workbook: Workbook, sheet: string | undefined, header: number): Promise<SheetFacts> {
  let width = 0;
  let row = 0;
  let present = 0;
  const [moments, others] = [new Set<number>(), new Set<number>()];
  for await (const cells of workbook.rows(sheet)) {
    width = Math.max(width, cells.length);
    row += 1;
    present += cells.length;
    if (row <= header) continue;
    for (const [index, cell] of cells.entries())
      if (cell !== null) (typeof cell === 'object' ? moments : others).add(index);
  }
  return {
    width,
    rows: row,
    missing: row * width - present,
    moments: [...moments].filter((index) => !others.has(index)),
  };
}

async function firstRow(workbook: Workbook, sheet: string | undefined, before: number): Promise<SheetCell[]> {
  let row = 0;
  for await (const cells of workbook.rows(sheet)) {
    if (row === before) return cells;
    row += 1;
  }
  throw fileProblem(`The sheet has only ${row} rows, and ${before} are to be left out.`);
}

async function* lines(
  workbook: Workbook,
  sheet: string | undefined,
  shape: { before: number; width: number },
): AsyncGenerator<string> {
  let row = 0;
  let text = '';
  for await (const cells of workbook.rows(sheet)) {
    row += 1;
    if (row <= shape.before) continue;
    text += `${Array.from({ length: shape.width }, (_, index) => quoted(cellText(cells[index] ?? null))).join(',')}\n`;
    if (row % ROWS === 0) {
      yield text;
      text = '';
    }
  }
  yield text;
}

function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  // Where a moment is only a text, as in a header, it is the text that people know.
  return typeof cell === 'object' ? cell.moment.replace('T', ' ') : String(cell);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Sheets of a workbook with the names in their first rows. */
export async function sheetHeads(
  source: FileSource,
  signal: AbortSignal,
): Promise<{ sheet_name: string; column_names: string[] }[]> {
  const workbook = await Workbook.open(source.path, signal);
  const heads: { sheet_name: string; column_names: string[] }[] = [];
  for (const name of workbook.sheetNames) {
    const first = await workbook.rows(name).next();
    if (!first.done) requireColumns(first.value.length, source);
    heads.push({ sheet_name: name, column_names: first.done ? [] : first.value.map(cellText) });
  }
  return heads;
}
