const STEPS: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [365 * 86_400, 'a year', 'years'],
  [30.5 * 86_400, 'a month', 'months'],
  [86_400, 'a day', 'days'],
  [3_600, 'an hour', 'hours'],
  [60, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
];

/** How long ago a time was, in words: `2 days ago`, `now`. */
export function humanized(iso: string, now: Date): string {
  const seconds = Math.round((now.getTime() - Date.parse(iso)) / 1000);
  if (seconds < 1) return 'now';
  for (const [length, one, many] of STEPS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count === 1 ? one : `${count} ${many}`} ago`;
  }
  return 'now';
}

/** `2026-01-31T12:00:00.000Z` → `2026-01-31T12:00:00.000000+0000`, the form of `changed_on_utc`. */
export function utcForm(iso: string): string {
  return `${iso.replace(/Z$/, '')}000+0000`;
}

/** `2026-01-31T12:00:00.000Z` → `2026-01-31T12:00:00.000`: times on the wire carry no zone (contract/api.md §1.4). */
export function zoneless(iso: string): string {
  return iso.replace(/Z$/, '');
}

/** The same for moments that people set, whose fractions of a second are told only where there are any. */
export function plainMoment(iso: string): string {
  return zoneless(iso).replace(/\.000$/, '');
}

/** A time as people and clients write it as an ISO text in UTC; one without a zone is in UTC. Undefined when it is no time. */
export function isoOf(text: string): string | undefined {
  const time = Date.parse(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) || !text.includes(':') ? text : `${text}Z`);
  return Number.isFinite(time) ? new Date(time).toISOString() : undefined;
}
