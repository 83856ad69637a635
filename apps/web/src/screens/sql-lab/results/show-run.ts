import { fetchResults } from '../../../api/sql-lab.ts';
import { useLab } from '../lab-store.ts';
import { IDLE, type LabRun } from '../lab-tabs.ts';
import { useSouth } from './south-store.ts';

/** Shows the rows of an earlier run as those of a tab. Rejects with ApiError 410 when they are not kept any more. */
export async function showResults(tab: number, resultsKey: string): Promise<void> {
  const answer = await fetchResults(resultsKey);
  const { query } = answer;
  const lasted = (query.endDttm ?? 0) - (query.startDttm ?? 0);
  const endedAt = performance.now();
  const run: LabRun = {
    ...IDLE,
    status: 'success',
    answer,
    sql: query.sql,
    startedAt: endedAt - Math.max(0, lasted),
    endedAt,
  };
  useLab.setState((state) => ({
    tabs: state.tabs.map((each) =>
      each.id === tab && each.run.status !== 'running' ? { ...each, run } : each,
    ),
  }));
  useSouth.getState().look(tab, 'results');
}
