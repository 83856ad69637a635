import { CsvEncoder, encodeSheet, type Frame } from '@chartroom/query';
import { csvPieces, nothing, withNames } from './heavy/shaping.ts';
import type { OpenRows } from './open-rows.ts';
import type { EncodedAnswer } from './ports.ts';
import type { Source } from './prepare-question.ts';
import { asBuffer } from './read-frame.ts';
import { spooled } from './spool.ts';
import { workbook, XLSX } from './workbook.ts';
import { zipStream } from './zip-stream.ts';

const CSV = 'text/csv; charset=utf-8';

/** What files are made of and where. */
export interface FileMaking {
  format: 'csv' | 'xlsx';
  /** The names that people gave columns, by their own. */
  names: ReadonlyMap<string, string>;
  now: Date;
  /** Folder in which files wait that have to be whole before they are sent. */
  folder: string;
  signal: AbortSignal;
  /** The signs of CSV files. */
  csv: { separator: string; decimalSign: string };
}

/** Rows that are written already: the lines of a CSV, or the XML of a sheet. */
export interface WrittenRows {
  pieces: Buffer[];
}
type FileRows = OpenRows | WrittenRows;

/**
 * Rows as a file to be saved: CSV, which is sent as its rows come, or XLSX; of several queries an archive of `query_1`,
 * `query_2`, …, each asked when its turn comes (contract/query.md §1.14). Columns bear the names that people gave them.
 * @throws ChartroomError 400 when there is nothing to export, or more than a spreadsheet can hold
 */
export async function fileAnswer(queries: readonly (() => Promise<FileRows>)[], making: FileMaking): Promise<EncodedAnswer> {
  const { format, now, folder, signal } = making;
  const [only, ...others] = queries;
  if (!only) throw nothing();
  if (others.length === 0) {
    const rows = await only();
    if ('head' in rows && rows.head.columns.length === 0) throw nothing();
    if (format === 'csv') return sent(making, 'csv', CSV, csvLines(rows, making));
    return sent(making, 'xlsx', XLSX, await spooled(workbook(sheetOf(rows, making), now), folder, signal));
  }
  const entries = queries.map((open, index) => ({ name: `query_${index + 1}.${format}`, pieces: writtenLater(open, making) }));
  return sent(making, 'zip', 'application/zip', await spooled(zipStream(entries, now), folder, signal));
}

async function* writtenLater(open: () => Promise<FileRows>, making: FileMaking): AsyncIterable<Buffer> {
  const rows = await open();
  yield* making.format === 'csv' ? csvLines(rows, making) : workbook(sheetOf(rows, making), making.now);
}

async function* framesOf({ head, more }: OpenRows): AsyncIterable<Frame> {
  yield head;
  if (more) yield* more;
}

async function* csvLines(rows: FileRows, { names, csv: { separator, decimalSign } }: FileMaking): AsyncIterable<Buffer> {
  if ('pieces' in rows) return yield* rows.pieces;
  const encoder = new CsvEncoder(named(rows, names).columns, { separator, decimalSign });
  for await (const frame of framesOf(rows)) for (const lines of csvPieces(frame, encoder)) yield asBuffer(lines);
}

async function* sheetOf(rows: FileRows, { names }: FileMaking): AsyncIterable<Buffer> {
  if ('pieces' in rows) return yield* rows.pieces;
  for await (const text of encodeSheet(named(rows, names).columns, framesOf(rows))) yield Buffer.from(text);
}

function sent({ now }: FileMaking, ending: string, contentType: string, body: AsyncIterable<Buffer>): EncodedAnswer {
  const name = now.toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
  return { status: 200, contentType, headers: { 'content-disposition': `attachment; filename=${name}.${ending}` }, body };
}

/** The first rows under the names that people gave their columns. */
function named({ head }: OpenRows, names: ReadonlyMap<string, string>): Frame {
  if (head.columns.length === 0) throw nothing();
  return withNames(head, names);
}

/** The names that people gave the columns of a dataset and its metrics. */
export function givenNames({ dataset }: Source): Map<string, string> {
  const names = new Map<string, string>();
  for (const { column_name, verbose_name } of dataset.columns) if (verbose_name) names.set(column_name, verbose_name);
  for (const { metric_name, verbose_name } of dataset.metrics) if (verbose_name) names.set(metric_name, verbose_name);
  return names;
}
