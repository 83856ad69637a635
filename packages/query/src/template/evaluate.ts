import type { Budget } from './budget.ts';
import { attributeOf } from './language/methods.ts';
import { binary, compare, defined, signed } from './operators.ts';
import { put } from './put.ts';
import type { Scope } from './scope.ts';
import type { Arguments, Expression } from './syntax.ts';
import { TemplateProblem } from './template-problem.ts';
import { type Filter, itemsOf, type Test, type Tools } from './tools.ts';
import {
  Bag,
  Callable,
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
} from './value.ts';
import { briefly, weigh } from './weigh.ts';

/** Arguments that `*list` may give. */
const MOST_SPREAD = 1000;

/** Works out expressions. Everything a template can reach is in its scope, its filters and its tests. */
export class Evaluator implements Tools {
  readonly budget: Budget;
  /** Names without a value that were printed. */
  readonly unknown: Set<string>;
  readonly #filters: ReadonlyMap<string, Filter>;
  readonly #tests: ReadonlyMap<string, Test>;

  constructor(
    budget: Budget,
    filters: ReadonlyMap<string, Filter>,
    tests: ReadonlyMap<string, Test>,
    unknown: Set<string>,
  ) {
    this.unknown = unknown;
    this.budget = budget;
    this.#filters = filters;
    this.#tests = tests;
  }

  /** The value of an expression. @throws TemplateProblem with the line it fails on */
  value(node: Expression, scope: Scope): Value {
    this.budget.spend();
    try {
      return this.budget.deeper(() => this.#node(node, scope));
    } catch (error) {
      throw error instanceof TemplateProblem ? error.at(node.line) : error;
    }
  }

  filter(name: string, value: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    const filter = this.#filters.get(name);
    if (!filter) throw new TemplateProblem('syntax', `No filter named '${name}'.`);
    return filter(value, args, named, this);
  }

  test(name: string, value: Value, args: readonly Value[]): boolean {
    const test = this.#tests.get(name);
    if (!test) throw new TemplateProblem('syntax', `No test named '${name}'.`);
    return test(value, args, this);
  }

  part(value: Value, key: Value): Value {
    if (typeof key !== 'string') return this.#item(value, key);
    return key.includes('.')
      ? key.split('.').reduce<Value>((from, name) => this.#attribute(from, name), value)
      : this.#attribute(value, key);
  }

  /** Calls what can be called. */
  call(callee: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    if (callee instanceof Callable) return callee.call(args, named);
    defined(callee);
    throw new TemplateProblem('value', `'${typeName(callee)}' object is not callable`);
  }

  /** The values of a call's arguments. */
  args(given: Arguments, scope: Scope): { values: Value[]; named: Map<string, Value> } {
    const values = given.values.map((each) => this.value(each, scope));
    const named = new Map(given.named.map(({ name, value }) => [name, this.value(value, scope)]));
    if (given.spread)
      values.push(...itemsOf(this.value(given.spread, scope), this.budget).slice(0, MOST_SPREAD));
    const more = given.spreadNamed ? this.value(given.spreadNamed, scope) : null;
    if (more instanceof Dict) for (const [key, value] of more.entries.values()) named.set(String(key), value);
    return { values, named };
  }

  #node(node: Expression, scope: Scope): Value {
    switch (node.type) {
      case 'constant':
        return node.float && typeof node.value === 'number' ? new Float(node.value) : node.value;
      case 'name':
        return scope.get(node.name);
      case 'list':
        return list(node.items.map((item) => this.value(item, scope)));
      case 'tuple':
        return tuple(node.items.map((item) => this.value(item, scope)));
      case 'dict':
        return this.#dict(node.entries, scope);
      case 'attribute':
        return this.#attribute(this.value(node.object, scope), node.name);
      case 'item':
        if (node.key.type === 'slice') return this.#slice(this.value(node.object, scope), node.key, scope);
        return this.#item(this.value(node.object, scope), this.value(node.key, scope));
      case 'slice':
        throw new TemplateProblem('syntax', 'a slice stands inside [ ]');
      case 'call': {
        const callee = this.value(node.callee, scope);
        const { values, named } = this.args(node.args, scope);
        return this.call(callee, values, named);
      }
      case 'filter': {
        const value = this.value(node.object, scope);
        const { values, named } = this.args(node.args, scope);
        return this.filter(node.name, value, values, named);
      }
      case 'test': {
        const value = this.value(node.object, scope);
        return this.test(node.name, value, this.args(node.args, scope).values) !== node.negated;
      }
      case 'unary': {
        const operand = this.value(node.operand, scope);
        return node.operator === 'not' ? !truth(operand) : signed(node.operator, operand);
      }
      case 'binary':
        return binary(
          node.operator,
          this.value(node.left, scope),
          this.value(node.right, scope),
          this.budget,
        );
      case 'logic': {
        const left = this.value(node.left, scope);
        return truth(left) === (node.operator === 'or') ? left : this.value(node.right, scope);
      }
      case 'compare':
        return this.#compare(node, scope);
      case 'choice':
        return this.#choice(node, scope);
    }
  }

  #dict(entries: [Expression, Expression][], scope: Scope): Dict {
    const made = new Dict();
    for (const [key, value] of entries)
      put(made, this.value(key, scope), this.value(value, scope), this.budget);
    return made;
  }

