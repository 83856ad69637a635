import { type Bounds, beyondBound, ChartroomError } from '@chartroom/model';
import type { Forecast, Forecaster, ForecastQuestion } from './forecasting.ts';

/** What a transformation may make and how long it may take. Plain data but for the check, which whoever runs it brings. */
export interface TransformLimits {
  bounds: Bounds;
  /** Moment in epoch milliseconds at which the work is given up with 408. */
  deadline?: number;
  /** Asked again and again while there is work, some milliseconds apart; true gives it up with 499. */
  shouldStop?: () => boolean;
  /** Continues series; without it nothing can be forecast. */
  forecaster?: Forecaster;
}

/** Values looked at between two looks at the clock: about ten milliseconds of work. */
const BETWEEN_LOOKS = 500_000;

/** The work of one transformation: how much may be done, and whether somebody still waits for it. */
export class Work {
  readonly bounds: Bounds;
  readonly #limits: TransformLimits;
  #left = BETWEEN_LOOKS;

  constructor(limits: TransformLimits) {
    this.bounds = limits.bounds;
    this.#limits = limits;
    this.#look();
  }

  /**
   * Says that some values are about to be looked at.
   * @throws ChartroomError 408 when the time is over, 499 when nobody waits any more
   */
  spend(values: number): void {
    this.#left -= values;
    if (this.#left > 0) return;
    this.#left = BETWEEN_LOOKS;
    this.#look();
  }

  /**
   * A list made item by item, with the cost of each in values.
   * @throws ChartroomError as `spend` does
   */
  map<Item, Made>(
    items: readonly Item[],
    cost: number | ((item: Item) => number),
    make: (item: Item, place: number) => Made,
  ): Made[] {
    return items.map((item, place) => {
      this.spend(typeof cost === 'number' ? cost : cost(item));
      return make(item, place);
    });
  }

  /** Sorts in place; the comparisons are work. */
  sort<Item>(items: Item[], compare: (one: Item, other: Item) => number, cost = 8): Item[] {
    return items.sort((one, other) => {
      this.spend(cost);
      return compare(one, other);
    });
  }

  /** A series continued by what was brought for it. */
  forecast(question: ForecastQuestion): Forecast {
    const { forecaster } = this.#limits;
    if (!forecaster) throw new Error('Nothing was brought that forecasts.');
    return forecaster(question);
  }

  #look(): void {
    const { deadline, shouldStop } = this.#limits;
    if (shouldStop?.())
      throw new ChartroomError('The transformation was given up.', {
        status: 499,
        error_type: 'BACKEND_TIMEOUT_ERROR',
      });
    if (deadline !== undefined && Date.now() >= deadline) {
      throw new ChartroomError('Post-processing took longer than the time a question may take.', {
        status: 408,
        error_type: 'BACKEND_TIMEOUT_ERROR',
        shape: 'message',
      });
    }
  }
}

/** Refuses a number beyond its bound, in either direction. */
export function withinBound(option: string, value: number, bound: number): number {
  if (Math.abs(value) > bound) throw beyondBound(option, value, bound);
  return value;
}
