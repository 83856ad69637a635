import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Act } from '../http/act.ts';
import { type AskedPicture, type DrawingServices, drawAsked } from './chart-picture.ts';

/** Bytes of pictures in memory. */
const MOST = 24 * 1024 * 1024;
/** Bytes of one that is kept: a page does not come with a larger one. */
const LARGEST = 1024 * 1024;

/**
 * Pictures of dashboards that were drawn, by everything that they are made of: who sees the same gets the same, and twenty who
 * open one dashboard at a time cost one drawing. Whoever asks has been given the answers already.
 */
export class KeptDrawings {
  readonly #kept = new LRUCache<string, string>({
    maxSize: MOST,
    sizeCalculation: (svg) => svg.length || 1,
  });
  /** Those that are being drawn. */
  readonly #flights = new Map<string, Promise<void>>();

  /** The SVG of what was asked; undefined where it has to be drawn first, which begins with that. */
  find(asked: AskedPicture, { services, caller }: Act<DrawingServices>): string | undefined {
    const key = askedKey(asked);
    const kept = this.#kept.get(key);
    if (kept !== undefined || this.#flights.has(key)) return kept;
    // Whoever leaves before it is drawn may come again.
    const flight = drawAsked(asked, { services, caller, signal: new AbortController().signal })
      .then(([svg]) => {
        if (svg && svg.length <= LARGEST) this.#kept.set(key, svg.toString());
      })
      .catch((error: unknown) =>
        services.say(`A first picture was not drawn: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return undefined;
  }
}

/** What was asked in a word: of the same key are pictures that are the same. */
export function askedKey({ work, answers }: AskedPicture): string {
  const hash = createHash('sha256').update(JSON.stringify(work));
  for (const { rows } of answers) for (const piece of rows) hash.update(piece);
  return hash.digest('base64url');
}
