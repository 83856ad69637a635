import { isJsonObject, type JsonValue } from '@chartroom/model';

/**
 * A value inside a template. Whole numbers are plain numbers; everything else that is no text, truth or nothing
 * is one of the classes below, and only what these classes list can be reached from a template.
 */
export type Value =
  | null
  | boolean
  | number
  | string
  | Float
  | Sequence
  | Dict
  | Moment
  | Undefined
  | Callable
  | Bag;

/** A number with a fraction; `1.0` stays apart from `1`, as it is printed otherwise. */
export class Float {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** Several values in order; `kind` decides how they are printed. */
export class Sequence {
  readonly kind: 'list' | 'tuple' | 'range';
  readonly items: Value[];
  constructor(kind: 'list' | 'tuple' | 'range', items: Value[]) {
    this.kind = kind;
    this.items = items;
  }
}

/** Values by key. Equal keys (`1`, `1.0`, `true`) are one. */
export class Dict {
  readonly entries = new Map<string, [key: Value, value: Value]>();
  constructor(entries: Iterable<readonly [Value, Value]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }
  get(key: Value): Value | undefined {
    const id = keyOf(key);
    return id === undefined ? undefined : this.entries.get(id)?.[1];
  }
  has(key: Value): boolean {
    const id = keyOf(key);
    return id !== undefined && this.entries.has(id);
  }
  set(key: Value, value: Value): void {
    const id = keyOf(key);
    if (id === undefined) throw new TypeError(`unhashable type: '${typeName(key)}'`);
    const known = this.entries.get(id);
    this.entries.set(id, [known ? known[0] : key, value]);
  }
  delete(key: Value): void {
    const id = keyOf(key);
    if (id !== undefined) this.entries.delete(id);
  }
}

/** A naive moment: milliseconds of the wall clock, microseconds as their fraction. */
export class Moment {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

/** What a name without a value stands for. It prints its own source (or nothing), is false and empty, and fails when used. */
export class Undefined {
  /** The words that print it between the double braces; null prints nothing. */
  readonly source: string | null;
  /** What is said when it is used. */
  readonly complaint: string;
  /** `security` for what is closed rather than absent. */
  readonly problem: 'undefined' | 'security';
  constructor(source: string | null, complaint: string, problem: 'undefined' | 'security' = 'undefined') {
    this.source = source;
    this.complaint = complaint;
    this.problem = problem;
  }
}

/** Something that can be called. */
export class Callable {
  readonly name: string;
  readonly call: (args: readonly Value[], named: ReadonlyMap<string, Value>) => Value;
  /** `type` for what makes things, as errors say it. */
  readonly type: 'function' | 'type';
  constructor(
    name: string,
    call: (args: readonly Value[], named: ReadonlyMap<string, Value>) => Value,
    type: 'function' | 'type' = 'function',
  ) {
    this.name = name;
    this.call = call;
    this.type = type;
  }
}

/** Named parts: a loop's state, a time filter, a namespace. Only a `writable` one takes `{% set bag.part = … %}`. */
export class Bag {
  readonly type: string;
  readonly parts: Map<string, Value>;
  readonly writable: boolean;
  constructor(type: string, parts: Iterable<readonly [string, Value]>, writable = false) {
    this.type = type;
    this.parts = new Map(parts);
    this.writable = writable;
  }
}

export function list(items: Value[]): Sequence {
  return new Sequence('list', items);
}

export function tuple(items: Value[]): Sequence {
  return new Sequence('tuple', items);
}

/** JSON as a value of a template. Numbers that are not whole become floats. */
export function fromJson(json: JsonValue | undefined): Value {
  if (json === null || json === undefined || typeof json === 'boolean' || typeof json === 'string')
    return json ?? null;
  if (typeof json === 'number') return Number.isSafeInteger(json) ? json : new Float(json);
  if (Array.isArray(json)) return list(json.map(fromJson));
  return new Dict(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
}

/** Whatever came over the wire as a value; what JSON does not hold is nothing. */
export function fromUnknown(value: unknown): Value {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return fromJson(value);
  if (Array.isArray(value)) return list(value.map(fromUnknown));
  if (isJsonObject(value))
    return new Dict(Object.entries(value).map(([key, each]) => [key, fromUnknown(each)]));
  return null;
}

/** A value as JSON; undefined for what has no such form. Moments are ISO text. */
export function toJson(value: Value): JsonValue | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value;
  if (value instanceof Float) return Number.isFinite(value.number) ? value.number : null;
  if (value instanceof Sequence) return value.items.map((item) => toJson(item) ?? null);
  if (value instanceof Dict) {
    return Object.fromEntries(
      [...value.entries.values()].map(([key, each]) => [printed(key), toJson(each) ?? null]),
    );
  }
  return value instanceof Moment ? isoText(value.ms) : undefined;
}

/** The name of a value's type, as errors say it. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'number') return 'int';
  if (value instanceof Float) return 'float';
  if (value instanceof Sequence) return value.kind;
  if (value instanceof Dict) return 'dict';
  if (value instanceof Moment) return 'datetime';
  if (value instanceof Undefined) return 'Undefined';
  return value.type;
}

/** A value as output shows it. */
export function printed(value: Value): string {
  if (typeof value === 'string') return value;
  if (value instanceof Moment) return isoText(value.ms).replace('T', ' ');
  return written(value);
}

/** A value as it stands inside a list: texts in quotes. */
export function written(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Float) return floatText(value.number);
  if (value instanceof Undefined) return value.source === null ? '' : `{{ ${value.source} }}`;
  if (value instanceof Moment) return `datetime(${isoText(value.ms)})`;
  if (value instanceof Dict) {
    return `{${[...value.entries.values()].map(([key, each]) => `${written(key)}: ${written(each)}`).join(', ')}}`;
  }
  if (value instanceof Callable) return `<function ${value.name}>`;
  if (value instanceof Bag) return `<${value.type}>`;
  if (value.kind === 'range') return rangeText(value.items);
  const items = value.items.map(written).join(', ');
  if (value.kind === 'list') return `[${items}]`;
  return value.items.length === 1 ? `(${items},)` : `(${items})`;
}

/** Naive ISO text; microseconds only where there are some. */
export function isoText(ms: number): string {
  const whole = new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19);
  const micros = Math.round((ms - Math.floor(ms / 1000) * 1000) * 1000);
  return micros === 0 ? whole : `${whole}.${String(micros).padStart(6, '0')}`;
}

