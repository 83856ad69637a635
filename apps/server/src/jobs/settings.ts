import { z } from 'zod';
import { flag, whole } from '../setting-kinds.ts';

/** Settings of what goes on while nobody waits: jobs, their results, and the events that tell of them (contract §4, §6). */
export const BACKGROUND_SETTINGS = {
  /** Jobs of one kind that one process does at a time. */
  JOBS_AT_ONCE: whole(1).default(4),
  /** Where rows of SQL Lab runs wait that nobody waited for: files of the home, or nowhere. */
  RESULTS_BACKEND: z.enum(['files', 'none']).default('files'),
  SQLLAB_ASYNC_TIME_LIMIT_SEC: whole(1).default(6 * 3_600),
  /** Every run of SQL Lab is one that nobody waits for, whatever its database allows. */
  SQLLAB_FORCE_RUN_ASYNC: flag.default(false),
} as const;
