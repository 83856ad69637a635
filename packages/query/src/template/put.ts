import type { Budget } from './budget.ts';
import { TemplateProblem } from './template-problem.ts';
import type { Dict, Value } from './value.ts';
import { weigh } from './weigh.ts';

/** Puts a value under a key, whose size is charged. @throws TemplateProblem for keys that are lists or dictionaries */
export function put(target: Dict, key: Value, value: Value, budget: Budget): void {
  weigh(key, budget);
  if (target.entries.size >= budget.limits.items) budget.list(target.entries.size + 1);
  try {
    target.set(key, value);
  } catch (error) {
    throw error instanceof TypeError ? new TemplateProblem('value', error.message) : error;
  }
}
