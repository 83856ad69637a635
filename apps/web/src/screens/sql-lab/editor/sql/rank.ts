import type { Offer } from './offers.ts';

/** Names that are shown at most; what is left out is told. */
export const SHOWN = 200;

export interface Ranked {
  shown: Offer[];
  /** How many more fit. */
  more: number;
}

/** Letters that have to be written before names fit in which they are but scattered. */
const SCATTERED_FROM = 3;

/**
 * The names that fit to what is written, the best first: those that begin with it as it is, then in any case, then
 * those with a part that does, that hold it, and in which its letters stand one after another.
 */
export function rank(offers: readonly Offer[], prefix: string): Ranked {
  const lower = prefix.toLowerCase();
  const classes: Offer[][] = [[], [], [], [], []];
  for (const each of offers) {
    const fit = fitOf(each, prefix, lower);
    if (fit !== undefined) classes[fit]?.push(each);
  }
  const total = classes.reduce((sum, { length }) => sum + length, 0);
  const shown: Offer[] = [];
  for (const each of classes) {
    if (shown.length >= SHOWN) break;
    shown.push(...best(each, SHOWN - shown.length));
  }
  return { shown, more: total - shown.length };
}

/** 0 fits best; undefined does not fit. */
function fitOf({ name, kind }: Offer, prefix: string, lower: string): number | undefined {
  if (prefix === '') return 0;
  // Nobody writes key words as they are shown.
  const isWord = kind === 'keyword' || kind === 'type' || kind === 'function' || kind === 'snippet';
  const small = name.toLowerCase();
  if (small.startsWith(lower)) return isWord || name.startsWith(prefix) ? 0 : 1;
  if (kind === 'keyword' || kind === 'type' || kind === 'snippet') return undefined;
  const at = small.indexOf(lower);
  if (at > 0 && beginsPart(name, at)) return 2;
  if (lower.length > 1 && at > 0 && kind !== 'function') return 3;
  return lower.length >= SCATTERED_FROM && kind !== 'function' && holds(small, lower) ? 4 : undefined;
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

/** The first few in order; the rest needs none. */
function best(offers: readonly Offer[], count: number): Offer[] {
  if (offers.length <= count * 4) return offers.toSorted(inOrder).slice(0, count);
  const kept: Offer[] = [];
  for (const each of offers) {
    const last = kept[count - 1];
    if (last && inOrder(each, last) >= 0) continue;
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const there = kept[middle];
      if (there && inOrder(there, each) <= 0) low = middle + 1;
      else high = middle;
    }
    kept.splice(low, 0, each);
    if (kept.length > count) kept.pop();
  }
  return kept;
}

function inOrder(one: Offer, other: Offer): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
