import { bound, textOr } from '../callable.ts';
import { binary, ordered } from '../operators.ts';
import { TemplateProblem } from '../template-problem.ts';
import { type Filter, itemsOf, pairsOf, type Tools } from '../tools.ts';
import {
  Dict,
  Float,
  list,
  numberOf,
  Sequence,
  truth,
  tuple,
  typeName,
  Undefined,
  type Value,
} from '../value.ts';
import { equal, weigh } from '../weigh.ts';

/** Filters that work on lists, dictionaries and missing values. */
export const listFilters: [string, Filter][] = [
  ...['default', 'd'].map((name): [string, Filter] => [
    name,
    (value, args, named) => {
      const [fallback, falsy] = bound(name, [], ['default_value', 'boolean'], args, named);
      return value instanceof Undefined || (truth(falsy ?? false) && !truth(value))
        ? (fallback ?? '')
        : value;
    },
  ]),
  ...['length', 'count'].map((name): [string, Filter] => [
    name,
    (value) => {
      if (typeof value === 'string') return value.length;
      if (value instanceof Sequence) return value.items.length;
      if (value instanceof Dict) return value.entries.size;
      if (value instanceof Undefined) return 0;
      throw new TemplateProblem('value', `object of type '${typeName(value)}' has no len()`);
    },
  ]),
  ['attr', (value, args, _named, tools) => tools.part(value, textOr(args[0], ''))],
  [
    'first',
    (value, _args, _named, { budget }) =>
      orNothing(itemsOf(value, budget)[0], 'No first item, sequence was empty.'),
  ],
  [
    'last',
    (value, _args, _named, { budget }) =>
      orNothing(itemsOf(value, budget).at(-1), 'No last item, sequence was empty.'),
  ],
  ['list', (value, _args, _named, { budget }) => copied(itemsOf(value, budget), { budget })],
  [
    'items',
    (value, _args, _named, { budget }) => (value instanceof Dict ? pairsOf(value, budget) : list([])),
  ],
  [
    'reverse',
    (value, _args, _named, { budget }) => {
      const items = copied(itemsOf(value, budget), { budget }).items.reverse();
      return typeof value === 'string' ? items.map(String).join('') : list(items);
    },
  ],
  [
    'sort',
    (value, args, named, tools) => {
      const [reverse, exact, attribute] = bound(
        'sort',
        [],
        ['reverse', 'case_sensitive', 'attribute'],
        args,
        named,
      );
      const keyed = keyedItems(value, attribute, truth(exact ?? false), tools).sort((a, b) =>
        ordered(a.key, b.key, tools.budget),
      );
      const items = keyed.map(({ item }) => item);
      return list(truth(reverse ?? false) ? items.reverse() : items);
    },
  ],
  [
    'unique',
    (value, args, named, tools) => {
      const [exact, attribute] = bound('unique', [], ['case_sensitive', 'attribute'], args, named);
      const seen = new Dict();
      return list(
        keyedItems(value, attribute, truth(exact ?? false), tools).flatMap(({ item, key }) => {
          if (seen.has(key)) return [];
          seen.set(key, true);
          return [item];
        }),
      );
    },
  ],
  [
    'dictsort',
    (value, args, named, tools) => {
      const [, by, reverse] = bound('dictsort', [], ['case_sensitive', 'by', 'reverse'], args, named);
      if (!(value instanceof Dict))
        throw new TemplateProblem('value', `'${typeName(value)}' object is not a dictionary`);
      return sortedPairs(value, by === 'value' ? 1 : 0, truth(reverse ?? false), tools);
    },
  ],
  ['min', (value, _args, _named, tools) => extreme(value, -1, tools)],
  ['max', (value, _args, _named, tools) => extreme(value, 1, tools)],
  [
    'sum',
    (value, args, named, tools) => {
      const [attribute, start] = bound('sum', [], ['attribute', 'start'], args, named);
      return itemsOf(value, tools.budget).reduce<Value>((sum, item) => {
        const each = attribute === undefined || attribute === null ? item : tools.part(item, attribute);
        if (numberOf(each) === undefined)
          throw new TemplateProblem(
            'value',
            `unsupported operand type(s) for +: '${typeName(sum)}' and '${typeName(each)}'`,
          );
        tools.budget.spend();
        return binary('+', sum, each, tools.budget);
      }, start ?? 0);
    },
  ],
  [
    'map',
    (value, args, named, tools) =>
      list(itemsOf(value, tools.budget).map((item) => mapped(item, args, named, tools))),
  ],
  ['select', (value, args, _named, tools) => chosen(value, true, (item) => passes(item, args, tools), tools)],
  [
    'reject',
    (value, args, _named, tools) => chosen(value, false, (item) => passes(item, args, tools), tools),
  ],
  [
    'selectattr',
    (value, args, _named, tools) =>
      chosen(value, true, (item) => passes(tools.part(item, args[0] ?? null), args.slice(1), tools), tools),
  ],
  [
    'rejectattr',
    (value, args, _named, tools) =>
      chosen(value, false, (item) => passes(tools.part(item, args[0] ?? null), args.slice(1), tools), tools),
  ],
  ['batch', (value, args, _named, tools) => batches(value, args[0] ?? null, args[1], tools)],
  ['groupby', (value, args, _named, tools) => groups(value, args[0] ?? null, tools)],
];

