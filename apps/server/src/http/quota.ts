import type { Allowance, Counts } from '../security/counts.ts';
import { tooMany } from './errors.ts';

/**
 * So many of something in some time by each asker: a person, or the address of a stranger. Takes one; rejects with 429 when
 * nothing is left in this time, and says `words`, e.g. `Too many pictures are asked for.`
 */
export type Quota = (asker: number | string) => Promise<void>;

export function createQuota(counts: Counts, allowance: Allowance, words: string): Quota {
  const count = counts.of(allowance);
  return async (asker) => {
    const wait = await count.take(String(asker));
    if (wait !== undefined) throw tooMany(words, wait);
  };
}
