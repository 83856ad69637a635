import { PackedRows, packed, type Result, unpacked } from '@chartroom/engines';
import type { ColumnBatch, Frame, ResultColumn } from '@chartroom/query';
import { joined } from '../chart-data/joined.ts';
import { Breathing } from './breathing.ts';
import { estimateWork } from './estimate-work.ts';
import { type Work, written } from './shaping.ts';
import type { WorkerRoom, WorkLimits } from './worker-room.ts';

/**
 * Cells up to which an answer is shaped and written where it is: that takes some 15 ms, and the way to a worker and
 * back some times as long (bench: *heavy*). More go to a worker.
 */
const LIGHT_CELLS = 120_000;
/** Bytes of their texts. */
const LIGHT_BYTES = 2 ** 22;
/** Cells that steps may make and look at here. */
const LIGHT_WORK = 2 * LIGHT_CELLS;
/** Cells that a row counts as which is looked for among those of another time: its key is a text. */
const JOINED_ROW = 24;
/** Cells of which a table for readers is made here. */
const LIGHT_TABLE = 600;
/** Rows of a frame that cross together. */
const ROWS_TOGETHER = 2_048;

interface Part {
  columns: ResultColumn[];
  /** Rows as they came, as long as all together are few; then as bytes for a worker. */
  plain: ColumnBatch[];
  packed: Uint8Array[];
}

/** The rows of the statements of one question, in memory in the form in which what becomes of them is quickest. */
export class Gathering {
  readonly #parts: Part[] = [];
  #cells = 0;
  #bytes = 0;

  /** Reads an answer under these names (the engine's own where there is none); resolves with its number of rows. */
  async read(result: Result, names: readonly string[]): Promise<number> {
    const columns = result.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
    const part: Part = { columns, plain: [], packed: [] };
    this.#parts.push(part);
    const breathing = new Breathing();
    let rows = 0;
    for await (const batch of result.batches) {
      rows += batch.length;
      this.#take(part, batch);
      await breathing.step();
    }
    return rows;
  }

  /** Takes rows that are in memory already. */
  async hold({ columns, length }: Frame): Promise<void> {
    const part: Part = { columns: columns.map(({ values: _, ...column }) => column), plain: [], packed: [] };
    this.#parts.push(part);
    const breathing = new Breathing();
    for (let from = 0; from < length; from += ROWS_TOGETHER) {
      const to = Math.min(length, from + ROWS_TOGETHER);
      this.#take(part, { length: to - from, columns: columns.map(({ values }) => values.slice(from, to)) });
      await breathing.step();
    }
  }

  get #isLight(): boolean {
    return !isHeavyAnswer(this.#cells, this.#bytes);
  }

  #take(part: Part, batch: ColumnBatch): void {
    this.#cells += batch.length * part.columns.length;
    // What has become heavy stays heavy.
    if (this.#isLight) this.#bytes += textBytes(batch);
    if (this.#isLight) part.plain.push(unpacked(batch));
    else part.packed.push(packed(batch));
  }

  /** What the work writes: here when it is light, else in a worker. Rejects as `WorkerRoom.run` does. */
  async written(work: Work, room: WorkerRoom, limits: WorkLimits): Promise<Buffer[]> {
    if (!this.#isLight) return room.run(await this.#onHand(), work, limits);
    const frames = this.#parts.map(({ columns, plain }) => joined(columns, plain));
    if (this.#isHeavy(frames, work)) return room.run(await this.#onHand(), work, limits);
    const pieces: Buffer[] = [];
    for await (const { buffer, byteOffset, length } of written(frames, work, limits.signal))
      pieces.push(Buffer.from(buffer, byteOffset, length));
    return pieces;
  }

  #isHeavy([main, ...others]: readonly Frame[], { shaping }: Work): boolean {
    if (main === undefined) return false;
    const joinedRows = others.reduce((rows, { length }) => rows + main.length + length, 0);
    if (joinedRows * JOINED_ROW > LIGHT_WORK) return true;
    // A table for readers may have a cell for each pair of rows.
    if (shaping.chart && main.length * main.columns.length > LIGHT_TABLE) return true;
    return shaping.steps.length > 0 && estimateWork(main, shaping.steps) > LIGHT_WORK;
  }

  async #onHand() {
    const breathing = new Breathing();
    const answers = [];
    for (const { columns, plain, packed: others } of this.#parts) {
      const first: Uint8Array[] = [];
      for (const batch of plain.splice(0)) {
        first.push(packed(batch));
        await breathing.step();
      }
      answers.push({ columns, rows: [...first, ...others.splice(0)] });
    }
    return answers;
  }
}

/** Whether an answer of so many cells and bytes is written by a worker. */
export function isHeavyAnswer(cells: number, bytes: number): boolean {
  return cells > LIGHT_CELLS || bytes > LIGHT_BYTES;
}

/** Bytes of the texts of some rows. */
export function textBytes(batch: ColumnBatch): number {
  if (batch instanceof PackedRows) return batch.bytes;
  let bytes = 0;
  for (const cells of batch.columns)
    for (const cell of cells) if (typeof cell === 'string') bytes += cell.length;
  return bytes;
}
