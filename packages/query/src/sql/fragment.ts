import { LRUCache } from 'lru-cache';
import type { Dialect } from '../dialect.ts';
import type { FragmentFault } from './expression-tree.ts';
import { readyParser } from './parser.ts';

/** How many characters of texts are kept with their verdicts, and how long one may be. */
const MOST_KEPT = 4_000_000;
const LONGEST_KEPT = 100_000;

/** Verdicts by dialect and text: the same questions come again and again. */
const kept = new LRUCache<string, { fault: FragmentFault | undefined }>({
  maxSize: MOST_KEPT,
  maxEntrySize: LONGEST_KEPT,
  sizeCalculation: (_verdict, key) => key.length,
});

/**
 * What keeps a text from being one scalar expression in the eyes of the parser; undefined when it is one. `unread`: the
 * parser cannot read it. `queries` says that sub-queries which only read may stand in it.
 */
export function fragmentFault(
  text: string,
  dialect: Pick<Dialect, 'id' | 'parser' | 'lexical'>,
  queries: boolean,
): FragmentFault | undefined {
  if (isOneName(text)) return undefined;
  const key = `${dialect.id} ${queries} ${text}`;
  const known = kept.get(key);
  if (known) return known.fault;
  const fault = readyParser().expressionFault(text, dialect, queries);
  kept.set(key, { fault });
  return fault;
}

/** A column's name, or a number: the words have said all there is to say, and parsers take names such as `set` for words. */
function isOneName(text: string): boolean {
  return /^(?:[\p{L}_][\p{L}\p{N}_]*|\d+)$/u.test(text);
}
