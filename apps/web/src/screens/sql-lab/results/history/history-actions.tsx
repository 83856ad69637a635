import { MoreOutlined, PushpinFilled, PushpinOutlined, StopOutlined } from '@ant-design/icons';
import type { QueryRow } from '@chartroom/model';
import { DropMenu, Hint, loadable } from '@chartroom/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { errorText } from '../../../../api/client.ts';
import { forgetQuery, stopQuery } from '../../../../api/sql-lab.ts';
import { bootstrap, may } from '../../../../base/bootstrap.ts';
import { toast } from '../../../../base/toasts.tsx';
import { useLab } from '../../lab-store.ts';
import type { LabTab } from '../../lab-tabs.ts';
import { showResults } from '../show-run.ts';
import { isRunning } from './history-facts.ts';
import { usePinned } from './pinned-queries.ts';

const QueryDiff = loadable(async () => (await import('./query-diff.tsx')).QueryDiff);
const CompareRuns = loadable(async () => (await import('../compare/compare-runs.tsx')).CompareRuns);

/** What can be done with a query of the history. */
export function HistoryActions({ tab, row }: { tab: LabTab; row: QueryRow }) {
  const { change, run } = useLab.getState();
  const [open, setOpen] = useState<'diff' | 'compare'>();
  const isPinned = usePinned((state) => state.ids.includes(row.client_id));
  const { toggle } = usePinned.getState();
  const client = useQueryClient();
  const isOwn = row.user?.id === bootstrap.user?.userId;
  const done = () => void client.invalidateQueries({ queryKey: ['query', 'history'] });
  const tell = (error: unknown) => toast.error(errorText(error));
  const tellKept = (error: unknown) =>
    toast.error(
      `An error occurred while removing query. Please contact your administrator. ${errorText(error)}`,
    );
  const overwrite = () => change(tab.id, { sql: row.sql });
  const acts: Record<string, () => unknown> = {
    overwrite,
    diff: () => setOpen('diff'),
    again: () => run(tab.id, row.sql),
    newTab: () => runInNewTab(row),
    compare: () => setOpen('compare'),
    remove: () => forgetQuery(tab.id, row.client_id).then(done, tellKept),
  };
  const answer = tab.run.answer;
  const isComparable = row.results_key !== null && answer !== undefined && answer.query.id !== row.client_id;
  const isHere = row.database.id === tab.databaseId;
  const items = [
    { key: 'overwrite', label: 'Overwrite editor' },
    { key: 'diff', label: 'Compare with the editor' },
    ...(isHere ? [{ key: 'again', label: 'Run again here' }] : []),
    { key: 'newTab', label: 'Run in a new tab' },
    ...(isComparable ? [{ key: 'compare', label: 'Compare with the rows shown' }] : []),
    ...(isOwn && !isRunning(row) && row.sql_editor_id === String(tab.id)
      ? [{ key: 'remove', label: 'Remove from history', danger: true }]
      : []),
  ];
  return (
    <>
      {isOwn && isRunning(row) && (
        <Button
          size="small"
          danger
          icon={<StopOutlined aria-hidden />}
          onClick={() => void stopQuery(row.client_id).then(done, tell)}
        >
          Stop
        </Button>
      )}
      <Hint title={isPinned ? 'Unpin' : 'Pin: stays on top'}>
        <Button
          size="small"
          type="text"
          aria-pressed={isPinned}
          aria-label="Pin"
          icon={isPinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
          onClick={() => toggle(row.client_id)}
        />
      </Hint>
      <DropMenu trigger={['click']} menu={{ items, onClick: ({ key }) => void acts[key]?.() }}>
        <Button size="small" type="text" icon={<MoreOutlined aria-hidden />} aria-label="Actions" />
      </DropMenu>
      {open === 'diff' && (
        <QueryDiff
          sql={row.sql}
          editor={tab.sql}
          onOverwrite={() => {
            overwrite();
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'compare' && answer && (
        <CompareRuns now={answer} before={row} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

async function runInNewTab(row: QueryRow): Promise<void> {
  const { add } = useLab.getState();
  const label = row.tab_name ? `Copy of ${row.tab_name}` : '';
  const before = useLab.getState().active;
  await add({ databaseId: row.database.id, schema: row.schema, sql: row.sql, label });
  const { active, run } = useLab.getState();
  if (active !== undefined && active !== before) await run(active, '');
}

/** Opens the rows of a query of the history. */
export function ShowResults({ tab, row }: { tab: LabTab; row: QueryRow }) {
  const [isLoading, setLoading] = useState(false);
  if (row.results_key === null || !may('can_get_results', 'SQLLab')) return null;
  const { results_key } = row;
  // In another database the same text would mean something else.
  const again = row.database.id === tab.databaseId ? row.sql : undefined;
  const show = () => {
    setLoading(true);
    void showResults(tab.id, results_key, again)
      .catch((error: unknown) => toast.warning(errorText(error)))
      .finally(() => setLoading(false));
  };
  return (
    <Button size="small" loading={isLoading} onClick={show}>
      View
    </Button>
  );
}
