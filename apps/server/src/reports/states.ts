/** What is known of an alert or report when a run of it begins. Moments in epoch milliseconds. */
export interface Standing {
  type: string;
  state: string;
  /** Seconds. */
  gracePeriod: number;
  workingTimeout: number;
  /** When it was sent last. */
  sentAt: number | undefined;
  /** When the run began that is under way, and which one that is. */
  workingSince: number | undefined;
  workingRun: string | undefined;
  snoozedUntil: number | undefined;
}

/** The run that begins. */
export interface Beginning {
  uuid: string;
  /** Somebody asked for it: neither the grace period nor a pause holds it back. */
  asked: boolean;
}

/** What a run begins with: its work, or the word why there is none. */
export type Opening =
  | { kind: 'work' }
  | { kind: 'grace'; message: string | null }
  | { kind: 'still working' }
  | { kind: 'timed out' };

/** The state of a run's beginning (contract/query.md §7.3). */
export function openingOf(standing: Standing, run: Beginning, now: number): Opening {
  const { type, state, workingSince, snoozedUntil, sentAt } = standing;
  // A run that its server did not end goes on elsewhere.
  if (state === 'Working' && standing.workingRun !== run.uuid) {
    const isOver = workingSince === undefined || now - workingSince > standing.workingTimeout * 1_000;
    return { kind: isOver ? 'timed out' : 'still working' };
  }
  if (type !== 'Alert' || run.asked) return { kind: 'work' };
  if (snoozedUntil !== undefined && now < snoozedUntil)
    return { kind: 'grace', message: `Snoozed until ${new Date(snoozedUntil).toISOString()}.` };
  const isSent = state === 'Success' || state === 'On Grace';
  if (isSent && sentAt !== undefined && now - sentAt < standing.gracePeriod * 1_000)
    return { kind: 'grace', message: null };
  return { kind: 'work' };
}

/** Whether owners are told of an error: not again within the grace period, unless it has worked meanwhile. */
export function tellsOwners(
  { toldAt, workedAt }: { toldAt: number | undefined; workedAt: number | undefined },
  gracePeriod: number,
  now: number,
): boolean {
  if (toldAt === undefined || now - toldAt >= gracePeriod * 1_000) return true;
  return workedAt !== undefined && workedAt > toldAt;
}
