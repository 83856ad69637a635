/** Slows down guessing: after too many failed sign-ins from an address within a minute, further ones are refused. */
export interface LoginThrottle {
  /**
   * Makes one try for an address. A try fails when it resolves with undefined; one that rejects counts for nothing.
   * Tries at the same time share what is left: those for which nothing is left yet wait for the others to end.
   */
  attempt<T>(address: string, tryIt: () => Promise<T | undefined>): Promise<Attempt<T>>;
}

/** What came of a try, or the seconds after which another may be made. */
export type Attempt<T> = { result: T | undefined } | { wait: number };

interface Tries {
  failed: number;
  since: number;
  running: number;
  waiting: (() => void)[];
}

const WINDOW = 60_000;
const MOST_ADDRESSES = 10_000;

/** @param options.most failed tries a minute and address */
export function createLoginThrottle(options: { most: number; now: () => Date }): LoginThrottle {
  const known = new Map<string, Tries>();
  const triesOf = (address: string): Tries => {
    const at = options.now().getTime();
    const tries = known.get(address) ?? { failed: 0, since: at, running: 0, waiting: [] };
    if (at - tries.since >= WINDOW) Object.assign(tries, { failed: 0, since: at });
    if (!known.has(address) && known.size >= MOST_ADDRESSES) known.delete(known.keys().next().value ?? '');
    known.set(address, tries);
    return tries;
  };
  return {
    attempt: async (address, tryIt) => {
      let tries = triesOf(address);
      while (tries.failed < options.most && tries.failed + tries.running >= options.most) {
        const { waiting } = tries;
        await new Promise<void>((resolve) => waiting.push(resolve));
        tries = triesOf(address);
      }
      if (tries.failed >= options.most) return { wait: Math.ceil((tries.since + WINDOW - options.now().getTime()) / 1000) };
      tries.running += 1;
      try {
        const result = await tryIt();
        if (result === undefined) tries.failed += 1;
        return { result };
      } finally {
        tries.running -= 1;
        for (const next of tries.waiting.splice(0)) next();
      }
    },
  };
}
