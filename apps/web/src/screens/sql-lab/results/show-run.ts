import { errorsOf } from '../../../api/client.ts';
import { fetchResults } from '../../../api/sql-lab.ts';
import { useLab } from '../lab-store.ts';
import { IDLE, type LabRun } from '../lab-tabs.ts';
import { useSouth } from './south-store.ts';

/**
 * Shows the rows of an earlier run as those of a tab. Where they are not kept any more, that is shown and the way to run its
 * text again, if that is told. Rejects with ApiError for anything else.
 */
export async function showResults(tab: number, resultsKey: string, sql: string | undefined): Promise<void> {
  const run = await earlierRun(resultsKey, sql);
  useLab.setState((state) => ({
    tabs: state.tabs.map((each) =>
      each.id === tab && each.run.status !== 'running' ? { ...each, run } : each,
    ),
  }));
  useSouth.getState().look(tab, 'results');
}

async function earlierRun(resultsKey: string, sql: string | undefined): Promise<LabRun> {
  const endedAt = performance.now();
  try {
    const answer = await fetchResults(resultsKey);
    const { query } = answer;
    const lasted = Math.max(0, (query.endDttm ?? 0) - (query.startDttm ?? 0));
    return { ...IDLE, status: 'success', answer, sql: query.sql, startedAt: endedAt - lasted, endedAt };
  } catch (error) {
    const errors = errorsOf(error);
    if (sql === undefined || errors[0]?.error_type !== 'RESULTS_BACKEND_ERROR') throw error;
    return { ...IDLE, status: 'failed', errors, sql, startedAt: endedAt, endedAt };
  }
}
