import type { Budget } from './budget.ts';
import { TemplateProblem } from './template-problem.ts';
import { Dict, list, Sequence, tuple, typeName, Undefined, type Value } from './value.ts';

/** What filters, tests and methods work with. */
export interface Tools {
  budget: Budget;
  filter(name: string, value: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value;
  test(name: string, value: Value, args: readonly Value[]): boolean;
  /** A part of a value as `value.name` or `value[name]` finds it. */
  part(value: Value, name: Value): Value;
}

/** A filter: `value|name(args)`. */
export type Filter = (
  value: Value,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
  tools: Tools,
) => Value;

/** A test: `value is name(args)`. */
export type Test = (value: Value, args: readonly Value[], tools: Tools) => boolean;

/** The items of what can be gone through: characters of a text, keys of a dictionary, nothing of an undefined name. */
export function itemsOf(value: Value, budget: Budget): readonly Value[] {
  if (value instanceof Sequence) return value.items;
  if (value instanceof Undefined) return [];
  if (typeof value === 'string') {
    budget.list(value.length);
    return [...value];
  }
  if (value instanceof Dict) {
    budget.list(value.entries.size);
    return [...value.entries.values()].map(([key]) => key);
  }
  throw new TemplateProblem('value', `'${typeName(value)}' object is not iterable`);
}

/** The pairs of a dictionary as tuples. */
export function pairsOf(value: Dict, budget: Budget): Sequence {
  budget.list(value.entries.size);
  return list([...value.entries.values()].map(([key, each]) => tuple([key, each])));
}

/** Methods of one kind of value by name. */
export type Methods<Kind> = Readonly<
  Record<
    string,
    (self: Kind, args: readonly Value[], named: ReadonlyMap<string, Value>, tools: Tools) => Value
  >
>;
