import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { LineBatch, LineCursor } from '../child/cursors.ts';
import { BYTES_PER_MESSAGE } from '../child/protocol.ts';
import { type AnswerBounds, tooLargeCell } from '../rows/answer-bounds.ts';

/** Bytes of an entry of a vector of texts: its length in the first four; of a long one, where it lies in the last eight. */
const ENTRY = 16;
const [TEXT, ADDRESS] = [4, 8];
/** Bytes up to which a text lies in its entry. */
const SHORT = 12;

/**
 * A streaming result of lines and whether each stands otherwise than in our own files. The bytes of lines are taken as the engine
 * has them, and it works on the next ones meanwhile; `release` is told whether the end was reached.
 */
export function lineCursor(
  result: DuckDBResult,
  release: (ended: boolean) => Promise<void>,
  bounds: AnswerBounds,
): LineCursor {
  let ended = false;
  let ahead: Promise<DuckDBDataChunk | null> | undefined;
  let lines: ChunkLines | undefined;
  const fetchAhead = (): void => {
    ahead = result.fetchChunk();
    // Whoever comes for it is told; nobody may come.
    ahead.catch(() => undefined);
  };
  return {
    async lines(most) {
      if (!lines || lines.left === 0) {
        const chunk = await (ahead ?? result.fetchChunk());
        ahead = undefined;
        ended = !chunk || chunk.rowCount === 0;
        if (!chunk || ended) return null;
        lines = new ChunkLines(chunk, bounds);
        if (most > lines.left) fetchAhead();
      }
      return lines.take(most);
    },
    async finish() {
      await ahead?.catch(() => undefined);
      await release(ended);
    },
  };
}

/** The lines of a chunk. */
class ChunkLines {
  readonly #chunk: DuckDBDataChunk;
  readonly #entries: DataView;
  readonly #odd: Uint8Array;
  readonly #bounds: AnswerBounds;
  readonly #rows: number;
  #row = 0;

  constructor(chunk: DuckDBDataChunk, bounds: AnswerBounds) {
    this.#chunk = chunk;
    this.#rows = chunk.rowCount;
    this.#bounds = bounds;
    const { buffer, byteOffset, byteLength } = this.#dataOf(0, this.#rows * ENTRY);
    this.#entries = new DataView(buffer, byteOffset, byteLength);
    this.#odd = this.#dataOf(1, this.#rows);
  }

  get left(): number {
    return this.#rows - this.#row;
  }

  /** The next lines: so many at most, and as many as one message carries. @throws ChartroomError 413 for one beyond MAX_CELL_BYTES */
  take(most: number): LineBatch {
    const end = Math.min(this.#rows, this.#row + most);
    const from = this.#row;
    const parts: Uint8Array[] = [];
    let [bytes, row] = [0, from];
    while (row < end && bytes < BYTES_PER_MESSAGE) {
      const run = this.#runAt(row, end, BYTES_PER_MESSAGE - bytes);
      parts.push(run.bytes);
      bytes += run.bytes.length;
      row = run.end;
    }
    this.#row = row;
    return {
      length: row - from,
      lines: Buffer.concat(parts),
      isOurs: !this.#odd.subarray(from, row).includes(1),
    };
  }

  /** Lines from a row on that lie one behind the other in memory, until they are so many bytes. */
  #runAt(row: number, end: number, room: number): { bytes: Uint8Array; end: number } {
    const first = row * ENTRY;
    const entries = this.#entries;
    let length = this.#sizeAt(row);
    if (length <= SHORT) {
      const at = entries.byteOffset + first + TEXT;
      return { bytes: new Uint8Array(entries.buffer, at, length), end: row + 1 };
    }
    const address = entries.getBigUint64(first + ADDRESS, true);
    let next = row + 1;
    for (; next < end && length < room; next++) {
      const size = this.#sizeAt(next);
      const isNext =
        size > SHORT && entries.getBigUint64(next * ENTRY + ADDRESS, true) === address + BigInt(length);
      if (!isNext) break;
      length += size;
    }
    return { bytes: this.#bytesAt(first, length), end: next };
  }

  #sizeAt(row: number): number {
    const size = this.#entries.getUint32(row * ENTRY, true);
    if (size > this.#bounds.MAX_CELL_BYTES) throw tooLargeCell(this.#bounds.MAX_CELL_BYTES);
    return size;
  }

  #bytesAt(entry: number, length: number): Uint8Array {
    const { buffer, byteOffset } = this.#entries;
    if (!(buffer instanceof ArrayBuffer)) throw new Error('The memory of a vector is shared.');
    return duckdb.get_data_from_pointer(buffer, byteOffset + entry + ADDRESS, length);
  }

  #dataOf(column: number, bytes: number): Uint8Array {
    return duckdb.vector_get_data(duckdb.data_chunk_get_vector(this.#chunk.chunk, column), bytes);
  }
}
