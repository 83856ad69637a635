import type { ColumnBatch } from '@chartroom/query';
import type { Source } from '../chart-data/prepare-question.ts';
import { type FileWork, filePieces } from '../heavy/file-pieces.ts';
import { isHeavyAnswer, textBytes } from '../heavy/gathering.ts';
import { nothing } from '../heavy/shaping.ts';
import type { WorkerRoom } from '../heavy/worker-room.ts';
import type { EncodedAnswer } from '../ports.ts';
import type { OpenRows } from '../sql/open-rows.ts';
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
  /** Where large files are written. */
  room: Pick<WorkerRoom, 'file'>;
}

/** Rows that are written already: the lines of a CSV, or the XML of a sheet. */
export interface WrittenRows {
  pieces: Buffer[];
}
export type AnyRows = OpenRows | WrittenRows;

/**
 * Rows as a file to be saved: CSV, which is sent as its rows come, or XLSX; of several queries an archive of `query_1`,
 * `query_2`, …, each asked when its turn comes (contract/query.md §1.14). Columns bear the names that people gave them.
 * @throws ChartroomError 400 when there is nothing to export, or more than a spreadsheet can hold
 */
export async function fileAnswer(
  queries: readonly (() => Promise<AnyRows>)[],
  making: FileMaking,
): Promise<EncodedAnswer> {
  const { format, now, folder, signal } = making;
  const [only, ...others] = queries;
  if (!only) throw nothing();
  if (others.length === 0) {
    const pieces = written(await only(), making);
    if (format === 'csv') return sent(making, 'csv', CSV, pieces);
    return sent(making, 'xlsx', XLSX, await spooled(pieces, folder, signal));
  }
  const entries = queries.map((open, index) => ({
    name: `query_${index + 1}.${format}`,
    pieces: writtenLater(open, making),
  }));
  return sent(making, 'zip', 'application/zip', await spooled(zipStream(entries, now), folder, signal));
}

async function* writtenLater(open: () => Promise<AnyRows>, making: Pieces): AsyncIterable<Buffer> {
  yield* written(await open(), making);
}

/** The XML of a sheet with these rows, which are asked for when its turn comes. */
export function sheetLater(
  open: () => Promise<AnyRows>,
  making: Omit<FileMaking, 'format'>,
): AsyncIterable<Buffer> {
  return writtenLater(open, { ...making, format: 'sheet' });
}

/** How the pieces of one file are written. */
type Pieces = Omit<FileMaking, 'format'> & Pick<FileWork, 'format'>;

/** The pieces of one file, written by a worker when its rows are many. */
function written(rows: AnyRows, making: Pieces): AsyncIterable<Buffer> {
  const { format, now, names, csv, room, signal } = making;
  if ('pieces' in rows)
    return format === 'xlsx' ? workbook(asTheyCome(rows.pieces), now) : asTheyCome(rows.pieces);
  const { columns, meaning } = rows;
  if (columns.length === 0) throw nothing();
  const work: FileWork = { format, columns, meaning, names, signs: csv, now };
  return isHeavy(rows) ? room.file(rows, work, signal) : filePieces(work, rows);
}

function isHeavy({ columns, head, more }: OpenRows): boolean {
  const sum = (of: (batch: ColumnBatch) => number): number =>
    head.reduce((total, batch) => total + of(batch), 0);
  return more !== undefined || isHeavyAnswer(sum(({ length }) => length) * columns.length, sum(textBytes));
}

async function* asTheyCome(pieces: readonly Buffer[]): AsyncIterable<Buffer> {
  yield* pieces;
}

/** A file to be saved under the moment at which it was made. */
export function sent(
  { now }: Pick<FileMaking, 'now'>,
  ending: string,
  contentType: string,
  body: AsyncIterable<Buffer>,
): EncodedAnswer {
  const name = now.toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
  return {
    status: 200,
    contentType,
    headers: { 'content-disposition': `attachment; filename=${name}.${ending}` },
    body,
  };
}

/** The names that people gave the columns of a dataset and its metrics. */
export function givenNames({ dataset }: Source): Map<string, string> {
  const names = new Map<string, string>();
  for (const { column_name, verbose_name } of dataset.columns)
    if (verbose_name) names.set(column_name, verbose_name);
  for (const { metric_name, verbose_name } of dataset.metrics)
    if (verbose_name) names.set(metric_name, verbose_name);
  return names;
}
