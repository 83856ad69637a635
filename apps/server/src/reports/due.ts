import { nextRuns, parseCron } from '@chartroom/model';

/** When something runs. */
export interface Schedule {
  crontab: string;
  timezone: string;
}

/** What is due of a schedule. */
export interface Due {
  /** The latest moment of the schedule that has come. */
  scheduled: Date;
  /** Moments before it for which nobody was there; MOST_COUNTED stands for as many and more. */
  missed: number;
  /** The one that comes next; undefined when there is none any more. */
  next: Date | undefined;
}

/** Missed moments that are counted. */
export const MOST_COUNTED = 1_000;
const MINUTE = 60_000;

/** The next moment of a schedule after one; undefined when there is none, or the schedule cannot be read. */
export function nextMoment({ crontab, timezone }: Schedule, after: Date): Date | undefined {
  const cron = parseCron(crontab);
  return cron && nextRuns(cron, after, timezone, 1)[0];
}

/** What is due at a moment of a schedule whose moment `since` has come. */
export function dueOf(schedule: Schedule, since: Date, now: Date): Due {
  let scheduled = since;
  let missed = 0;
  let next = nextMoment(schedule, since);
  // One after the other: those that lie ahead are not worked out.
  while (next && next <= now) {
    if (missed === MOST_COUNTED)
      return { scheduled: latestBefore(schedule, now) ?? scheduled, missed, next: nextMoment(schedule, now) };
    missed += 1;
    scheduled = next;
    next = nextMoment(schedule, scheduled);
  }
  return { scheduled, missed, next };
}

/** The latest moment up to another, looked for ever further back: what has come so often is never far away. */
function latestBefore(schedule: Schedule, now: Date): Date | undefined {
  for (let span = MINUTE; span < 366 * 1_440 * MINUTE; span *= 2) {
    let found: Date | undefined;
    let run = nextMoment(schedule, new Date(now.getTime() - span));
    while (run && run <= now) {
      found = run;
      run = nextMoment(schedule, run);
    }
    if (found) return found;
  }
  return undefined;
}
