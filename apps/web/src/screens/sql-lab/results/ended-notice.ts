import { grouped } from '@chartroom/model';
import type { LabRun, LabTab } from '../lab-tabs.ts';

/** Milliseconds of a run after which its end is told to whoever looks elsewhere. */
const LONG = 5_000;

/** What is told of a run that has ended; undefined of one that was short or is in sight. */
export function noticeOf(
  before: LabRun,
  { label, run }: Pick<LabTab, 'label' | 'run'>,
  isInSight: boolean,
): string | undefined {
  if (before.status !== 'running' || run.status === 'running' || run.status === 'stopped') return undefined;
  if (isInSight || run.endedAt - before.startedAt < LONG) return undefined;
  if (run.status === 'failed') return `${label}: the query failed. ${run.errors[0]?.message ?? ''}`.trim();
  const rows = run.answer?.query.rows;
  return `${label}: the query has ended${typeof rows === 'number' ? `, ${grouped(rows)} rows` : ''}.`;
}
