/** Which store stands behind the records; only migrations and pages of lists look at it. */
export type RecordsKind = 'sqlite' | 'postgres';

/** Which store an address of records leads to. */
export function recordsKind(url: string): RecordsKind {
  return url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
}
