import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Characters of pictures in memory. */
const MOST = 32 * 1024 * 1024;
/** Milliseconds for which one is kept: what it shows beside the answers that its key is of does not grow older than those. */
const OLDEST = 3_600_000;
/** Keys under which a picture may be handed in. */
const MOST_KEYS = 10_000;

/**
 * What pages looked like when they were complete, each handed in by the browser of the person who saw it, and shown to that
 * person alone: as the beginning of the next page that would look the same.
 */
export class OwnPictures {
  readonly #kept = new LRUCache<string, string>({
    maxSize: MOST,
    sizeCalculation: (picture) => picture.length || 1,
    ttl: OLDEST,
  });
  /** Whose the keys are under which there is no picture yet. */
  readonly #wanted = new LRUCache<string, number>({ max: MOST_KEYS });

  /** The picture of a key, a data URL; undefined where there is none, which this person may hand in from now on. */
  find(key: string, person: number): string | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) this.#wanted.set(key, person);
    return kept;
  }

  /** Keeps a picture under a key that this person was given, once. */
  keep(key: string, person: number, picture: string): boolean {
    if (this.#wanted.get(key) !== person) return false;
    this.#wanted.delete(key);
    this.#kept.set(key, picture);
    return true;
  }
}

/** The key of everything that a page looks like: pages of one key look the same. */
export function pictureKey(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
}
