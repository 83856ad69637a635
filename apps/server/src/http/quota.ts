import { tooMany } from './errors.ts';

/** Of more askers at a time the first ones are forgotten. */
const MOST_ASKERS = 10_000;

/** So many of something in some time, a minute mostly, and by each asker: a person, or the address of a stranger. */
export class Quota<Asker extends number | string> {
  readonly #most: number;
  readonly #window: number;
  readonly #now: () => Date;
  readonly #words: string;
  #taken = new Map<Asker, number>();
  #since = 0;

  /**
   * @param options.seconds within which so many may be taken; 60 when absent
   * @param options.words what is told to who takes too many, e.g. `Too many pictures are asked for.`
   */
  constructor(options: { most: number; seconds?: number; now: () => Date; words: string }) {
    this.#most = options.most;
    this.#window = (options.seconds ?? 60) * 1_000;
    this.#now = options.now;
    this.#words = options.words;
  }

  /** Takes one. Throws 429 when nothing is left in this time. */
  take(asker: Asker): void {
    const at = this.#now().getTime();
    if (at - this.#since >= this.#window) {
      this.#taken = new Map();
      this.#since = at;
    }
    const taken = this.#taken.get(asker) ?? 0;
    if (taken >= this.#most) throw tooMany(this.#words, Math.ceil((this.#since + this.#window - at) / 1_000));
    const [first] = this.#taken.size >= MOST_ASKERS ? this.#taken.keys() : [];
    if (first !== undefined) this.#taken.delete(first);
    this.#taken.set(asker, taken + 1);
  }
}
