/** For whom a job is, as its payload says; what nobody asked for is all one. */
export function askerOf({ payload }: { payload: Readonly<Record<string, unknown>> }): string {
  return typeof payload.user === 'number' ? String(payload.user) : '';
}

/** The place of a job in the line of those that wait. */
export interface Turn {
  asker: string;
  /** Ids grow in the order in which jobs come. */
  id: number;
}

/**
 * Who waits for work of one kind. People take turns: the next job is one of who has the fewest under way, and among
 * equals of who had their turn longest ago. Whoever asks for fifty things keeps nobody else waiting for more than what
 * runs already.
 */
export class WaitingLine {
  readonly #waiting = new Map<string, { ids: Set<number>; last: number }>();
  readonly #underWay = new Map<string, number>();
  /** When each of them had a turn last, counted in turns. */
  readonly #served = new Map<string, number>();
  #turns = 0;

  /** Lines up a job; one that waits already, or comes back, stands where its id puts it. */
  add({ asker, id }: Turn): void {
    const own = this.#waiting.get(asker) ?? { ids: new Set<number>(), last: 0 };
    if (id < own.last) own.ids = new Set([...own.ids, id].sort((a, b) => a - b));
    else own.ids.add(id);
    own.last = Math.max(own.last, id);
    this.#waiting.set(asker, own);
  }

  /** Takes a job out that is not to be done. */
  remove({ asker, id }: Turn): void {
    const own = this.#waiting.get(asker);
    own?.ids.delete(id);
    if (own?.ids.size === 0) this.#waiting.delete(asker);
  }

  /**
   * The next job, which is under way from here on until `end`; undefined when none waits, or only jobs of people who have
   * `most` under way.
   */
  next(most = Number.POSITIVE_INFINITY): Turn | undefined {
    let best: (Turn & { rank: readonly number[] }) | undefined;
    for (const [asker, { ids }] of this.#waiting) {
      const [id = 0] = ids;
      const underWay = this.#underWay.get(asker) ?? 0;
      if (underWay >= most) continue;
      const rank = [underWay, this.#served.get(asker) ?? 0, id];
      if (!best || isBefore(rank, best.rank)) best = { asker, id, rank };
    }
    if (!best) return undefined;
    const { asker, id } = best;
    this.remove(best);
    this.#underWay.set(asker, (this.#underWay.get(asker) ?? 0) + 1);
    this.#turns += 1;
    this.#served.set(asker, this.#turns);
    return { asker, id };
  }

  /** A job that was next is under way no more. */
  end({ asker }: Turn): void {
    const left = (this.#underWay.get(asker) ?? 1) - 1;
    if (left > 0) this.#underWay.set(asker, left);
    else this.#underWay.delete(asker);
    // Who wants nothing any more is forgotten.
    if (left <= 0 && !this.#waiting.has(asker)) this.#served.delete(asker);
  }
}

/** Whether the first difference of two lists of numbers is in favour of the first one. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
}
