import { bound, callable } from '../callable.ts';
import { TemplateProblem } from '../template-problem.ts';
import { Bag, Callable, Dict, Sequence, typeName, type Value } from '../value.ts';

/** `namespace(a=1)`: names that loops may set. */
const namespace = new Callable(
  'namespace',
  (args, named) => {
    const [given] = args;
    const parts =
      given instanceof Dict
        ? [...given.entries.values()].map(([key, value]) => [String(key), value] as const)
        : [];
    return new Bag('namespace', [...parts, ...named], true);
  },
  'type',
);

/** `cycler(a, b)`: gives its values in turn. */
const cycler = new Callable(
  'cycler',
  (args) => {
    if (args.length === 0) throw new TemplateProblem('value', 'at least one item has to be provided');
    let place = 0;
    const bag = new Bag('Cycler', [['current', args[0] ?? null]]);
    const go = (to: number): Value => {
      place = to % args.length;
      bag.parts.set('current', args[place] ?? null);
      return null;
    };
    bag.parts.set(
      'next',
      callable('next', [], [], () => {
        const value = args[place] ?? null;
        go(place + 1);
        return value;
      }),
    );
    bag.parts.set(
      'reset',
      callable('reset', [], [], () => go(0)),
    );
    return bag;
  },
  'type',
);

/** `joiner(', ')`: nothing the first time it is called, the separator from then on. */
const joiner = new Callable(
  'joiner',
  (args, named) => {
    const [separator] = bound('joiner', [], ['sep'], args, named);
    let used = false;
    return callable('joiner', [], [], () => {
      const text = used ? (separator ?? ', ') : '';
      used = true;
      return text;
    });
  },
  'type',
);

/** `dict(a=1)` and `dict({…}, a=1)`. */
const dict = new Callable(
  'dict',
  (args, named) => {
    const [given] = args;
    const entries: [Value, Value][] = [];
    if (given instanceof Dict) for (const entry of given.entries.values()) entries.push(entry);
    else if (given instanceof Sequence) for (const pair of given.items) entries.push(pairOf(pair));
    else if (given !== undefined)
      throw new TemplateProblem('value', `'${typeName(given)}' object is not a dictionary`);
    return new Dict([...entries, ...named]);
  },
  'type',
);

function pairOf(value: Value): [Value, Value] {
  if (value instanceof Sequence && value.items.length === 2)
    return [value.items[0] ?? null, value.items[1] ?? null];
  throw new TemplateProblem('value', `a dictionary is made of pairs, not of ${typeName(value)}`);
}

/** `range(stop)`, `range(start, stop, step)`; as long as a list may be. */
const range = new Callable('range', (args) => {
  const numbers = args.map((arg) => {
    if (typeof arg === 'number') return arg;
    throw new TemplateProblem('value', `'${typeName(arg)}' object cannot be interpreted as an integer`);
  });
  const [start, stop, step] =
    numbers.length === 1 ? [0, numbers[0] ?? 0, 1] : [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 1];
  if (numbers.length === 0 || numbers.length > 3 || step === 0)
    throw new TemplateProblem('value', 'range() takes 1 to 3 numbers, its step is not 0');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (length > LONGEST_RANGE) {
    throw new TemplateProblem(
      'limit',
      `Range too big. The sandbox blocks ranges larger than MAX_RANGE (${LONGEST_RANGE}).`,
    );
  }
  return new Sequence(
    'range',
    Array.from({ length }, (_, index) => start + index * step),
  );
});

/** Longest range, as in Jinja's sandbox. */
const LONGEST_RANGE = 100_000;

/** Names that every template has. */
export const GLOBALS: [string, Value][] = [
  ['range', range],
  ['dict', dict],
  ['namespace', namespace],
  ['cycler', cycler],
  ['joiner', joiner],
  ['self', new Bag('TemplateReference', [])],
];
