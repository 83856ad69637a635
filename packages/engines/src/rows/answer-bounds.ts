import { type Bounds, type ChartroomError, DEFAULT_BOUNDS, tooLarge } from '@chartroom/model/base';
import {
  type Cell,
  type ColumnBatch,
  type ColumnKind,
  Decimal,
  type ResultColumn,
} from '@chartroom/query/rows';
import type { Result, Session } from '../engine.ts';
import { PackedRows } from './packed-rows.ts';

/** How many bytes one answer of a database, and one cell of it, may have. */
export interface AnswerBounds extends Pick<Bounds, 'MAX_ANSWER_BYTES' | 'MAX_CELL_BYTES'> {
  /** Whether the answer is passed on as it comes, so that its bound is that of files. */
  isStreamed?: boolean;
}

/** Bounds of answers where nothing else says them. */
export const USUAL_BOUNDS: AnswerBounds = DEFAULT_BOUNDS;

/** Bytes that a cell without a text is counted as. */
const PLAIN_BYTES = 8;
/** Kinds whose cells are no texts. */
const PLAIN_KINDS: ReadonlySet<ColumnKind> = new Set(['int', 'float', 'bool', 'timestamp', 'date']);

/** About how many bytes a cell takes: a text as many as it has letters. */
export function bytesOf(cell: Cell): number {
  if (typeof cell === 'string') return PLAIN_BYTES + cell.length;
  return cell instanceof Decimal ? PLAIN_BYTES + cell.text.length : PLAIN_BYTES;
}

/** The bounds of an answer of which `streamed` bytes may pass, when it is passed on as it comes. */
export function within(bounds: AnswerBounds, streamed: number | undefined): AnswerBounds {
  return streamed === undefined ? bounds : { ...bounds, MAX_ANSWER_BYTES: streamed, isStreamed: true };
}

/** The error of an answer that is too large. */
export function tooLargeAnswer({ MAX_ANSWER_BYTES, isStreamed = false }: AnswerBounds): ChartroomError {
  return tooLarge(
    'The answer of the database',
    isStreamed ? 'MAX_FILE_BYTES' : 'MAX_ANSWER_BYTES',
    MAX_ANSWER_BYTES,
  );
}

/** The error of a cell that is too large; of a column whose name is known with it. */
export function tooLargeCell(bytes: number, column?: string): ChartroomError {
  return tooLarge(
    column === undefined ? 'A cell of the answer' : `A cell of the column "${column}"`,
    'MAX_CELL_BYTES',
    bytes,
  );
}

/** Bytes of a batch. @throws ChartroomError 413 for a cell beyond `most` */
export function bytesOfBatch(
  { columns, length }: ColumnBatch,
  described: readonly ResultColumn[],
  most: number,
): number {
  let bytes = 0;
  for (const [place, cells] of columns.entries()) {
    const column = described[place];
    bytes += PLAIN_BYTES * length;
    // A column of numbers may hold a text where the engine has one beyond its kind: short ones, which are not looked for.
    if (column && PLAIN_KINDS.has(column.kind)) continue;
    for (const cell of cells) {
      const size = bytesOf(cell);
      if (size > most) throw tooLargeCell(most, column?.name);
      bytes += size - PLAIN_BYTES;
    }
  }
  return bytes;
}

/** An answer that ends with 413 when it is larger than it may be; the query then ends in the engine. */
function withinBounds({ columns, batches }: Result, bounds: AnswerBounds): Result {
  return { columns, batches: counted(columns, batches, bounds) };
}

async function* counted(
  columns: readonly ResultColumn[],
  batches: AsyncIterable<ColumnBatch>,
  bounds: AnswerBounds,
): AsyncGenerator<ColumnBatch> {
  let bytes = columns.reduce((sum, { name }) => sum + name.length, 0);
  for await (const batch of batches) {
    // Those of another process were counted there, cell by cell.
    bytes += batch instanceof PackedRows ? batch.bytes : bytesOfBatch(batch, columns, bounds.MAX_CELL_BYTES);
    if (bytes > bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(bounds);
    yield batch;
  }
}

/** The session; what it reads, for whatever purpose, is as large as it may be and no larger. */
export function boundedSession(session: Session, bounds: AnswerBounds): Session {
  const counting = (result: Result, streamed: number | undefined): Result =>
    withinBounds(result, within(bounds, streamed));
  const run = session.run.bind(session);
  session.run = async (sql, options) => counting(await run(sql, options), options.streamedBytes);
  const runScript = session.runScript?.bind(session);
  if (runScript)
    session.runScript = async (statements, options) => {
      const { onAnswer, streamedBytes } = options;
      const answered = onAnswer && ((answer: Result) => onAnswer(counting(answer, streamedBytes)));
      return counting(await runScript(statements, { ...options, onAnswer: answered }), streamedBytes);
    };
  return session;
}
