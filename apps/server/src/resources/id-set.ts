import { type RawBuilder, sql } from 'kysely';

/** Ids of one block: the bits of so many words. */
const WORDS = 2_048;
const BLOCK_BITS = 16;

/** A set of ids that never changes: a bit for each, in blocks of 65,536, of which only those with ids in them are there. */
export class IdSet {
  readonly #blocks: ReadonlyMap<number, Uint32Array>;
  readonly size: number;

  private constructor(blocks: ReadonlyMap<number, Uint32Array>) {
    this.#blocks = blocks;
    let size = 0;
    for (const words of blocks.values()) for (const word of words) size += bitsOf(word);
    this.size = size;
  }

  /** The set of some ids, each of which may come more than once. */
  static of(ids: Iterable<number>): IdSet {
    const blocks = new Map<number, Uint32Array>();
    let words: Uint32Array = new Uint32Array(0);
    let last = -1;
    for (const id of ids) {
      const block = id >>> BLOCK_BITS;
      if (block !== last) {
        words = blocks.get(block) ?? new Uint32Array(WORDS);
        blocks.set(block, words);
        last = block;
      }
      words[wordAt(id)] = (words[wordAt(id)] ?? 0) | (1 << (id & 31));
    }
    return new IdSet(blocks);
  }

  /** Bytes that it takes. */
  get bytes(): number {
    return this.#blocks.size * WORDS * 4;
  }

  has(id: number): boolean {
    const words = this.#blocks.get(id >>> BLOCK_BITS);
    return words !== undefined && ((words[wordAt(id)] ?? 0) & (1 << (id & 31))) !== 0;
  }

  /** This set where each of some ids is in it or not as `present` says. */
  settled(ids: Iterable<number>, present: ReadonlySet<number>): IdSet {
    const blocks = new Map(this.#blocks);
    const own = new Set<number>();
    for (const id of ids) {
      const block = id >>> BLOCK_BITS;
      const before = blocks.get(block);
      if (!before && !present.has(id)) continue;
      const words = before ? (own.has(block) ? before : before.slice()) : new Uint32Array(WORDS);
      own.add(block);
      blocks.set(block, words);
      const bit = 1 << (id & 31);
      const word = words[wordAt(id)] ?? 0;
      words[wordAt(id)] = present.has(id) ? word | bit : word & ~bit;
    }
    return new IdSet(blocks);
  }

  /** What is in both. */
  and(other: IdSet): IdSet {
    return this.#combined(other, false, (word, otherWord) => word & otherWord);
  }

  /** What is in this set only. */
  without(other: IdSet): IdSet {
    return this.#combined(other, true, (word, otherWord) => word & ~otherWord);
  }

  /** What is in either. */
  or(other: IdSet): IdSet {
    const blocks = new Map(this.#blocks);
    for (const [block, words] of other.#blocks) {
      const mine = blocks.get(block);
      blocks.set(block, mine ? mine.map((word, at) => word | (words[at] ?? 0)) : words);
    }
    return new IdSet(blocks);
  }

  #combined(other: IdSet, keepsLonely: boolean, combine: (word: number, otherWord: number) => number): IdSet {
    const blocks = new Map<number, Uint32Array>();
    for (const [block, words] of this.#blocks) {
      const others = other.#blocks.get(block);
      if (others)
        blocks.set(
          block,
          words.map((word, at) => combine(word, others[at] ?? 0)),
        );
      else if (keepsLonely) blocks.set(block, words);
    }
    return new IdSet(blocks);
  }

  /** Its ids, in no particular order. */
  *[Symbol.iterator](): Generator<number> {
    for (const [block, words] of this.#blocks) {
      for (const [at, word] of words.entries()) {
        for (let left = word; left !== 0; left &= left - 1)
          yield block * 65_536 + at * 32 + (31 - Math.clz32(left & -left));
      }
    }
  }
}

function wordAt(id: number): number {
  return (id & 65_535) >>> 5;
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The column `id` of some rows as one text: `3,1,20`. To read as many rows takes ten times as long. */
export function idsAsText(rows: RawBuilder<unknown>): RawBuilder<{ ids: string | null }> {
  return sql<{
    ids: string | null;
  }>`select string_agg(cast(part.id as text), ',') as ids from (${rows}) as part`;
}

/** Reads what `idsAsText` tells. */
export function idsIn(text: string | null | undefined): Int32Array {
  if (!text) return new Int32Array(0);
  const ids = new Int32Array(Math.ceil(text.length / 2));
  let count = 0;
  let id = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 44) {
      ids[count] = id;
      count += 1;
      id = 0;
    } else id = id * 10 + code - 48;
  }
  ids[count] = id;
  return ids.slice(0, count + 1);
}
