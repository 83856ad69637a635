import { ChartroomError } from '@chartroom/model';
import { CsvEncoder, type Frame, type ResultColumn } from '@chartroom/query';
import { plainName } from './label-map.ts';
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
  source: Source;
  /** Folder in which files wait that have to be whole before they are sent. */
  folder: string;
  signal: AbortSignal;
  /** The signs of CSV files. */
  csv: { separator: string; decimalSign: string };
}

/**
 * Rows as a file to be saved: CSV, which is sent as its rows come, or XLSX; of several queries an archive of `query_1`,
 * `query_2`, …, each asked when its turn comes (contract/query.md §1.14). Columns bear the names that people gave them.
 * @throws ChartroomError 400 when there is nothing to export, or more than a spreadsheet can hold
 */
export async function fileAnswer(queries: readonly (() => Promise<OpenRows>)[], making: FileMaking): Promise<EncodedAnswer> {
  const { format, source, folder, signal } = making;
  const [only, ...others] = queries;
  if (!only) throw nothing();
  if (others.length === 0) {
    const rows = named(await only(), source);
    if (format === 'csv') return sent(making, 'csv', CSV, csvLines(rows, making));
    return sent(making, 'xlsx', XLSX, await spooled(workbook(rows.head.columns, framesOf(rows), source.now), folder, signal));
  }
  const entries = queries.map((open, index) => ({ name: `query_${index + 1}.${format}`, pieces: writtenLater(open, making) }));
  return sent(making, 'zip', 'application/zip', await spooled(zipStream(entries, source.now), folder, signal));
}

async function* writtenLater(open: () => Promise<OpenRows>, making: FileMaking): AsyncIterable<Buffer> {
  const { format, source } = making;
  const rows = named(await open(), source);
  yield* format === 'csv' ? csvLines(rows, making) : workbook(rows.head.columns, framesOf(rows), source.now);
}

function nothing(): ChartroomError {
  return new ChartroomError('There is nothing to export: the answer is empty.', {
    status: 400,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
  });
}

async function* framesOf({ head, more }: OpenRows): AsyncIterable<Frame> {
  yield head;
  if (more) yield* more;
}

async function* csvLines(rows: OpenRows, { csv: { separator, decimalSign } }: FileMaking): AsyncIterable<Buffer> {
  const encoder = new CsvEncoder(rows.head.columns, { separator, decimalSign });
  for await (const frame of framesOf(rows)) yield* linesOf(frame, encoder);
}

/** Lines that are written at a time: as many as engines mostly hand over, so that none are left for a piece of a few lines. */
const LINES = 2_048;

function* linesOf({ columns, length }: Frame, encoder: CsvEncoder): Generator<Buffer> {
  const values = columns.map((column) => column.values);
  encoder.foresee(values);
  // The line of names is written also where there are no rows.
  for (let row = 0; row === 0 || row < length; row += LINES) yield asBuffer(encoder.lines(values, row, Math.min(row + LINES, length)));
}

function sent({ source: { now } }: FileMaking, ending: string, contentType: string, body: AsyncIterable<Buffer>): EncodedAnswer {
  const name = now.toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
  return { status: 200, contentType, headers: { 'content-disposition': `attachment; filename=${name}.${ending}` }, body };
}

/** The rows under the names that people gave their columns. */
function named({ head, more }: OpenRows, { dataset }: Source): OpenRows {
  if (head.columns.length === 0) throw nothing();
  const names = new Map<string, string>();
  for (const { column_name, verbose_name } of dataset.columns) if (verbose_name) names.set(column_name, verbose_name);
  for (const { metric_name, verbose_name } of dataset.metrics) if (verbose_name) names.set(metric_name, verbose_name);
  const nameOf = ({ name }: ResultColumn): string => names.get(name) ?? plainName(name);
  return { head: { ...head, columns: head.columns.map((column) => ({ ...column, name: nameOf(column) })) }, more };
}
