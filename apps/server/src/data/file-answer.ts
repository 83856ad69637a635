import { ChartroomError, type QueryContext } from '@chartroom/model';
import { CsvEncoder, encodeCsv, type Frame } from '@chartroom/query';
import { plainName } from './label-map.ts';
import type { EncodedAnswer } from './ports.ts';
import type { Source } from './prepare-question.ts';
import { asBuffer } from './read-frame.ts';
import { asBytes, workbook, XLSX } from './workbook.ts';
import { zipStream } from './zip-stream.ts';

const CSV = 'text/csv; charset=utf-8';

/**
 * Rows as a file to be saved: CSV or XLSX; of several queries an archive of `query_1`, `query_2`, … (contract/query.md
 * §1.14). Columns bear the names that people gave them.
 * @throws ChartroomError 400 when there is nothing to export, or more than a spreadsheet can hold
 */
export function fileAnswer(
  frames: readonly Frame[],
  format: Exclude<QueryContext['result_format'], 'json'>,
  source: Source,
): EncodedAnswer {
  const { now } = source;
  const files = frames.map((frame) => withVerboseNames(frame, source));
  const ending = format === 'xlsx' ? 'xlsx' : 'csv';
  const written = (frame: Frame) => (ending === 'xlsx' ? workbook(frame, now) : asBytes(encodeCsv(frame)));
  const [file] = files;
  if (!file || files.some(({ columns }) => columns.length === 0)) {
    throw new ChartroomError('There is nothing to export: the answer is empty.', {
      status: 400,
      error_type: 'GENERIC_COMMAND_ERROR',
      shape: 'message',
    });
  }
  if (files.length === 1) return sent(now.toISOString(), ending, ending === 'xlsx' ? XLSX : CSV, written(file));
  const entries = files.map((each, index) => ({ name: `query_${index + 1}.${ending}`, pieces: written(each) }));
  return sent(now.toISOString(), 'zip', 'application/zip', zipStream(entries, now));
}

/** The rows of one query as CSV, as they come; `head` are the first of them. */
export function csvOfRows(head: Frame, more: AsyncIterable<Frame>, source: Source): EncodedAnswer {
  const encoder = new CsvEncoder(withVerboseNames(head, source).columns);
  async function* pieces(): AsyncIterable<Buffer> {
    yield* linesOf(head, encoder);
    for await (const frame of more) yield* linesOf(frame, encoder);
  }
  return sent(source.now.toISOString(), 'csv', CSV, pieces());
}

/** Lines that are written at a time. */
const LINES = 2_000;

function* linesOf({ columns, length }: Frame, encoder: CsvEncoder): Generator<Buffer> {
  const values = columns.map((column) => column.values);
  encoder.foresee(values);
  for (let row = 0; row < length; row += LINES) yield asBuffer(encoder.lines(values, row, Math.min(row + LINES, length)));
}

function sent(moment: string, ending: string, contentType: string, pieces: Iterable<Buffer> | AsyncIterable<Buffer>): EncodedAnswer {
  const name = moment.replaceAll(/[-:]/g, '').slice(0, 15);
  return {
    status: 200,
    contentType,
    headers: { 'content-disposition': `attachment; filename=${name}.${ending}` },
    body: asynchronous(pieces),
  };
}

async function* asynchronous(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield* pieces;
}

function withVerboseNames(frame: Frame, { dataset }: Source): Frame {
  const names = new Map<string, string>();
  for (const { column_name, verbose_name } of dataset.columns) if (verbose_name) names.set(column_name, verbose_name);
  for (const { metric_name, verbose_name } of dataset.metrics) if (verbose_name) names.set(metric_name, verbose_name);
  return { ...frame, columns: frame.columns.map((column) => ({ ...column, name: names.get(column.name) ?? plainName(column.name) })) };
}
