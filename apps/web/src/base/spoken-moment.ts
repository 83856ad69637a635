/** A moment in UTC, which stands without a zone, as the person looking reads it. */
export function spokenMoment(moment: string): string {
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(moment) ? moment : `${moment}Z`);
  return at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
