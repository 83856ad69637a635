const OWN = 'http://house.invalid';

/**
 * Where to go after signing in: a path of this installation, never another site. Browsers take two slashes at the beginning,
 * forward or backward, for a host; so does the reader of addresses used here, and what comes out has one.
 */
export function ownPath(next: string | undefined): string {
  if (!next) return '/';
  const target = URL.parse(next, OWN);
  if (target?.origin !== OWN || next.startsWith('//')) return '/';
  return target.pathname.replace(/^\/+/, '/') + target.search + target.hash;
}

/** Whether an address leads to a page of this installation: a path of it, or an address below `base`, where people reach it. */
export function isOwnAddress(address: string, base: string | undefined): boolean {
  // Browsers leave out control characters, so that what stands behind them is what counts.
  if (/\p{C}/u.test(address)) return false;
  if (address.startsWith('/')) return !/^[\\/]{2}/.test(address) && URL.parse(address, OWN)?.origin === OWN;
  const origin = base === undefined ? undefined : URL.parse(base)?.origin;
  return origin !== undefined && URL.parse(address)?.origin === origin;
}
