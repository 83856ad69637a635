import { type Fit, fitOf } from './narrow.ts';
import type { Offer, Offered } from './offers.ts';

/** Names that are shown at most; what is left out is told. */
const SHOWN = 80;

export interface Ranked {
  shown: Offer[];
  /** How many more fit. */
  more: number;
}

/**
 * The names that fit to what is written, the best first: those that begin with it as it is, then in any case, then
 * those with a part that does, that hold it, and in which its letters stand one after another.
 */
export function rank({ offers, left }: Offered, prefix: string): Ranked {
  const lower = prefix.toLowerCase();
  const classes: Offer[][] = [[], [], [], [], []];
  for (const each of offers) {
    const fit = offerFit(each, prefix, lower);
    if (fit !== undefined) classes[fit]?.push(each);
  }
  const total = classes.reduce((sum, { length }) => sum + length, 0);
  const shown: Offer[] = [];
  for (const each of classes) {
    if (shown.length >= SHOWN) break;
    shown.push(...each.toSorted(inOrder).slice(0, SHOWN - shown.length));
  }
  return { shown, more: total - shown.length + left };
}

function offerFit({ name, kind }: Offer, prefix: string, lower: string): Fit {
  const fit = fitOf(name, name.toLowerCase(), prefix, lower);
  if (fit === undefined || fit === 0) return fit;
  // Nobody writes words of the language as they are shown, and nobody looks for them by their middle.
  if (fit === 1) return WORDS.has(kind) ? 0 : 1;
  if (kind === 'function') return fit === 2 ? 2 : undefined;
  return WORDS.has(kind) ? undefined : fit;
}

const WORDS: ReadonlySet<Offer['kind']> = new Set(['keyword', 'type', 'function', 'snippet']);

function inOrder(one: Offer, other: Offer): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
