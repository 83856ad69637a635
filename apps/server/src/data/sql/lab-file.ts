import { join } from 'node:path';
import type { LinePiece, Result, RowLines } from '@chartroom/engines';
import { CUT_AT, type LabFileFormat } from '@chartroom/model';
import { type ColumnBatch, CsvEncoder, LinesAsCsv, type ResultColumn, uniqueNames } from '@chartroom/query';
import { asBuffer } from '../chart-data/joined.ts';
import type { DataConfig } from '../data-config.ts';
import { Breathing } from '../heavy/breathing.ts';
import type { FileRows } from '../heavy/file-pieces.ts';
import { isHeavyAnswer, textBytes } from '../heavy/gathering.ts';
import type { WorkerRoom } from '../heavy/worker-room.ts';
import type { DataPorts, EncodedAnswer } from '../ports.ts';
import { ARROW } from '../writing/arrow-answer.ts';
import { type LabWork, labPieces } from '../writing/lab-pieces.ts';
import { upTo } from '../writing/row-pieces.ts';
import { spooled } from '../writing/spool.ts';
import { XLSX } from '../writing/workbook.ts';

/** How the rows of a run become a file. */
export interface LabFileMaking {
  format: LabFileFormat;
  /** Rows that it may hold; infinite = all. */
  most: number;
  /** Whether it is to be known before its first byte that there are more rows than it may hold. */
  tellsCut: boolean;
  signal: AbortSignal;
}

/** What of the settings decides how files are written, where they wait, and where large ones are written. */
export interface FileGround extends Pick<DataConfig, 'home' | 'csv'>, Pick<DataPorts, 'now'> {
  room: Pick<WorkerRoom, 'file'>;
}

const TYPES: Readonly<Record<LabFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: XLSX,
  arrow: ARROW,
  parquet: 'application/vnd.apache.parquet',
};

/**
 * Rows as a file that is sent as they come; many are written by a worker, and the server passes on bytes, a few at a time.
 * What has to be whole before it is sent (a workbook, a file that may be cut) waits on the disk. Rejects with what is wrong
 * with its first rows.
 */
export async function labFile(
  result: Result,
  making: LabFileMaking,
  ground: FileGround,
): Promise<EncodedAnswer> {
  const cut = { isCut: false };
  const batches = upTo(result.batches, making.most, () => {
    cut.isCut = true;
  });
  const columns = named(result.columns);
  const work: LabWork = { form: 'lab', format: making.format, columns, csv: ground.csv, now: ground.now() };
  return delivered(written(batches, work, ground.room, making.signal), making, ground, cut);
}

/** Lines of CSV that an engine wrote as the same file of ours: no cell of them is read that stands there as it should. */
export async function labFileOfLines(
  lines: RowLines,
  making: LabFileMaking,
  ground: FileGround,
): Promise<EncodedAnswer> {
  const cut = { isCut: false };
  return delivered(linesWritten(lines, making.most, ground.csv, cut), making, ground, cut);
}

/** Whether such a file has the signs by which engines part cells. */
export function isOfUsualSigns({ csv: { separator, decimalSign } }: Pick<FileGround, 'csv'>): boolean {
  return separator === ',' && decimalSign === '.';
}

async function* linesWritten(
  { pieces, read }: RowLines,
  most: number,
  { mark, ...signs }: FileGround['csv'],
  cut: { isCut: boolean },
): AsyncIterable<Buffer> {
  const names = new CsvEncoder(named(read.map(({ column }) => column)), { byteOrderMark: mark, ...signs });
  const lines = new LinesAsCsv(read);
  const ours = ({ bytes }: LinePiece): { written: Buffer; rows: number } => {
    const { written, rows } = lines.lines(bytes, left);
    return { written: asBuffer(written), rows };
  };
  const breathing = new Breathing();
  // As many as are read of cells, too, before the first byte: what goes wrong with them is told in words.
  let head: Buffer[] | undefined = [asBuffer(names.lines([], 0, 0))];
  let [left, cells, bytes] = [most, 0, 0];
  for await (const piece of pieces) {
    const isWritten = piece.isOurs === true && !lines.isFine && piece.rows <= left;
    const { written, rows } = isWritten ? { written: piece.bytes, rows: piece.rows } : ours(piece);
    left -= rows;
    cells += rows * read.length;
    bytes += written.length;
    if (head) head.push(written);
    else yield written;
    if (head && isHeavyAnswer(cells, bytes)) {
      yield* head;
      head = undefined;
    }
    await breathing.step();
    cut.isCut = rows < piece.rows;
    if (cut.isCut) break;
  }
  if (head) yield* head;
}

/** The columns under names that differ. */
function named(columns: readonly ResultColumn[]): ResultColumn[] {
  const names = uniqueNames(columns.map(({ name }) => name));
  return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}

async function delivered(
  bytes: AsyncIterable<Buffer>,
  { format, most, tellsCut, signal }: LabFileMaking,
  { home }: FileGround,
  cut: { isCut: boolean },
): Promise<EncodedAnswer> {
  const folder = join(home, 'outgoing');
  const body = tellsCut || format === 'xlsx' ? await spooled(bytes, folder, signal) : await begun(bytes);
  const headers: Record<string, string> = cut.isCut ? { [CUT_AT]: String(most) } : {};
  return { status: 200, contentType: TYPES[format], headers, body };
}

/** Written here when the rows are few, else by a worker. */
async function* written(
  batches: AsyncGenerator<ColumnBatch>,
  work: LabWork,
  room: FileGround['room'],
  signal: AbortSignal,
): AsyncIterable<Buffer> {
  const head: ColumnBatch[] = [];
  let [cells, bytes] = [0, 0];
  try {
    while (!isHeavyAnswer(cells, bytes)) {
      const next = await batches.next();
      if (next.done) return yield* labPieces(work, each(head));
      head.push(next.value);
      cells += next.value.length * work.columns.length;
      bytes += textBytes(next.value);
    }
    // Nothing of them is read together, so that none of them is a head to be waited for.
    const rows: FileRows = { head: [], more: goneOn(head, batches) };
    yield* room.file(rows, work, signal);
  } finally {
    await batches.return(undefined);
  }
}

async function* each(batches: readonly ColumnBatch[]): AsyncIterable<ColumnBatch> {
  yield* batches;
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

async function* goneOn<Piece>(head: Piece[], left: AsyncIterator<Piece>): AsyncIterable<Piece> {
  try {
    for (let piece = head.shift(); piece !== undefined; piece = head.shift()) yield piece;
    for (let next = await left.next(); !next.done; next = await left.next()) yield next.value;
  } finally {
    await left.return?.();
  }
}
