import { createHash } from 'node:crypto';
import type { Page } from '@chartroom/model';
import { LRUCache } from 'lru-cache';

/** Characters of pictures in memory. */
const MOST = 32 * 1024 * 1024;
/** Milliseconds for which one is kept: what it shows beside the answers that its key is of does not grow older than those. */
const OLDEST = 3_600_000;
/** Keys under which a picture may be handed in. */
const MOST_KEYS = 10_000;

/** A picture that somebody may hand in. */
export interface Wanted {
  person: number;
  page: Page;
  /** Where the page stands for this person: see `AskedBefore`. */
  place: string;
}

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
  /** Whose the keys are under which there is no picture yet, and of what. */
  readonly #wanted = new LRUCache<string, Wanted>({ max: MOST_KEYS });

  /** The picture of a key, a data URL; undefined where there is none, which may be handed in from now on. */
  find(key: string, wanted: Wanted): string | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) this.#wanted.set(key, wanted);
    return kept;
  }

  /** Of what a picture is wanted under a key that this person was given. */
  wanted(key: string, person: number): Wanted | undefined {
    const wanted = this.#wanted.get(key);
    return wanted?.person === person ? wanted : undefined;
  }

  /** Keeps a picture under a key that this person was given, once. */
  keep(key: string, person: number, picture: string): boolean {
    if (!this.wanted(key, person)) return false;
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