/** Whether a value counts as true. */
export function truth(value: Value): boolean {
  if (value === null || typeof value === 'boolean') return value === true;
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'number') return value !== 0;
  if (value instanceof Float) return value.number !== 0;
  if (value instanceof Sequence) return value.items.length > 0;
  if (value instanceof Dict) return value.entries.size > 0;
  return !(value instanceof Undefined);
}

/** A value's number: whole ones, floats and truths have one. */
export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Float) return value.number;
  return typeof value === 'boolean' ? Number(value) : undefined;
}

/** Whether two values are equal. */
export function same(left: Value, right: Value): boolean {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return a === b;
  if (left instanceof Sequence && right instanceof Sequence) {
    return (
      (left.kind === 'tuple') === (right.kind === 'tuple') &&
      left.items.length === right.items.length &&
      left.items.every((item, index) => same(item, right.items[index] ?? null))
    );
  }
  if (left instanceof Dict && right instanceof Dict) {
    if (left.entries.size !== right.entries.size) return false;
    return [...left.entries.values()].every(([key, value]) => {
      const other = right.get(key);
      return other !== undefined && same(value, other);
    });
  }
  if (left instanceof Moment && right instanceof Moment) return left.ms === right.ms;
  if (left instanceof Undefined && right instanceof Undefined) return true;
  return left === right;
}

/** Tuples inside one another in a key; deeper ones are none. */
const DEEPEST_KEY = 50;

function keyOf(key: Value, depth = 0): string | undefined {
  if (typeof key === 'string') return `s${key}`;
  if (key === null) return 'null';
  const number = numberOf(key);
  if (number !== undefined) return `n${number}`;
  if (key instanceof Moment) return `m${key.ms}`;
  if (!(key instanceof Sequence) || key.kind !== 'tuple') return undefined;
  if (depth >= DEEPEST_KEY) return undefined;
  const parts = key.items.map((item) => keyOf(item, depth + 1));
  // The length of each part tells where it ends.
  return parts.includes(undefined)
    ? undefined
    : `t${parts.map((part = '') => `${part.length}:${part}`).join('')}`;
}

/** Shortest digits; a power of ten below 1e-4 and from 1e16 on. */
function floatText(number: number): string {
  if (Number.isNaN(number)) return 'nan';
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf';
  const [digits = '0', power = '0'] = number.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (Object.is(number, -0)) return '-0.0';
  if (Number.isInteger(number)) return `${number}.0`;
  const text = String(number);
  return text.includes('e') ? number.toFixed(digits.replace(/^-?\d\.?/, '').length - exponent) : text;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (char === quote || char === '\\') out += `\\${char}`;
    else if (char === '\n') out += '\\n';
    else if (char === '\r') out += '\\r';
    else if (char === '\t') out += '\\t';
    else if (code < 32 || (code >= 127 && code < 161)) out += `\\x${code.toString(16).padStart(2, '0')}`;
    else out += char;
  }
  return out + quote;
}

function rangeText(items: Value[]): string {
  const [first = 0, second] = items;
  const [start, next] = [numberOf(first) ?? 0, numberOf(second ?? null)];
  const step = next === undefined ? 1 : next - start;
  const stop = items.length === 0 ? start : start + step * items.length;
  return step === 1 ? `range(${start}, ${stop})` : `range(${start}, ${stop}, ${step})`;
}
