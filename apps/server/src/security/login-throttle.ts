/** Slows down guessing: after too many failed tries from an address, or on an account, within a time, further ones are refused. */
export interface LoginThrottle {
  /**
   * Makes one try for an address or an account. A try fails when it resolves with undefined; one that rejects counts for nothing.
   * Tries at the same time share what is left: those for which nothing is left yet wait for the others to end.
   */
  attempt<T>(name: string, tryIt: () => Promise<T | undefined>): Promise<Attempt<T>>;
}

/** What came of a try, or the seconds after which another may be made. */
export type Attempt<T> = { result: T | undefined } | { wait: number };

interface Tries {
  failed: number;
  since: number;
  running: number;
  waiting: (() => void)[];
}

const MINUTE = 60_000;
const MOST_NAMES = 10_000;

/** @param options.most failed tries of a name within `window` milliseconds, a minute unless told */
export function createLoginThrottle(options: {
  most: number;
  now: () => Date;
  window?: number;
}): LoginThrottle {
  const window = options.window ?? MINUTE;
  const known = new Map<string, Tries>();
  const triesOf = (name: string): Tries => {
    const at = options.now().getTime();
    const tries = known.get(name) ?? { failed: 0, since: at, running: 0, waiting: [] };
    if (at - tries.since >= window) Object.assign(tries, { failed: 0, since: at });
    if (!known.has(name) && known.size >= MOST_NAMES) known.delete(known.keys().next().value ?? '');
    known.set(name, tries);
    return tries;
  };
  return {
    attempt: async (name, tryIt) => {
      let tries = triesOf(name);
      while (tries.failed < options.most && tries.failed + tries.running >= options.most) {
        const { waiting } = tries;
        await new Promise<void>((resolve) => waiting.push(resolve));
        tries = triesOf(name);
      }
      if (tries.failed >= options.most)
        return { wait: Math.ceil((tries.since + window - options.now().getTime()) / 1000) };
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
