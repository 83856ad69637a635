import { isUnseen, mayBring, type Page } from '@chartroom/model';
import { LRUCache } from 'lru-cache';

/** Pages of people that are remembered. */
const MOST = 1_000;
/** Calls whose answers one page brings along, and characters of their addresses: of what people send no more is kept. */
const MOST_CALLS = 12;
const LONGEST = 1_000;
/** Pages in a row for which an answer may come too late. */
const MOST_MISSES = 3;
/** Characters of an answer that a page brings along; for a larger one its scripts ask. */
const LARGEST = 200_000;

/** A call that a page has made, and the characters of its answer. */
export interface Asked {
  address: string;
  size: number;
}

/**
 * What pages have asked for, beside what every such page asks: that depends on what a person has left open there. The next one
 * of the same person at the same address, in a window that looks the same, brings the answers along.
 */
export class AskedBefore {
  /** How often in a row the answers to calls came too late for their page, by place and address. */
  readonly #known = new LRUCache<string, Map<string, number>>({ max: MOST });

  /** The calls whose answers a page brings along. */
  at(place: string): readonly string[] {
    const known = [...(this.#known.get(place) ?? [])];
    return known.filter(([, misses]) => misses < MOST_MISSES).map(([address]) => address);
  }

  /** Tells which answers were there when the page was sent: what is late again and again, its scripts ask for. */
  carried(place: string, answers: Readonly<Record<string, string>>): void {
    const known = this.#known.get(place);
    for (const address of this.at(place))
      known?.set(address, answers[address] === undefined ? (known.get(address) ?? 0) + 1 : 0);
  }

  /**
   * Remembers what a page has asked for by its scripts.
   *
   * @returns whether there was nothing that it looks by
   */
  learn(place: string, page: Page, asked: readonly Asked[]): boolean {
    const seen = asked.filter(({ address }) => !isUnseen(page, address));
    if (seen.length === 0) return true;
    const known = this.#known.get(place) ?? new Map<string, number>();
    this.#known.set(place, known);
    for (const { address, size } of seen) {
      const isMore = !known.has(address) && known.size < MOST_CALLS;
      const isSmall = size <= LARGEST && address.length <= LONGEST;
      if (isMore && isSmall && mayBring(page, address)) known.set(address, 0);
    }
    return false;
  }
}
