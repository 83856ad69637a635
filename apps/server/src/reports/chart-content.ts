import { ChartroomError, chartUrl, isJsonObject, type QueryContext } from '@chartroom/model';
import type { EncodedAnswer, NamedQuestion, WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import type { MailFile } from '../mail/mailer.ts';
import type { Ground } from '../records/ground.ts';
import { readContext, storedContext } from '../resources/chart/chart-data-routes.ts';
import { type CsvHead, csvHead } from './read-csv.ts';

/** A part of what is sent: a chart with its rows, its picture, or why there is neither. */
export interface Piece {
  title: string;
  /** Path in this installation. */
  url: string;
  table?: CsvHead;
  problem?: string;
}

/** What a chart asks, and the settings that its rows are shown by. */
export interface ShownQuestion {
  context: QueryContext;
  settings: Readonly<Record<string, unknown>>;
}

/** A chart whose rows are wanted. */
export interface WantedChart {
  id: number;
  title: string;
  /** What it asks on its dashboard, under the filters there; undefined = what is stored with it. */
  question?(words: Readonly<Record<string, string>>): Promise<ShownQuestion>;
  /** Asks its database, whatever is kept. */
  force: boolean;
}

/** Bytes that one file may have, and all files of one mail. */
export const MOST_FILE_BYTES = 15 * 1024 * 1024;

type DataAct = Act<Ground & WithData>;

/** The first rows of a chart as they are shown; a chart that cannot be answered says so in its place. */
export async function tablePiece(chart: WantedChart, most: number, act: DataAct): Promise<Piece> {
  const piece = { title: chart.title, url: chartUrl(chart.id) };
  try {
    const { content, type } = await chartFile(chart, 'csv', act);
    if (!type.startsWith('text/csv')) return { ...piece, problem: SEVERAL };
    return { ...piece, table: csvHead(content.toString(), act.services.config.CSV_EXPORT.sep, most) };
  } catch (error) {
    act.signal.throwIfAborted();
    return { ...piece, problem: problemOf(error) };
  }
}

/** The rows of a chart as a file to be sent along, or why there is none. */
export async function filePiece(
  chart: WantedChart,
  format: 'csv' | 'xlsx',
  act: DataAct,
): Promise<{ piece: Piece; files: MailFile[] }> {
  const piece = { title: chart.title, url: chartUrl(chart.id) };
  try {
    return { piece, files: [await chartFile(chart, format, act)] };
  } catch (error) {
    act.signal.throwIfAborted();
    return { piece: { ...piece, problem: problemOf(error) }, files: [] };
  }
}

async function chartFile(chart: WantedChart, format: 'csv' | 'xlsx', act: DataAct): Promise<MailFile> {
  const words = { result_format: format, result_type: 'post_processed' };
  const context = await fileQuestion(chart, words, act);
  const data = await act.services.data();
  const answer = await data.chartData(context, act.caller.principal, act.signal);
  const content = await boundedBody(answer);
  if (answer.status >= 400) throw refusalIn(answer.status, content);
  const ending = answer.contentType.includes('zip') ? 'zip' : format;
  return { name: `${fileName(chart.title)}.${ending}`, type: answer.contentType, content };
}

/** What a chart is asked for a file. */
async function fileQuestion(
  chart: WantedChart,
  words: Readonly<Record<string, string>>,
  act: DataAct,
): Promise<QueryContext> {
  const { context, settings } = chart.question
    ? await chart.question(words)
    : await storedContext(chart.id, act, words);
  const form_data = { ...settings, ...context.form_data };
  return readContext({ ...context, ...words, form_data, force: chart.force }, act.services.config);
}

/** Charts as one workbook, a sheet for each; one that cannot be asked says so in its sheet. */
export async function workbookFile(
  title: string,
  charts: readonly WantedChart[],
  act: DataAct,
): Promise<{ pieces: Piece[]; files: MailFile[] }> {
  const words = { result_format: 'xlsx', result_type: 'post_processed' };
  const pieces: Piece[] = [];
  const asked: NamedQuestion[] = [];
  for (const chart of charts) {
    const piece = { title: chart.title, url: chartUrl(chart.id) };
    try {
      asked.push({ name: chart.title, context: await fileQuestion(chart, words, act) });
      pieces.push(piece);
    } catch (error) {
      act.signal.throwIfAborted();
      pieces.push({ ...piece, problem: problemOf(error) });
    }
  }
  if (asked.length === 0) return { pieces, files: [] };
  const data = await act.services.data();
  const answer = await data.chartWorkbook(asked, act.caller.principal, act.signal, true);
  const content = await boundedBody(answer);
  return { pieces, files: [{ name: `${fileName(title)}.xlsx`, type: answer.contentType, content }] };
}

/** A chart's title as the name of a file. */
export function fileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}/\\:*?"<>|]+/gu, '_')
    .replace(/^\.+/, '')
    .trim()
    .slice(0, 100);
  return name === '' ? 'chart' : name;
}

async function boundedBody({ body }: EncodedAnswer): Promise<Buffer> {
  if (Buffer.isBuffer(body)) {
    if (body.length > MOST_FILE_BYTES) throw new TooLarge();
    return body;
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MOST_FILE_BYTES) throw new TooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

class TooLarge extends Error {}

function refusalIn(status: number, body: Buffer): ChartroomError {
  const told: unknown = JSON.parse(body.toString());
  const message = isJsonObject(told) && typeof told.message === 'string' ? told.message : '';
  return new ChartroomError(message, { status, error_type: 'GENERIC_BACKEND_ERROR', level: 'error' });
}

const SEVERAL = 'This chart asks several questions: open it to see its rows.';

/** What is said of a chart that failed: nothing that its database says, which is for those who may ask it. */
export function problemOf(error: unknown): string {
  if (error instanceof TooLarge)
    return `The rows are more than ${MOST_FILE_BYTES / 1024 / 1024} MB: open the chart to see them.`;
  if (!(error instanceof ChartroomError)) return 'The rows of this chart could not be read.';
  if (error.status === 403 || error.status === 404) return 'The data of this chart are not open to you.';
  if (error.status === 408 || error.status === 504) return 'The database did not answer in time.';
  if (error.status === 413) return 'The rows are too many to be sent: open the chart to see them.';
  return 'The rows of this chart could not be read: its database refuses the question or is out of reach.';
}
