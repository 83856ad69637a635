import type { Dialect } from '../dialect.ts';
import type { FragmentFault } from './expression-tree.ts';
import { readyParser } from './parser.ts';

/** How many characters of texts are kept with their verdicts, and how long one may be. */
const MOST_KEPT = 4_000_000;
const LONGEST_KEPT = 100_000;

/** Verdicts by dialect and text, the one that was used longest ago first: the same questions come again and again. */
const kept = new Map<string, FragmentFault | undefined>();
let characters = 0;

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
  if (kept.has(key)) {
    const verdict = kept.get(key);
    kept.delete(key);
    kept.set(key, verdict);
    return verdict;
  }
  const verdict = readyParser().expressionFault(text, dialect, queries);
  if (key.length > LONGEST_KEPT) return verdict;
  kept.set(key, verdict);
  characters += key.length;
  for (const oldest of kept.keys()) {
    if (characters <= MOST_KEPT) break;
    kept.delete(oldest);
    characters -= oldest.length;
  }
  return verdict;
}

/** A column's name, or a number: the words have said all there is to say, and parsers take names such as `set` for words. */
function isOneName(text: string): boolean {
  return /^(?:[\p{L}_][\p{L}\p{N}_]*|\d+)$/u.test(text);
}
