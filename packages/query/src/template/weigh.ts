import type { Budget } from './budget.ts';
import { Dict, printed, Sequence, same, type Value } from './value.ts';

/** The text of a value, after its size was charged: lists that hold lists many times over cost what they print. */
export function shown(value: Value, budget: Budget): string {
  weigh(value, budget);
  const text = printed(value);
  budget.text(text.length);
  return text;
}

/** Whether two values are equal, after their size was charged. */
export function equal(left: Value, right: Value, budget: Budget): boolean {
  weigh(left, budget);
  weigh(right, budget);
  return same(left, right);
}

/** Charges every part of a value. @throws TemplateProblem `limit`, also for lists that hold themselves */
export function weigh(value: Value, budget: Budget): void {
  if (typeof value === 'string') budget.spend(1 + Math.ceil(value.length / 32));
  else if (value instanceof Sequence || value instanceof Dict) {
    const parts = value instanceof Sequence ? value.items : [...value.entries.values()].flat();
    budget.spend();
    budget.deeper(() => {
      for (const part of parts) weigh(part, budget);
    });
  } else budget.spend();
}

/** The text of a value for messages: never long. */
export function briefly(value: Value): string {
  if (typeof value === 'string') return `'${value.slice(0, 100)}'`;
  return value instanceof Sequence || value instanceof Dict ? 'a list' : printed(value).slice(0, 100);
}

/**
 * Charges the search for a text in another: one that repeats itself is compared again and again.
 */
export function searching(text: string, wanted: string, budget: Budget): void {
  budget.spend(1 + Math.ceil((text.length * Math.min(wanted.length, text.length)) / 512));
}
