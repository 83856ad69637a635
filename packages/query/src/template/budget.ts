import { TemplateProblem } from './template-problem.ts';

/** What one rendering may cost. */
export interface Limits {
  /** Steps: one for each piece of syntax that is worked on, more for long values. */
  steps: number;
  /** Characters of one text, of the output too. */
  characters: number;
  /** Items of one list. */
  items: number;
  /** Calls and blocks inside one another. */
  depth: number;
}

export const USUAL_LIMITS: Limits = { steps: 2_000_000, characters: 1_000_000, items: 100_000, depth: 500 };

/** Counts what a rendering does and ends it when it does too much. */
export class Budget {
  readonly limits: Limits;
  #left: number;
  #depth = 0;

  constructor(limits: Limits) {
    this.limits = limits;
    this.#left = limits.steps;
  }

  /** @throws TemplateProblem `limit` when the steps are used up */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0)
      throw new TemplateProblem('limit', `The template does more than ${this.limits.steps} steps.`);
  }

  /** A text that is about to be made; costs a step for every 32 characters. */
  text(length: number): void {
    if (length > this.limits.characters) {
      throw new TemplateProblem(
        'limit',
        `The template makes a text of more than ${this.limits.characters} characters.`,
      );
    }
    this.spend(1 + Math.ceil(length / 32));
  }

  /** A list that is about to be made; costs a step for every item. */
  list(length: number): void {
    if (length > this.limits.items) {
      throw new TemplateProblem(
        'limit',
        `The template makes a list of more than ${this.limits.items} items.`,
      );
    }
    this.spend(1 + length);
  }

  /** Does something one level deeper. */
  deeper<Result>(work: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > this.limits.depth) {
      throw new TemplateProblem(
        'limit',
        `The template is nested more than ${this.limits.depth} levels deep.`,
      );
    }
    try {
      return work();
    } finally {
      this.#depth -= 1;
    }
  }
}
