import type { Allowance, Counts, Left } from './counts.ts';

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

/** Those who try by one name at the moment, and what was last heard of how many more may fail. */
interface Crowd extends Left {
  size: number;
  tries: Set<Promise<void>>;
  asked: number;
  heard: number;
}

/** Counts failed tries; `allowance.most` of a name are let through. */
export function createLoginThrottle(counts: Counts, allowance: Allowance): LoginThrottle {
  const failures = counts.of(allowance);
  const crowds = new Map<string, Crowd>();
  /** Answers may come in another order than they were asked for: an older one says nothing any more. */
  const hear = async (crowd: Crowd, asking: Promise<Left>) => {
    const number = ++crowd.asked;
    const left = await asking;
    if (number > crowd.heard) Object.assign(crowd, left, { heard: number });
  };
  const attempt: LoginThrottle['attempt'] = async (name, tryIt) => {
    const crowd = crowds.get(name) ?? { size: 0, tries: new Set(), asked: 0, heard: 0, left: 0, wait: 0 };
    crowds.set(name, crowd);
    crowd.size += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    try {
      await hear(crowd, failures.left(name));
      while (crowd.left > 0 && crowd.tries.size >= crowd.left) await Promise.race(crowd.tries);
      if (crowd.left <= 0) return { wait: crowd.wait };
      crowd.tries.add(promise);
      const result = await tryIt();
      if (result === undefined) await hear(crowd, failures.add(name));
      return { result };
    } finally {
      crowd.tries.delete(promise);
      crowd.size -= 1;
      if (crowd.size === 0) crowds.delete(name);
      resolve();
    }
  };
  return { attempt };
}
