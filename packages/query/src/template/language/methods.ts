import { formatMoment } from '../../compile/naive-timestamp.ts';
import { textOr } from '../callable.ts';
import { ordered } from '../operators.ts';
import { put } from '../put.ts';
import { TemplateProblem } from '../template-problem.ts';
import { itemsOf, type Methods, pairsOf, type Tools } from '../tools.ts';
import { Bag, Callable, Dict, isoText, list, Moment, numberOf, Sequence, type Value } from '../value.ts';
import { equal, weigh } from '../weigh.ts';
import { stringMethods } from './string-methods.ts';

/**
 * What `value.name` is where it is no key: a method, a part of a moment or of a bag. Only what these tables
 * list is there; undefined for anything else.
 */
export function attributeOf(value: Value, name: string, tools: Tools): Value | undefined {
  if (typeof value === 'string') return method(stringMethods, value, name, tools);
  if (value instanceof Sequence) return method(listMethods, value, name, tools);
  if (value instanceof Dict) return method(dictMethods, value, name, tools);
  if (value instanceof Moment)
    return momentParts(value).get(name) ?? method(momentMethods, value, name, tools);
  return value instanceof Bag ? value.parts.get(name) : undefined;
}

function method<Kind>(methods: Methods<Kind>, self: Kind, name: string, tools: Tools): Callable | undefined {
  const work = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return (
    work &&
    new Callable(name, (args, named) => {
      tools.budget.spend(typeof self === 'string' ? 1 + Math.ceil(self.length / 32) : 1);
      return work(self, args, named, tools);
    })
  );
}

const listMethods: Methods<Sequence> = {
  append: (self, args, _named, { budget }) =>
    changed(self, (items) => {
      budget.list(items.length / 32);
      items.push(first('append', args));
    }),
  extend: (self, args, _named, { budget }) =>
    changed(self, (items) => {
      const more = itemsOf(first('extend', args), budget);
      budget.list(items.length + more.length);
      for (const item of [...more]) items.push(item);
    }),
  insert: (self, args, _named, { budget }) =>
    changed(self, (items) => {
      budget.list(items.length);
      items.splice(numberOf(args[0] ?? null) ?? 0, 0, args[1] ?? null);
    }),
  pop: (self, args, _named, { budget }) => {
    budget.spend(Math.ceil(self.items.length / 32));
    const at = args[0] === undefined ? self.items.length - 1 : (numberOf(args[0]) ?? 0);
    const place = at < 0 ? at + self.items.length : at;
    if (self.kind !== 'list' || place < 0 || place >= self.items.length)
      throw new TemplateProblem('value', 'pop index out of range');
    return self.items.splice(place, 1)[0] ?? null;
  },
  remove: (self, args, _named, tools) =>
    changed(self, (items) => {
      tools.budget.spend(Math.ceil(items.length / 32));
      items.splice(placeOf(self, first('remove', args), tools), 1);
    }),
  reverse: (self, _args, _named, { budget }) =>
    changed(self, (items) => {
      budget.list(items.length);
      items.reverse();
    }),
  sort: (self, _args, _named, { budget }) =>
    changed(self, (items) => items.sort((a, b) => ordered(a, b, budget))),
  clear: (self) => changed(self, (items) => items.splice(0)),
  copy: (self, _args, _named, { budget }) => {
    budget.list(self.items.length);
    return new Sequence(self.kind, [...self.items]);
  },
  index: (self, args, _named, tools) => placeOf(self, first('index', args), tools),
  count: (self, args, _named, { budget }) =>
    self.items.filter((item) => equal(item, first('count', args), budget)).length,
};

const dictMethods: Methods<Dict> = {
  items: (self, _args, _named, { budget }) => pairsOf(self, budget),
  keys: (self, _args, _named, { budget }) => list([...itemsOf(self, budget)]),
  values: (self, _args, _named, { budget }) => {
    budget.list(self.entries.size);
    return list([...self.entries.values()].map(([, value]) => value));
  },
  get: (self, args, _named, { budget }) => {
    const value = self.get(weighed(first('get', args), budget));
    return value === undefined ? (args[1] ?? null) : value;
  },
  update: (self, args, named, { budget }) => {
    const [given] = args;
    budget.list(self.entries.size + (given instanceof Dict ? given.entries.size : 0));
    if (given instanceof Dict) for (const [key, value] of given.entries.values()) self.set(key, value);
    for (const [key, value] of named) self.set(key, value);
    return null;
  },
  setdefault: (self, args, _named, { budget }) => {
    const key = weighed(first('setdefault', args), budget);
    const known = self.get(key);
    if (known !== undefined) return known;
    put(self, key, args[1] ?? null, budget);
    return args[1] ?? null;
  },
  pop: (self, args, _named, { budget }) => {
    const key = weighed(first('pop', args), budget);
    const kept = self.get(key);
    const value = kept === undefined ? args[1] : kept;
    if (value === undefined) throw new TemplateProblem('value', 'pop(): there is no such key');
    self.delete(key);
    return value;
  },
  copy: (self, _args, _named, { budget }) => {
    budget.list(self.entries.size);
    return new Dict(self.entries.values());
  },
};

const momentMethods: Methods<Moment> = {
  isoformat: (self, args) => isoText(self.ms).replace('T', textOr(args[0], 'T')),
  strftime: (self, args, _named, { budget }) => {
    const pattern = textOr(args[0], '');
    budget.text(pattern.length * 8);
    return formatMoment(self.ms, pattern);
  },
  date: (self) => new Moment(Math.floor(self.ms / 86_400_000) * 86_400_000),
  weekday: (self) => (new Date(self.ms).getUTCDay() + 6) % 7,
  isoweekday: (self) => ((new Date(self.ms).getUTCDay() + 6) % 7) + 1,
};

function momentParts({ ms }: Moment): ReadonlyMap<string, Value> {
  const date = new Date(ms);
  return new Map([
    ['year', date.getUTCFullYear()],
    ['month', date.getUTCMonth() + 1],
    ['day', date.getUTCDate()],
    ['hour', date.getUTCHours()],
    ['minute', date.getUTCMinutes()],
    ['second', date.getUTCSeconds()],
  ]);
}

function changed(self: Sequence, change: (items: Value[]) => unknown): null {
  if (self.kind !== 'list') throw new TemplateProblem('value', `a ${self.kind} cannot be changed`);
  change(self.items);
  return null;
}

/** A key whose size was charged. */
function weighed(key: Value, budget: Tools['budget']): Value {
  weigh(key, budget);
  return key;
}

function first(name: string, args: readonly Value[]): Value {
  const [value] = args;
  if (value === undefined) throw new TemplateProblem('value', `${name}() needs an argument.`);
  return value;
}

function placeOf(self: Sequence, value: Value, { budget }: Tools): number {
  const place = self.items.findIndex((item) => equal(item, value, budget));
  if (place < 0) throw new TemplateProblem('value', 'the value is not in the list');
  return place;
}
