import { type ColumnBatch, CsvEncoder, encodeSheet, type Frame, type ResultColumn } from '@chartroom/query';
import { asBuffer, joined } from '../chart-data/joined.ts';
import { type Meaning, normalizeFrame } from '../chart-data/normalize-frame.ts';
import { type LabWork, labPieces } from '../writing/lab-pieces.ts';
import { workbook } from '../writing/workbook.ts';
import { Breathing } from './breathing.ts';
import { csvPieces, withNames } from './shaping.ts';

/** As what rows are written that are passed on as they come. Plain data: it may leave the process. */
export interface FileWork {
  format: 'csv' | 'xlsx' | 'sheet';
  columns: ResultColumn[];
  /** What they mean. */
  meaning: Meaning;
  /** The names that people gave columns, by their own. */
  names: ReadonlyMap<string, string>;
  /** The signs of CSV files. */
  signs: { separator: string; decimalSign: string };
  now: Date;
}

/** Any file that is written while its rows come. */
export type AnyFileWork = FileWork | LabWork;

/** The bytes of any such file. Throws what its own writer throws. */
export function anyFilePieces(work: AnyFileWork, rows: FileRows): AsyncIterable<Buffer> {
  return 'form' in work ? labPieces(work, batchesOf(rows)) : filePieces(work, rows);
}

async function* batchesOf({ head, more }: FileRows): AsyncIterable<ColumnBatch> {
  yield* head;
  if (more) yield* more;
}

/** The rows of a file: some that are there, which are read together, and the others as they come. */
export interface FileRows {
  head: readonly ColumnBatch[];
  more: AsyncIterable<ColumnBatch> | undefined;
}

/** The bytes of a file, written while its rows are read. @throws ChartroomError 400 for more than a spreadsheet can hold */
export async function* filePieces(
  { format, columns, meaning, names, signs, now }: FileWork,
  rows: FileRows,
): AsyncIterable<Buffer> {
  const frames = framesOf(rows, (batches) => normalizeFrame(joined(columns, batches), meaning));
  const first = await frames.next();
  if (first.done) return;
  const shown = withNames(first.value, names).columns;
  const all = firstAnd(first.value, frames);
  // One sheet of several: whoever asks puts them together.
  if (format === 'sheet') return yield* sheetOf(shown, all);
  if (format === 'xlsx') return yield* workbook(sheetOf(shown, all), now);
  const encoder = new CsvEncoder(shown, signs);
  for await (const frame of all) for (const lines of csvPieces(frame, encoder)) yield asBuffer(lines);
}

async function* framesOf(
  { head, more }: FileRows,
  frame: (batches: readonly ColumnBatch[]) => Frame,
): AsyncGenerator<Frame> {
  const breathing = new Breathing();
  const first: ColumnBatch[] = [];
  for (const { length, columns } of head) {
    first.push({ length, columns });
    await breathing.step();
  }
  yield frame(first);
  if (more) for await (const batch of more) yield frame([batch]);
}

async function* firstAnd(first: Frame, others: AsyncGenerator<Frame>): AsyncIterable<Frame> {
  yield first;
  yield* others;
}

async function* sheetOf(columns: Frame['columns'], frames: AsyncIterable<Frame>): AsyncIterable<Buffer> {
  for await (const text of encodeSheet(columns, frames)) yield Buffer.from(text);
}
