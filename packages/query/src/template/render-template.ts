import type { Budget } from './budget.ts';
import { Evaluator } from './evaluate.ts';
import { GLOBALS } from './language/globals.ts';
import { listFilters } from './language/list-filters.ts';
import { tests } from './language/tests.ts';
import { textFilters } from './language/text-filters.ts';
import { parseTemplate } from './parse-template.ts';
import { runStatements } from './run-template.ts';
import { Scope } from './scope.ts';
import type { Filter } from './tools.ts';
import { Callable, type Value } from './value.ts';
import { weigh } from './weigh.ts';

/** Names and filters a template has beside those of the language. */
interface TemplateNames {
  values: Iterable<readonly [string, Value]>;
  filters?: Iterable<readonly [string, Filter]>;
  /** Takes the names without a value that are printed. */
  unknown?: Set<string>;
}

const FILTERS = new Map<string, Filter>([...textFilters, ...listFilters]);
const TEST_NAMES = new Set(tests.keys());

/** Whether a text holds anything to render. */
export function isTemplate(text: string): boolean {
  return /\{[{%#]/.test(text);
}

/**
 * Renders a template. It sees only the names it is given, has no way out of its values, and ends when its
 * budget is used up.
 * @throws TemplateProblem
 */
export function renderText(text: string, names: TemplateNames, budget: Budget): string {
  budget.text(text.length);
  const filters = new Map<string, Filter>([...FILTERS, ...(names.filters ?? [])]);
  const body = parseTemplate(text, { filters: new Set(filters.keys()), tests: TEST_NAMES });
  const globals = GLOBALS.map(([name, value]): [string, Value] => [name, charged(value, budget)]);
  const given = [...names.values].map(([name, value]): [string, Value] => [name, charged(value, budget)]);
  const scope = new Scope(given, new Scope(globals));
  return runStatements(
    body,
    scope.inner(),
    new Evaluator(budget, filters, tests, names.unknown ?? new Set()),
  );
}

/** A function whose results are charged by their size, as its arguments are. */
function charged(value: Value, budget: Budget): Value {
  if (!(value instanceof Callable)) return value;
  const call = (args: readonly Value[], named: ReadonlyMap<string, Value>): Value => {
    for (const arg of [...args, ...named.values()]) weigh(arg, budget);
    const made = value.call(args, named);
    weigh(made, budget);
    return made;
  };
  return new Callable(value.name, call, value.type);
}
