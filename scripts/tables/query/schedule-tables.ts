import { cronInWords, nextRuns, parseCron } from '@chartroom/model';
import type { Cron } from '../../../packages/model/src/cron.ts';
import { AlertProblem, decideAlert, reportSubject } from '../../../packages/query/src/alert.ts';
import { listOf, recordOf } from '../charts/recorded.ts';
import type { TableCheck } from '../table.ts';
import { type Comparison, clockOf, type QueryCase, queryTable, textOf } from './query-cases.ts';

/** When schedules fire, and when alerts speak up. */
export const scheduleTables: TableCheck[] = [queryTable('cron', cronCase), queryTable('alerts', alertCase)];

function cronCase(each: QueryCase): Comparison {
  if ('valid' in each) return { expected: each.valid, actual: parseCron(String(each.crontab)) !== undefined };
  if ('words' in each) return { expected: each.words, actual: cronInWords(String(each.crontab)) };
  const cron = parseCron(String(each.cron));
  if (!cron) return { expected: each.out, actual: { error: 'cron' } };
  // Both ends of the window are outside of it.
  const half = (Number(each.window_seconds) * 1000) / 2;
  const at = clockOf(each.triggered_at);
  const runs = runsUntil(cron, new Date(at - half), new Date(at + half - 1), String(each.timezone));
  return { expected: each.out, actual: runs.map((run) => run.toISOString().slice(0, 19)) };
}

/** The moments of a schedule after one moment and up to another, which counts as well. */
function runsUntil(cron: Cron, after: Date, until: Date, timeZone: string): Date[] {
  const [run] = nextRuns(cron, after, timeZone, 1);
  return run && run <= until ? [run, ...runsUntil(cron, run, until, timeZone)] : [];
}

function alertCase(each: QueryCase): Comparison {
  if ('subject' in each) {
    const options = { dated: each.date_format_flag === true, now: clockOf(each.now) };
    return { expected: each.subject, actual: reportSubject(String(each.name), options) };
  }
  const type = textOf(each.validator_type) === 'not null' ? 'not null' : 'operator';
  const answer = { columns: listOf(each.columns).map(String), rows: listOf(each.rows).map(listOf) };
  const { triggered, last_value, error, message } = recordOf(each.out);
  try {
    const verdict = decideAlert({ type, config: recordOf(each.validator_config) }, answer);
    return {
      expected: { triggered, ...(last_value === undefined ? {} : { last_value }), error },
      actual: {
        triggered: verdict.triggered,
        ...(verdict.value === undefined ? {} : { last_value: verdict.value }),
      },
    };
  } catch (problem) {
    if (!(problem instanceof AlertProblem)) throw problem;
    return { expected: { error, message }, actual: { error: problem.reason, message: problem.message } };
  }
}