  #compare(node: Expression & { type: 'compare' }, scope: Scope): boolean {
    let left = this.value(node.first, scope);
    for (const { operator, value } of node.rest) {
      const right = this.value(value, scope);
      if (!compare(operator, left, right, this.budget)) return false;
      left = right;
    }
    return true;
  }

  #choice(node: Expression & { type: 'choice' }, scope: Scope): Value {
    if (truth(this.value(node.test, scope))) return this.value(node.yes, scope);
    if (node.no) return this.value(node.no, scope);
    return new Undefined(
      null,
      'the inline if-expression evaluated to false and no else section was defined.',
    );
  }

  #attribute(value: Value, name: string): Value {
    const object = defined(value);
    const own = name.startsWith('_') ? undefined : attributeOf(object, name, this);
    if (own !== undefined) return own;
    const kept = object instanceof Dict ? object.get(name) : undefined;
    return kept === undefined ? missing(object, name) : kept;
  }

  #item(value: Value, key: Value): Value {
    const object = defined(value);
    if (object instanceof Dict) weigh(key, this.budget);
    const kept = object instanceof Dict ? object.get(key) : undefined;
    if (kept !== undefined) return kept;
    const place = numberOf(key);
    if (place !== undefined && (typeof object === 'string' || object instanceof Sequence)) {
      const items = typeof object === 'string' ? object : object.items;
      const found = items.at(place);
      return found === undefined ? missing(object, place) : found;
    }
    return this.#keyedAttribute(object, key);
  }

  #keyedAttribute(object: Value, key: Value): Value {
    return typeof key === 'string' ? this.#attribute(object, key) : missing(object, key);
  }

  #slice(value: Value, { start, stop, step }: Expression & { type: 'slice' }, scope: Scope): Value {
    const object = defined(value);
    if (typeof object !== 'string' && !(object instanceof Sequence))
      throw new TemplateProblem('value', `'${typeName(object)}' object is not subscriptable`);
    const [from, to, by] = [start, stop, step].map((each) =>
      each ? this.#bound(this.value(each, scope)) : undefined,
    );
    const stride = by ?? 1;
    if (stride === 0) throw new TemplateProblem('value', 'slice step cannot be zero');
    const items: readonly Value[] = typeof object === 'string' ? [...object] : object.items;
    this.budget.list(items.length);
    const chosen: Value[] = [];
    const first = clamp(from, stride > 0 ? 0 : items.length - 1, items.length, stride);
    const last = clamp(to, stride > 0 ? items.length : -1, items.length, stride);
    for (let at = first; stride > 0 ? at < last : at > last; at += stride) chosen.push(items[at] ?? null);
    return typeof object === 'string' ? chosen.map(String).join('') : new Sequence(object.kind, chosen);
  }

  #bound(value: Value): number | undefined {
    if (value === null) return undefined;
    if (typeof value === 'number') return value;
    throw new TemplateProblem('value', 'slice indices must be integers or None');
  }
}

/** Where a slice begins or ends, counted from the start and inside the list. */
function clamp(bound: number | undefined, fallback: number, length: number, stride: number): number {
  if (bound === undefined) return fallback;
  const place = bound < 0 ? bound + length : bound;
  return stride > 0 ? Math.max(0, Math.min(length, place)) : Math.max(-1, Math.min(length - 1, place));
}

/** What stands for a part that is not there. Names that begin with `_` are closed: they print a complaint, and using one is an error. */
function missing(object: Value, key: Value): Undefined {
  const kind = object instanceof Bag ? object.type : typeName(object);
  if (typeof key === 'string' && key.startsWith('_')) {
    const complaint = `access to attribute '${key.slice(0, 100)}' of '${kind}' object is unsafe.`;
    return new Undefined(`undefined value printed: ${complaint}`, complaint, 'security');
  }
  const named = briefly(key);
  return new Undefined(
    `no such element: ${kind} object[${named}]`,
    `'${kind} object' has no attribute ${named}`,
  );
}
