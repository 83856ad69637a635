import type { WithData } from '../data/ports.ts';
import type { WithDrawings } from '../drawings/drawing-room.ts';
import type { WithJobs } from '../jobs/jobs.ts';
import type { WithMail } from '../mail/mailer.ts';
import type { WithPictures } from '../pictures/picture-taker.ts';
import type { Ground } from '../records/ground.ts';
import type { WithCallers } from '../security/caller.ts';
import type { WithSessions } from '../security/sessions.ts';

/** What runs of alerts and reports work with. */
export type RunServices = Ground &
  WithCallers &
  WithData &
  WithDrawings &
  WithJobs &
  WithMail &
  WithPictures &
  WithSessions;

/** Why a run failed, in words for its owners and its log. */
export class RunProblem extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RunProblem';
  }
}
