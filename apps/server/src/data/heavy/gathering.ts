import type { Result } from '@chartroom/engines';
import type { ColumnBatch, Frame, ResultColumn } from '@chartroom/query';
import { joined } from '../read-frame.ts';
import { Breathing } from './breathing.ts';
import { type CrossingRows, toCrossing } from './crossing.ts';
import { estimateWork } from './estimate-work.ts';
import { type Work, written } from './shaping.ts';
import type { WorkerRoom, WorkLimits } from './worker-room.ts';

/**
 * Cells up to which an answer is shaped and written where it is: that takes a few milliseconds, as long as the way to a
 * worker and back (bench: *heavy*). More go to a worker.
 */
export const LIGHT_CELLS = 60_000;

interface Part {
  columns: ResultColumn[];
  /** Rows as they came, as long as all together are few; then as they cross. */
  plain: ColumnBatch[];
  crossing: CrossingRows[];
}

/** The rows of the statements of one question, in memory in the form in which what becomes of them is quickest. */
export class Gathering {
  readonly #parts: Part[] = [];
  #cells = 0;

  /** Reads an answer under these names (the engine's own where there is none); resolves with its number of rows. */
  async read(result: Result, names: readonly string[]): Promise<number> {
    const columns = result.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
    const part: Part = { columns, plain: [], crossing: [] };
    this.#parts.push(part);
    const breathing = new Breathing();
    let rows = 0;
    for await (const batch of result.batches) {
      rows += batch.length;
      this.#cells += batch.length * columns.length;
      if (this.#cells > LIGHT_CELLS) part.crossing.push(toCrossing(batch));
      else part.plain.push(batch);
      await breathing.step();
    }
    return rows;
  }

  /** What the work writes: here when it is light, else in a worker. Rejects as `WorkerRoom.run` does. */
  async written(work: Work, room: WorkerRoom, limits: WorkLimits): Promise<Buffer[]> {
    if (this.#cells > LIGHT_CELLS) return room.run(await this.#onHand(), work, limits);
    const frames = this.#parts.map(({ columns, plain }) => joined(columns, plain));
    if (this.#isHeavy(frames, work)) return room.run(await this.#onHand(), work, limits);
    const pieces: Buffer[] = [];
    for await (const { buffer, byteOffset, length } of written(frames, work, limits.signal))
      pieces.push(Buffer.from(buffer, byteOffset, length));
    return pieces;
  }

  #isHeavy([main]: readonly Frame[], { shaping }: Work): boolean {
    return main !== undefined && shaping.steps.length > 0 && estimateWork(main, shaping.steps) > LIGHT_WORK;
  }

  async #onHand() {
    const breathing = new Breathing();
    const answers = [];
    for (const { columns, plain, crossing } of this.#parts) {
      const first: CrossingRows[] = [];
      for (const batch of plain.splice(0)) {
        first.push(toCrossing(batch));
        await breathing.step();
      }
      answers.push({ columns, rows: [...first, ...crossing.splice(0)] });
    }
    return answers;
  }
}

/** Cells that steps may make and look at here. */
const LIGHT_WORK = 200_000;
