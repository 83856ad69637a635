/** How much is remembered. */
export interface Remembering {
  /** Entries; the oldest goes for a new one. */
  most: number;
  /** Characters of a name. What has a longer one is not remembered: a few hundred of those would fill the memory. */
  longest: number;
}

/** What was made of texts a moment ago, by those texts: of questions, of SQL. */
export class Remembered<Value> {
  readonly #bounds: Remembering;
  readonly #values = new Map<string, Value>();

  constructor(bounds: Remembering) {
    this.#bounds = bounds;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  set(name: string, value: Value): void {
    if (name.length > this.#bounds.longest) return;
    const oldest = this.#values.size >= this.#bounds.most ? this.#values.keys().next().value : undefined;
    if (oldest !== undefined) this.#values.delete(oldest);
    this.#values.set(name, value);
  }

  delete(name: string): void {
    this.#values.delete(name);
  }
}
