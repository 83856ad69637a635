import type { LabFileFormat, SpecialNumber } from '@chartroom/model';
import {
  type Cell,
  type ColumnBatch,
  CsvEncoder,
  encodeSheet,
  type FrameColumn,
  NAN_IN_CSV,
  type ResultColumn,
  rowPieces,
} from '@chartroom/query';
import { asBuffer, joined } from '../chart-data/joined.ts';
import { labRows, specialNumber } from '../heavy/lab-rows.ts';
import { arrowPieces } from './arrow-stream.ts';
import { parquetPieces } from './parquet-file.ts';
import { inPieces, type RowPieces } from './row-pieces.ts';
import { workbook } from './workbook.ts';

/** As what the rows of a run are written. Plain data: it may leave the process. */
export interface LabWork {
  form: 'lab';
  format: LabFileFormat;
  columns: ResultColumn[];
  /** The signs of CSV files, and whether a mark tells their encoding. */
  csv: { mark: boolean; separator: string; decimalSign: string };
  now: Date;
}

/** The bytes of a file of a run, written while its rows come. Throws what is wrong with a row that no such file can hold. */
export function labPieces(
  { format, columns, csv, now }: LabWork,
  batches: AsyncIterable<ColumnBatch>,
): AsyncIterable<Buffer> {
  const rows = { columns, pieces: inPieces(batches, columns.length) };
  if (format === 'csv') return csvPieces(rows, csv);
  if (format === 'xlsx') return workbook(sheetPieces(rows), now);
  return WRITERS[format](rows);
}

const WRITERS: Readonly<
  Record<Exclude<LabFileFormat, 'csv' | 'xlsx'>, (rows: RowPieces) => AsyncIterable<Buffer>>
> = {
  json: jsonPieces,
  arrow: arrowPieces,
  parquet: parquetPieces,
};

async function* csvPieces(
  { columns, pieces }: RowPieces,
  { mark, ...signs }: LabWork['csv'],
): AsyncIterable<Buffer> {
  const encoder = new CsvEncoder(columns, { byteOrderMark: mark, ...signs });
  let isEmpty = true;
  for await (const piece of pieces) {
    encoder.foresee(piece.columns);
    const cells = columns.map((column, place) => toldIn(piece.columns[place] ?? [], column, CSV_NUMBERS));
    yield asBuffer(encoder.lines(cells, 0, piece.length));
    isEmpty = false;
  }
  if (isEmpty) yield asBuffer(encoder.lines([], 0, 0));
}

/** A list of rows as SQL Lab shows them. */
async function* jsonPieces({ columns, pieces }: RowPieces): AsyncIterable<Buffer> {
  let before = '[';
  for await (const piece of pieces) {
    const frame = labRows(joined(columns, [piece]), piece.length);
    const told = { ...frame, columns: frame.columns.map((column) => withTold(column, JSON_NUMBERS)) };
    const list = Buffer.concat([...rowPieces(told)]);
    yield Buffer.concat([Buffer.from(before), list.subarray(1, -1)]);
    before = ',\n';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

async function* sheetPieces({ columns, pieces }: RowPieces): AsyncIterable<Buffer> {
  for await (const text of encodeSheet(columns, framesOf(columns, pieces))) yield Buffer.from(text);
}

async function* framesOf(columns: RowPieces['columns'], pieces: AsyncIterable<ColumnBatch>) {
  for await (const piece of pieces) {
    const frame = joined(columns, [piece]);
    yield { ...frame, columns: frame.columns.map((column) => withTold(column, SHEET_NUMBERS)) };
  }
}

/** Texts of numbers that a form has no other word for; those that are absent its writer knows by itself. */
type Told = Partial<Record<SpecialNumber, string>>;
const CSV_NUMBERS: Told = { NaN: NAN_IN_CSV };
const SHEET_NUMBERS: Told = { NaN: 'NaN' };
const JSON_NUMBERS: Told = { NaN: 'NaN', Infinity: 'Infinity', '-Infinity': '-Infinity' };

function withTold(column: FrameColumn, told: Told): FrameColumn {
  return { ...column, values: toldIn(column.values, column, told) };
}

/** The cells of a column, in which such numbers are texts: of a file somebody wants to know what there was. */
function toldIn(cells: Cell[], { kind }: Pick<ResultColumn, 'kind'>, told: Told): Cell[] {
  if (kind !== 'float' && kind !== 'decimal') return cells;
  const textOf = (cell: Cell): string | undefined => {
    const name = specialNumber(cell);
    return name && told[name];
  };
  return cells.some(textOf) ? cells.map((cell) => textOf(cell) ?? cell) : cells;
}
