const OWN = 'http://house.invalid';

/**
 * Where to go after signing in: a path of this house, never another site. Browsers take two slashes at the beginning,
 * forward or backward, for a host; so does the reader of addresses used here, and what comes out has one.
 */
export function ownPath(next: string | undefined): string {
  if (!next) return '/';
  const target = URL.parse(next, OWN);
  if (target?.origin !== OWN || next.startsWith('//')) return '/';
  return target.pathname.replace(/^\/+/, '/') + target.search + target.hash;
}
