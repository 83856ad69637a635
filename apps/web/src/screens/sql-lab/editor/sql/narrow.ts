/** Names with what is needed to look through many of them. */
interface Index {
  names: readonly string[];
  lower: readonly string[];
}

/** Names that fit to what is written, and how many more do. */
export interface Narrowed {
  names: string[];
  more: number;
}

const indexes = new WeakMap<readonly string[], Index>();

/** How well a name fits: 0 best, 4 least; undefined not at all. */
export type Fit = 0 | 1 | 2 | 3 | 4 | undefined;

/** Letters that have to be written before names fit in which they are but scattered. */
const SCATTERED_FROM = 3;

/** The best of many names, as many of each fit as are asked for, so that no more have to be put in order. */
export function narrow(all: readonly string[], prefix: string, count: number): Narrowed {
  const { names, lower } = indexOf(all);
  const small = prefix.toLowerCase();
  const kept: string[][] = [[], [], [], [], []];
  let fitting = 0;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    const fit = fitOf(name, lower[at] ?? '', prefix, small);
    if (fit === undefined) continue;
    fitting += 1;
    const same = kept[fit];
    if (same && same.length < count) same.push(name);
  }
  const best = kept.flat().slice(0, count);
  return { names: best, more: fitting - best.length };
}

/** Names begin with what is written, in its case or in any, have a part that does, hold it, or hold its letters in order. */
export function fitOf(name: string, small: string, prefix: string, lower: string): Fit {
  if (prefix === '') return 0;
  const at = small.indexOf(lower);
  if (at === 0) return name.startsWith(prefix) ? 0 : 1;
  if (at > 0 && beginsPart(name, at)) return 2;
  if (at > 0 && lower.length > 1) return 3;
  return lower.length >= SCATTERED_FROM && holds(small, lower) ? 4 : undefined;
}

function indexOf(all: readonly string[]): Index {
  const known = indexes.get(all);
  if (known) return known;
  const names = all.toSorted(inOrder);
  const index = { names, lower: names.map((name) => name.toLowerCase()) };
  indexes.set(all, index);
  return index;
}

function inOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** `order_id` and `orderId` have the part `id`. */
function beginsPart(name: string, at: number): boolean {
  const before = name.charAt(at - 1);
  return /[^\p{L}\p{N}]/u.test(before) || (/\p{Lu}/u.test(name.charAt(at)) && /\p{Ll}/u.test(before));
}

function holds(name: string, letters: string): boolean {
  if (name.charAt(0) !== letters.charAt(0)) return false;
  let at = -1;
  for (const letter of letters) {
    at = name.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
