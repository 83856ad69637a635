/** How often something may be done from an address within a minute. */
export interface RateLimit {
  /** Counts one time; answers the seconds to wait when it is one too many, which is then not to be done. */
  count(address: string): number | undefined;
}

const WINDOW = 60_000;
const MOST_ADDRESSES = 10_000;

/** @param options.most times a minute and address */
export function createRateLimit(options: { most: number; now: () => Date }): RateLimit {
  const known = new Map<string, { times: number; since: number }>();
  return {
    count: (address) => {
      const at = options.now().getTime();
      let counted = known.get(address);
      if (!counted || at - counted.since >= WINDOW) counted = { times: 0, since: at };
      if (!known.has(address) && known.size >= MOST_ADDRESSES) known.delete(known.keys().next().value ?? '');
      known.set(address, counted);
      if (counted.times >= options.most) return Math.ceil((counted.since + WINDOW - at) / 1000);
      counted.times += 1;
      return undefined;
    },
  };
}
