import { serialize } from 'node:v8';
import { firstRows, type PackedBatch, partsOf } from '@chartroom/query/rows';
import { type AnswerBounds, tooLargeAnswer } from '../rows/answer-bounds.ts';
import { bytesOfPacked } from './bytes-of-packed.ts';
import type { Cursor, LineCursor, RowCursor } from './cursors.ts';
import { BYTES_PER_MESSAGE, type SentBatch } from './protocol.ts';

/** Rows as they are sent. */
export interface Outgoing {
  batch: SentBatch;
  piece: Uint8Array;
  cells: number;
}

interface Bounded {
  /** Rows that are sent at most. */
  maxRows: number;
  bounds: AnswerBounds;
}

/** The next rows of an answer; null at its end. @throws ChartroomError 413 when they are too large */
export type Gather = () => Promise<Outgoing | null>;

/** How the rows of an answer are gathered for messages: as cells, or as the bytes of lines. */
export function gathering(cursor: Cursor, limits: Bounded): Gather {
  return 'lines' in cursor ? gatherLines(cursor, limits) : gatherRows(cursor, limits);
}

/** Large rows are sent a few at a time, each message at once in the reader's memory. */
function gatherRows(cursor: RowCursor, { maxRows, bounds }: Bounded): Gather {
  let left = maxRows;
  let sent = 0;
  let parts: PackedBatch[] = [];
  return async () => {
    if (parts.length === 0) {
      const read = left > 0 ? await cursor.next() : null;
      if (!read) return null;
      const batch = firstRows(read, left);
      left -= batch.length;
      const bytes = bytesOfPacked(batch, bounds.MAX_CELL_BYTES);
      sent += bytes;
      if (sent > bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(bounds);
      parts = partsOf(batch, bytes, BYTES_PER_MESSAGE);
    }
    const batch = parts.shift();
    if (!batch) return null;
    const { length, columns } = batch;
    const bytes = bytesOfPacked(batch, bounds.MAX_CELL_BYTES);
    const piece = serialize(batch);
    return { batch: { length, bytes, size: piece.length }, piece, cells: length * columns.length };
  };
}

function gatherLines(cursor: LineCursor, { maxRows, bounds }: Bounded): Gather {
  let left = maxRows;
  let sent = 0;
  return async () => {
    const next = left > 0 ? await cursor.lines(left) : null;
    if (!next) return null;
    const { length, lines, isOurs } = next;
    left -= length;
    sent += lines.length;
    if (sent > bounds.MAX_ANSWER_BYTES) throw tooLargeAnswer(bounds);
    return {
      batch: { length, bytes: lines.length, size: lines.length, isOurs },
      piece: lines,
      cells: length,
    };
  };
}
