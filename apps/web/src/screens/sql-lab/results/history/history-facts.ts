import type { QueryRow } from '@chartroom/model';

/** States of a query that has not ended. */
const ACTIVE: readonly string[] = ['pending', 'running'];

/** Whether a query has not ended. */
export function isRunning({ status }: Pick<QueryRow, 'status'>): boolean {
  return ACTIVE.includes(status);
}

/** How long a query has lasted, as people read it; empty before it began. */
export function durationOf(
  { status, start_time, end_time }: Pick<QueryRow, 'status' | 'start_time' | 'end_time'>,
  now = Date.now(),
): string {
  const end = isRunning({ status }) ? now : end_time;
  if (start_time === null || end === null) return '';
  const seconds = Math.max(0, end - start_time) / 1000;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

/** Pinned queries first, in the order in which they were pinned; each once. */
export function pinnedFirst(
  rows: readonly QueryRow[],
  pinned: readonly QueryRow[],
  ids: readonly string[],
): QueryRow[] {
  const known = new Map([...pinned, ...rows].map((row) => [row.client_id, row]));
  const top = ids.flatMap((id) => known.get(id) ?? []);
  return [...top, ...rows.filter(({ client_id }) => !ids.includes(client_id))];
}
