/** Slows down guessing: after too many failed sign-ins from an address within a minute, further ones are refused. */
export interface LoginThrottle {
  /** Seconds to wait, or undefined when an attempt may be made. */
  waitFor(address: string): number | undefined;
  failed(address: string): void;
}

const WINDOW = 60_000;
const MOST_ADDRESSES = 10_000;

export function createLoginThrottle(options: { most: number; now: () => Date }): LoginThrottle {
  const failures = new Map<string, { count: number; since: number }>();
  const present = (address: string) => {
    const known = failures.get(address);
    return known && options.now().getTime() - known.since < WINDOW ? known : undefined;
  };
  return {
    waitFor: (address) => {
      const known = present(address);
      if (!known || known.count < options.most) return undefined;
      return Math.ceil((known.since + WINDOW - options.now().getTime()) / 1000);
    },
    failed: (address) => {
      const known = present(address);
      if (known) known.count += 1;
      else {
        if (failures.size >= MOST_ADDRESSES) failures.clear();
        failures.set(address, { count: 1, since: options.now().getTime() });
      }
    },
  };
}
