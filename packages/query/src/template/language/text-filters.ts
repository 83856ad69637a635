import { bound, textOr } from '../callable.ts';
import { formatPercent } from '../format-text.ts';
import { defined } from '../operators.ts';
import { TemplateProblem } from '../template-problem.ts';
import { type Filter, itemsOf } from '../tools.ts';
import { Float, numberOf, toJson, truth, tuple, typeName, type Value } from '../value.ts';
import { shown, weigh } from '../weigh.ts';
import { capitalized, centered, replaced, stringMethods, stripped, titled, width } from './string-methods.ts';

/** Filters that make texts and numbers. */
export const textFilters: [string, Filter][] = [
  ...changing(['lower'], (text) => text.toLowerCase()),
  ...changing(['upper'], (text) => text.toUpperCase()),
  ...changing(['title'], titled),
  ...changing(['capitalize'], capitalized),
  ...changing(['string', 'safe'], (text) => text),
  ...changing(['e', 'escape', 'forceescape'], escaped),
  ['trim', (value, args, _named, { budget }) => stripped(shown(value, budget), args[0])],
  [
    'center',
    (value, args, _named, { budget }) => centered(shown(value, budget), width(args[0] ?? 80, budget)),
  ],
  [
    'replace',
    (value, args, _named, { budget }) =>
      replaced(
        shown(value, budget),
        args.map((arg) => (typeof arg === 'number' ? arg : shown(arg, budget))),
        budget,
      ),
  ],
  [
    'format',
    (value, args, _named, { budget }) => formatPercent(shown(value, budget), tuple([...args]), budget),
  ],
  [
    'indent',
    (value, args, named, { budget }) => {
      const [by, first] = bound('indent', [], ['width', 'first', 'blank'], args, named);
      const margin = typeof by === 'string' ? by : ' '.repeat(width(by ?? 4, budget));
      const text = shown(value, budget);
      const lines = text.split('\n');
      budget.text(text.length + lines.length * margin.length);
      return lines
        .map((line, index) => (line === '' || (index === 0 && !truth(first ?? false)) ? line : margin + line))
        .join('\n');
    },
  ],
  [
    'truncate',
    (value, args, named, { budget }) => {
      const [length, kill, end] = bound(
        'truncate',
        [],
        ['length', 'killwords', 'end', 'leeway'],
        args,
        named,
      );
      const most = numberOf(length ?? 255) ?? 255;
      const text = shown(value, budget);
      const ending = textOr(end, '...');
      if (text.length <= most + 5) return text;
      const cut = text.slice(0, Math.max(0, most - ending.length));
      return (truth(kill ?? false) ? cut : cut.replace(/\s\S*$/, '')) + ending;
    },
  ],
  [
    'wordcount',
    (value, _args, _named, { budget }) => shown(value, budget).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0,
  ],
  [
    'urlencode',
    (value, _args, _named, { budget }) =>
      encodeURIComponent(shown(value, budget).toWellFormed()).replaceAll('%2F', '/'),
  ],
  [
    'tojson',
    (value, args, _named, { budget }) => {
      weigh(value, budget);
      const json = toJson(defined(value));
      if (json === undefined)
        throw new TemplateProblem('value', `Object of type ${typeName(value)} is not JSON serializable`);
      return jsonText(value, json, typeof args[0] === 'number' ? width(args[0], budget) : undefined);
    },
  ],
  ['int', (value, args) => toInt(value) ?? args[0] ?? 0],
  [
    'float',
    (value, args) => {
      const number = typeof value === 'string' ? readNumber(value) : numberOf(value);
      return number === undefined ? (args[0] ?? new Float(0)) : new Float(number);
    },
  ],
  [
    'abs',
    (value) => {
      const number = numeric(value);
      return value instanceof Float ? new Float(Math.abs(number)) : Math.abs(number);
    },
  ],
  [
    'round',
    (value, args, named) => {
      const [digits, method] = bound('round', [], ['precision', 'method'], args, named);
      return new Float(rounded(numeric(value), numberOf(digits ?? 0) ?? 0, textOr(method, 'common')));
    },
  ],
  [
    'join',
    (value, args, named, tools) => {
      const [separator, attribute] = bound('join', [], ['d', 'attribute'], args, named);
      const items = itemsOf(value, tools.budget).map((item) =>
        shown(attribute === undefined ? item : tools.part(item, attribute), tools.budget),
      );
      return stringMethods.join?.(textOr(separator, ''), [tuple(items)], new Map(), tools) ?? '';
    },
  ],
];

function changing(names: string[], change: (text: string) => string): [string, Filter][] {
  return names.map((name) => [name, (value, _args, _named, { budget }) => change(shown(value, budget))]);
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&#34;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

/** JSON as Python writes it: blanks after commas and colons, keys in order, nothing that ends a script. */
function jsonText(value: Value, json: unknown, indent: number | undefined): string {
  const text = indent === undefined ? compactJson(json) : JSON.stringify(json, null, indent);
  const float = value instanceof Float && Number.isInteger(value.number) ? `${text}.0` : text;
  return float.replace(/[<>&']/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function compactJson(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(compactJson).join(', ')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}: ${compactJson(each)}`).join(', ')}}`;
}

function toInt(value: Value): number | undefined {
  const number = typeof value === 'string' ? readNumber(value) : numberOf(value);
  if (number === undefined || !Number.isSafeInteger(Math.trunc(number))) return undefined;
  return Math.trunc(number) || 0;
}

function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?(\d[\d_]*\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)
    ? Number(trimmed.replaceAll('_', ''))
    : undefined;
}

function numeric(value: Value): number {
  const number = numberOf(defined(value));
  if (number === undefined)
    throw new TemplateProblem('value', `a number is needed here, not ${typeName(value)}`);
  return number;
}

/** Halves go to the even neighbour, decided on the decimal digits that are printed. */
function rounded(number: number, digits: number, method: string): number {
  const scale = 10 ** Math.max(-20, Math.min(20, digits));
  if (method === 'ceil') return Math.ceil(number * scale) / scale;
  if (method === 'floor') return Math.floor(number * scale) / scale;
  const scaled = Number(`${number}e${digits}`);
  if (!Number.isFinite(scaled)) return number;
  const low = Math.floor(scaled);
  const up = scaled - low > 0.5 || (scaled - low === 0.5 && low % 2 !== 0);
  return Number(`${up ? low + 1 : low}e${-digits}`);
}
