import type { FileSource } from '../files/file-source.ts';
import { type AskedColumn, misfitTest } from './asked-types.ts';
import type { OddLine } from './csv-reader.ts';
import type { FileColumn } from './csv-types.ts';
import type { OpenFile } from './file-reader.ts';
import type { Doubt } from './habits.ts';
import { textOf } from './value-texts.ts';

/** Rows that are shown. */
const SHOWN_ROWS = 50;
/** Part of the values of a column of texts that have to be of one kind before the others are told. */
const MOST_FIT = 0.8;
/** Values that fit nothing, of which is told by column, and columns of which is told. */
const EXAMPLES = 3;
const TOLD_COLUMNS = 50;

/** How a file is read, with its first rows. */
export interface FileReport {
  layout: { delimiter: string; encoding: string; above: number } | null;
  decimal: '.' | ',' | null;
  dayFirst: boolean | null;
  columns: ReportedColumn[];
  /** All columns of the file, those that are left out too. */
  names: string[];
  rows: (string | number | boolean | null)[][];
  lines: OddLine[];
  lineCount: number;
  moreCells: string | null;
}

interface ReportedColumn {
  name: string;
  nativeType: string;
  doubt: Doubt | null;
  /** The type that was asked for, or that most of its texts have: how many have not, and some of those. */
  nearly: { type: string; misfits: number; examples: string[] } | null;
}

/** Tells how an open file is read. All of its rows are looked at once more where some do not fit. */
export async function fileReport(file: OpenFile, source: FileSource): Promise<FileReport> {
  const { connection, select, reading } = file;
  // Of a wide file most of the time goes into planning its columns, so that one question tells rows and types.
  const shown = await connection.runAndReadAll(`SELECT * FROM (${select}) LIMIT ${SHOWN_ROWS}`);
  const natives = shown.columnTypes().map((type) => String(type.alias ?? type));
  const types = new Map(shown.columnNames().map((name, at) => [name, natives[at] ?? 'VARCHAR']));
  const found = new Map(reading.columns.map((column) => [column.name, column]));
  const columns = [...types].map(([name, nativeType]) => ({
    name,
    nativeType,
    doubt: found.get(name)?.habits?.doubt ?? null,
  }));
  const misfits = await misfitsOf(file, source, types);
  return {
    layout: reading.layout ?? null,
    decimal: decimalOf(reading.columns, types),
    dayFirst:
      reading.columns.find(({ habits }) => (habits?.counts?.ordered ?? 0) > 0)?.habits?.dayFirst ?? null,
    columns: columns.map((column) => ({ ...column, nearly: misfits.get(column.name) ?? null })),
    names: reading.names,
    rows: shown.getRowsJson().map((row) => row.map(shownCell)),
    lines: reading.lines,
    lineCount: reading.lineCount,
    moreCells: reading.moreCells ?? null,
  };
}

function shownCell(cell: unknown): string | number | boolean | null {
  if (cell === null || typeof cell === 'number' || typeof cell === 'boolean') return cell;
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/** The sign before the fractions of numbers; null when none has any. */
function decimalOf(columns: readonly FileColumn[], types: ReadonlyMap<string, string>): '.' | ',' | null {
  const numbers = columns.filter(({ name }) => /^(DOUBLE|BIGINT)/.test(types.get(name) ?? ''));
  if (numbers.some(({ habits }) => habits?.numbers.decimal === ',')) return ',';
  const hasPoint = numbers.some(
    ({ name, habits }) => habits && (types.get(name) === 'DOUBLE' || habits.numbers.groups !== ''),
  );
  return hasPoint ? '.' : null;
}

/** Values that are none of the type that was asked for, or that nearly all others of their column have. */
async function misfitsOf(
  { connection, reading }: OpenFile,
  source: FileSource,
  types: ReadonlyMap<string, string>,
): Promise<Map<string, ReportedColumn['nearly']>> {
  const told = new Map<string, ReportedColumn['nearly']>();
  const columns = reading.columns.flatMap((column) => nearlyOf(column, source, types)).slice(0, TOLD_COLUMNS);
  for (const column of columns) {
    const text = textOf(column.name, source);
    const test = misfitTest(column, text, source);
    const found = await connection.runAndReadAll(
      `SELECT ${text}, count(*), sum(count(*)) OVER () FROM ${reading.from} WHERE ${test} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${EXAMPLES}`,
    );
    const rows = found.getRows();
    const examples = rows.map(([value]) => String(value).slice(0, 80));
    if (rows.length > 0)
      told.set(column.name, { type: column.asked, misfits: Number(rows[0]?.[2]), examples });
  }
  return told;
}

/** A column with the type that was asked for or, of texts, the one that most of them have. */
function nearlyOf(
  { name, habits }: FileColumn,
  source: FileSource,
  types: ReadonlyMap<string, string>,
): AskedColumn[] {
  if (!habits) return [];
  const asked = source.types?.[name];
  if (asked !== undefined) return asked === 'VARCHAR' ? [] : [{ name, asked, habits }];
  const { values = 0, numbers = 0, days = 0 } = habits.counts ?? {};
  if (types.get(name) !== 'VARCHAR' || habits.doubt || values === 0) return [];
  if (numbers >= values * MOST_FIT && numbers < values) return [{ name, asked: 'DOUBLE', habits }];
  return days >= values * MOST_FIT && days < values ? [{ name, asked: 'DATE', habits }] : [];
}
