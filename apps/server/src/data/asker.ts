import type { Principal } from './ports.ts';

/** Who takes turns with others for heavy work: a person, a guest with the dashboards of their token, or all strangers together. */
export function askerOf({ id, guest, username }: Principal): string {
  if (id !== undefined) return String(id);
  return guest ? `guest ${username ?? ''} ${guest.dashboards.join(' ')}` : 'stranger';
}
