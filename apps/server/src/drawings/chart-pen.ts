import type { LabelColors, StillLook } from '@chartroom/charts';
import { type ChartDataResult, exactJson } from '@chartroom/model';
import type { PictureSize } from './drawing-work.ts';

/** The answers that came along with a picture, each read when it is drawn. */
export class Answers {
  readonly #given: readonly Uint8Array[][];
  /** What was read last: a chart is looked at several times, and soon forgotten. */
  #last: { at: number; results: ChartDataResult[] } | undefined;

  constructor(given: readonly Uint8Array[][]) {
    this.#given = given;
  }

  /** The results of an answer; none where there is no answer. */
  results(at: number | undefined): ChartDataResult[] {
    const pieces = at === undefined ? undefined : this.#given[at];
    if (at === undefined || !pieces) return [];
    if (this.#last?.at === at) return this.#last.results;
    const results = resultsIn(pieces);
    this.#last = { at, results };
    return results;
  }
}

/** The results in an answer, as a page reads them. */
export function resultsIn(pieces: readonly Uint8Array[]): ChartDataResult[] {
  return exactJson<{ result?: ChartDataResult[] }>(Buffer.concat(pieces).toString()).result ?? [];
}

/** With what a chart is drawn. */
export interface ChartPen {
  answers: Answers;
  look: StillLook;
  size: PictureSize;
  onDashboard: boolean;
  /** Colours of labels that are settled elsewhere. */
  colors?: LabelColors | undefined;
}