function copied(items: readonly Value[], { budget }: Pick<Tools, 'budget'>): Sequence {
  budget.list(items.length);
  return list([...items]);
}

function nothing(complaint: string): Undefined {
  return new Undefined(`undefined value printed: ${complaint}`, complaint);
}

function orNothing(value: Value | undefined, complaint: string): Value {
  return value === undefined ? nothing(complaint) : value;
}

function keyedItems(
  value: Value,
  attribute: Value | undefined,
  exact: boolean,
  tools: Tools,
): { item: Value; key: Value }[] {
  const items = itemsOf(value, tools.budget);
  tools.budget.list(items.length);
  return items.map((item) => {
    const key = attribute === undefined || attribute === null ? item : tools.part(item, attribute);
    weigh(key, tools.budget);
    return { item, key: exact ? key : foldCase(key) };
  });
}

function extreme(value: Value, sign: 1 | -1, { budget }: Tools): Value {
  const [first, ...others] = itemsOf(value, budget);
  if (first === undefined) return nothing('No aggregated item, sequence was empty.');
  return others.reduce(
    (best, item) => (ordered(foldCase(item), foldCase(best), budget) * sign > 0 ? item : best),
    first,
  );
}

function mapped(item: Value, args: readonly Value[], named: ReadonlyMap<string, Value>, tools: Tools): Value {
  tools.budget.spend();
  const attribute = named.get('attribute');
  if (attribute !== undefined) {
    const part = tools.part(item, attribute);
    return part instanceof Undefined ? (named.get('default') ?? part) : part;
  }
  return tools.filter(textOr(args[0], ''), item, args.slice(1), named);
}

function passes(item: Value, args: readonly Value[], tools: Tools): boolean {
  tools.budget.spend();
  return args[0] === undefined ? truth(item) : tools.test(textOr(args[0], ''), item, args.slice(1));
}

function chosen(value: Value, wanted: boolean, passing: (item: Value) => boolean, { budget }: Tools): Value {
  return list(itemsOf(value, budget).filter((item) => passing(item) === wanted));
}

function batches(value: Value, size: Value, fill: Value | undefined, { budget }: Tools): Value {
  const length = numberOf(size) ?? 0;
  if (value instanceof Float || length < 1)
    throw new TemplateProblem('value', 'a batch holds at least one item');
  budget.list(length);
  const items = itemsOf(value, budget);
  budget.list(items.length);
  const made: Value[] = [];
  for (let at = 0; at < items.length; at += length) {
    const batch = items.slice(at, at + length);
    const missing = fill === undefined ? 0 : length - batch.length;
    made.push(list([...batch, ...Array.from({ length: missing }, () => fill ?? null)]));
  }
  return list(made);
}

function groups(value: Value, attribute: Value, tools: Tools): Value {
  const sorted = keyedItems(value, attribute, true, tools).sort((a, b) =>
    ordered(foldCase(a.key), foldCase(b.key), tools.budget),
  );
  const made: { key: Value; items: Value[] }[] = [];
  for (const { item, key } of sorted) {
    const last = made.at(-1);
    if (last && equal(last.key, key, tools.budget)) last.items.push(item);
    else made.push({ key, items: [item] });
  }
  return list(made.map(({ key, items }) => tuple([key, list(items)])));
}

/** Pairs of a dictionary in order of their keys or values. */
function sortedPairs(value: Dict, by: 0 | 1, reverse: boolean, tools: Tools): Sequence {
  tools.budget.list(value.entries.size);
  const pairs = [...value.entries.values()].sort((a, b) =>
    ordered(foldCase(a[by]), foldCase(b[by]), tools.budget),
  );
  return list((reverse ? pairs.reverse() : pairs).map(([key, each]) => tuple([key, each])));
}

/** Texts are put in order without regard to capitals unless somebody asks for it. */
function foldCase(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
