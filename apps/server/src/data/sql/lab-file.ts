import { join } from 'node:path';
import type { Result } from '@chartroom/engines';
import { CUT_AT, type LabFileFormat } from '@chartroom/model';
import { type ColumnBatch, CsvEncoder, encodeSheet, rowPieces, uniqueNames } from '@chartroom/query';
import { asBuffer, joined } from '../chart-data/joined.ts';
import type { DataConfig } from '../data-config.ts';
import { labRows } from '../heavy/lab-rows.ts';
import type { DataPorts, EncodedAnswer } from '../ports.ts';
import { ARROW } from '../writing/arrow-answer.ts';
import { arrowPieces } from '../writing/arrow-stream.ts';
import { parquetPieces } from '../writing/parquet-file.ts';
import { inPieces, type RowPieces } from '../writing/row-pieces.ts';
import { spooled } from '../writing/spool.ts';
import { workbook, XLSX } from '../writing/workbook.ts';

/** How the rows of a run become a file. */
export interface LabFileMaking {
  format: LabFileFormat;
  /** Rows that it may hold; infinite = all. */
  most: number;
  /** Whether it is to be known before its first byte that there are more rows than it may hold. */
  tellsCut: boolean;
  signal: AbortSignal;
}

const TYPES: Readonly<Record<LabFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: XLSX,
  arrow: ARROW,
  parquet: 'application/vnd.apache.parquet',
};

/**
 * Rows as a file that is sent as they come; the server holds a few of them at a time. What has to be whole before it is
 * sent (a workbook, a file that may be cut) waits on the disk. Rejects with what is wrong with its first rows.
 */
export async function labFile(
  result: Result,
  { format, most, tellsCut, signal }: LabFileMaking,
  config: FileConfig,
  { now }: Pick<DataPorts, 'now'>,
): Promise<EncodedAnswer> {
  const names = uniqueNames(result.columns.map(({ name }) => name));
  const columns = result.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
  let isCut = false;
  const pieces = inPieces(result.batches, columns.length, most, () => {
    isCut = true;
  });
  const bytes = WRITERS[format]({ columns, pieces }, config, now());
  const folder = join(config.home, 'outgoing');
  const body = tellsCut || format === 'xlsx' ? await spooled(bytes, folder, signal) : await begun(bytes);
  const headers: Record<string, string> = isCut ? { [CUT_AT]: String(most) } : {};
  return { status: 200, contentType: TYPES[format], headers, body };
}

/** What of the settings decides how files are written, and where they wait. */
type FileConfig = Pick<DataConfig, 'home' | 'csv'>;

type Writer = (rows: RowPieces, config: FileConfig, now: Date) => AsyncIterable<Buffer>;

const WRITERS: Readonly<Record<LabFileFormat, Writer>> = {
  csv: csvPieces,
  json: jsonPieces,
  xlsx: (rows, _config, now) => workbook(sheetPieces(rows), now),
  arrow: arrowPieces,
  parquet: parquetPieces,
};

async function* csvPieces(
  { columns, pieces }: RowPieces,
  { csv: { mark, ...signs } }: FileConfig,
): AsyncIterable<Buffer> {
  const encoder = new CsvEncoder(columns, { byteOrderMark: mark, ...signs });
  let isEmpty = true;
  for await (const piece of pieces) {
    encoder.foresee(piece.columns);
    yield asBuffer(encoder.lines(piece.columns, 0, piece.length));
    isEmpty = false;
  }
  if (isEmpty) yield asBuffer(encoder.lines([], 0, 0));
}

/** A list of rows as SQL Lab shows them. */
async function* jsonPieces({ columns, pieces }: RowPieces): AsyncIterable<Buffer> {
  let before = '[';
  for await (const piece of pieces) {
    const frame = labRows(joined(columns, [piece]), piece.length);
    const list = Buffer.concat([...rowPieces(frame)]);
    yield Buffer.concat([Buffer.from(before), list.subarray(1, -1)]);
    before = ',\n';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

async function* sheetPieces({ columns, pieces }: RowPieces): AsyncIterable<Buffer> {
  for await (const text of encodeSheet(columns, framesOf(columns, pieces))) yield Buffer.from(text);
}

async function* framesOf(columns: RowPieces['columns'], pieces: AsyncIterable<ColumnBatch>) {
  for await (const piece of pieces) yield joined(columns, [piece]);
}

/** Pieces whose first ones are made: what goes wrong with them is said before anything is sent. */
async function begun(pieces: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const left = pieces[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  for (let next = await left.next(); !next.done; next = await left.next()) {
    head.push(next.value);
    if (head.length === HEAD) break;
  }
  return goneOn(head, left);
}

/** Some begin with a piece that is there before any row. */
const HEAD = 2;

async function* goneOn(head: readonly Buffer[], left: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* head;
    for (let next = await left.next(); !next.done; next = await left.next()) yield next.value;
  } finally {
    await left.return?.();
  }
}
