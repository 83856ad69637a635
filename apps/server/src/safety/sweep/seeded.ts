/** Chances that are the same for the same seed. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, not including, `below` (xorshift of 32 bits over a linear congruence). */
  whole(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = this.#state;
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x2c1b3c6d) >>> 0;
    mixed ^= mixed >>> 12;
    return (mixed >>> 0) % below;
  }

  /** One of a list that is not empty. */
  of<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  /** The same things in another order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item): [number, Item] => [this.whole(2 ** 31), item])
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item);
  }
}
