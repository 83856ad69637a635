import type { Result } from '@chartroom/engines';
import { type Frame, uniqueNames } from '@chartroom/query';
import { readFrame } from '../chart-data/read-frame.ts';
import type { EarlierAnswer } from '../ports.ts';
import type { Script } from './prepare-script.ts';

/** Cells that the statements of a script may answer together, besides the last one. */
const MOST_CELLS = 2_000_000;

/** What the statements of a script answer that others follow, as they come; together they are bounded. */
export class EarlierAnswers {
  readonly found: EarlierAnswer[] = [];
  readonly #script: Script;
  #left = MOST_CELLS;

  constructor(script: Script) {
    this.#script = script;
  }

  /** Reads the answer of the next statement. */
  async read(answer: Result): Promise<void> {
    const sql = this.#script.written[this.found.length] ?? '';
    const frame = await readFrame(answer, uniqueNames(answer.columns.map(({ name }) => name)));
    const room = Math.floor(this.#left / Math.max(1, frame.columns.length));
    const kept = firstRows(frame, Math.min(room, this.#script.limit));
    this.#left -= kept.length * kept.columns.length;
    this.found.push({ sql, frame: kept, isCut: kept.length < frame.length });
  }
}

/** A frame of no more rows than these. */
export function firstRows(frame: Frame, most: number): Frame {
  const length = Math.min(most, frame.length);
  return {
    length,
    columns: frame.columns.map((column) => ({ ...column, values: column.values.slice(0, length) })),
  };
}
