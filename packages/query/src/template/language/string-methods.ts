import type { Budget } from '../budget.ts';
import { bound, textOr } from '../callable.ts';
import { formatBraces } from '../format-text.ts';
import { TemplateProblem } from '../template-problem.ts';
import { itemsOf, type Methods } from '../tools.ts';
import { list, tuple, typeName, type Value } from '../value.ts';
import { searching } from '../weigh.ts';

/** What a text can do: the methods of Python's `str` that a question can need. */
export const stringMethods: Methods<string> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  title: (text) => titled(text),
  capitalize: (text) => capitalized(text),
  swapcase: (text) =>
    [...text].map((char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase())).join(''),
  strip: (text, args) => stripped(text, args[0]),
  lstrip: (text, args) => stripped(text, args[0], 'start'),
  rstrip: (text, args) => stripped(text, args[0], 'end'),
  split: (text, args, named, { budget }) =>
    split(text, bound('split', [], ['sep', 'maxsplit'], args, named), budget),
  splitlines: (text, _args, _named, { budget }) => {
    budget.list(text.length);
    return list(
      text
        .replace(/\n$/, '')
        .split('\n')
        .slice(0, text === '' ? 0 : undefined),
    );
  },
  replace: (text, args, _named, { budget }) => replaced(text, args, budget),
  startswith: (text, args) => affixes('startswith', args).some((each) => text.startsWith(each)),
  endswith: (text, args) => affixes('endswith', args).some((each) => text.endsWith(each)),
  join: (text, args, _named, { budget }) => joined(itemsOf(args[0] ?? null, budget), text, budget),
  format: (text, args, named, { budget }) => formatBraces(text, args, named, budget),
  find: (text, args, _named, { budget }) => text.indexOf(sought('find', text, args[0], budget)),
  count: (text, args, _named, { budget }) => text.split(sought('count', text, args[0], budget)).length - 1,
  isdigit: (text) => /^\p{Nd}+$/u.test(text),
  isnumeric: (text) => /^\p{N}+$/u.test(text),
  isalpha: (text) => /^\p{L}+$/u.test(text),
  isalnum: (text) => /^[\p{L}\p{N}]+$/u.test(text),
  isspace: (text) => /^\s+$/.test(text),
  isupper: (text) => text !== text.toLowerCase() && text === text.toUpperCase(),
  islower: (text) => text !== text.toUpperCase() && text === text.toLowerCase(),
  zfill: (text, args, _named, { budget }) => {
    const sign = /^[+-]/.exec(text)?.[0] ?? '';
    return sign + text.slice(sign.length).padStart(width(args[0], budget) - sign.length, '0');
  },
  ljust: (text, args, _named, { budget }) => text.padEnd(width(args[0], budget), textOr(args[1], ' ')),
  rjust: (text, args, _named, { budget }) => text.padStart(width(args[0], budget), textOr(args[1], ' ')),
  center: (text, args, _named, { budget }) => centered(text, width(args[0], budget)),
  partition: (text, args, _named, { budget }) => {
    const separator = sought('partition', text, args[0], budget);
    const at = text.indexOf(separator);
    return at < 0
      ? tuple([text, '', ''])
      : tuple([text.slice(0, at), separator, text.slice(at + separator.length)]);
  },
};

/** A text with each word's first letter large. */
export function titled(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[^\p{L}'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}

export function centered(text: string, size: number): string {
  const before = Math.floor(Math.max(0, size - text.length) / 2);
  return text.padStart(text.length + before).padEnd(size);
}

/** Texts with a separator between them. */
export function joined(items: readonly Value[], separator: string, budget: Budget): string {
  const texts = items.map((item, index) => {
    if (typeof item === 'string') return item;
    throw new TemplateProblem(
      'value',
      `sequence item ${index}: expected str instance, ${typeName(item)} found`,
    );
  });
  budget.text(texts.reduce((sum, text) => sum + text.length + separator.length, 0));
  return texts.join(separator);
}

/** `replace(old, new, count)` of a text, as a method and as a filter. */
export function replaced(text: string, args: readonly Value[], budget: Budget): string {
  const [old, fresh] = [sought('replace', text, args[0], budget), needed('replace', args[1])];
  const most = typeof args[2] === 'number' && args[2] >= 0 ? args[2] : Number.POSITIVE_INFINITY;
  const pieces = text.split(old);
  const count = Math.min(pieces.length - 1, most);
  budget.list(pieces.length);
  budget.text(text.length + count * fresh.length);
  return pieces.reduce(
    (made, piece, index) => (index === 0 ? piece : made + (index <= count ? fresh : old) + piece),
    '',
  );
}

/** A width that somebody asks for, within what a text may have. */
export function width(value: Value | undefined, budget: Budget): number {
  if (typeof value !== 'number')
    throw new TemplateProblem('value', `a width is a whole number, not ${typeName(value ?? null)}`);
  budget.text(Math.max(0, value));
  return value;
}

/** A text without the given characters, or without white space, at both ends or one. */
export function stripped(
  text: string,
  characters: Value | undefined,
  ends: 'both' | 'start' | 'end' = 'both',
): string {
  const away = typeof characters === 'string' ? new Set(characters) : undefined;
  const isAway = away ? (char: string) => away.has(char) : (char: string) => /\s/.test(char);
  let [start, end] = [0, text.length];
  while (ends !== 'end' && start < end && isAway(text.charAt(start))) start += 1;
  while (ends !== 'start' && end > start && isAway(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function split(text: string, [separator, most]: readonly (Value | undefined)[], budget: Budget): Value {
  budget.list(text.length);
  const limit = typeof most === 'number' && most >= 0 ? most : undefined;
  if (typeof separator === 'string') {
    if (separator === '') throw new TemplateProblem('value', 'empty separator');
    searching(text, separator, budget);
    const pieces = text.split(separator);
    return list(
      limit === undefined
        ? pieces
        : [
            ...pieces.slice(0, limit),
            ...(pieces.length > limit ? [pieces.slice(limit).join(separator)] : []),
          ],
    );
  }
  const trimmed = text.trim();
  return list(trimmed === '' ? [] : trimmed.split(/\s+/));
}

function affixes(method: string, [given]: readonly Value[]): string[] {
  const wanted = given instanceof Object && 'items' in given ? given.items : [given];
  return wanted.map((each) => needed(method, each));
}

/** A text that is looked for in another; the search is charged. */
function sought(method: string, text: string, value: Value | undefined, budget: Budget): string {
  const wanted = needed(method, value);
  searching(text, wanted, budget);
  return wanted;
}

function needed(method: string, value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw new TemplateProblem('value', `${method}() argument must be str, not ${typeName(value ?? null)}`);
}
