import { tooMany } from './errors.ts';

const WINDOW = 60_000;
/** Of more askers in a minute the first ones are forgotten. */
const MOST_ASKERS = 10_000;

/** So many of something a minute and asker: a person, or the address of a stranger. */
export class Quota<Asker extends number | string> {
  readonly #most: number;
  readonly #now: () => Date;
  readonly #words: string;
  #taken = new Map<Asker, number>();
  #since = 0;

  /** @param options.words what is told to who takes too many, e.g. `Too many pictures are asked for.` */
  constructor(options: { most: number; now: () => Date; words: string }) {
    this.#most = options.most;
    this.#now = options.now;
    this.#words = options.words;
  }

  /** Takes one. Throws 429 when nothing is left in this minute. */
  take(asker: Asker): void {
    const at = this.#now().getTime();
    if (at - this.#since >= WINDOW) {
      this.#taken = new Map();
      this.#since = at;
    }
    const taken = this.#taken.get(asker) ?? 0;
    if (taken >= this.#most) throw tooMany(this.#words, Math.ceil((this.#since + WINDOW - at) / 1_000));
    const [first] = this.#taken.size >= MOST_ASKERS ? this.#taken.keys() : [];
    if (first !== undefined) this.#taken.delete(first);
    this.#taken.set(asker, taken + 1);
  }
}
