import { SearchOutlined } from '@ant-design/icons';
import { grouped, type QueryRow } from '@chartroom/model';
import { EmptyState, ErrorAlert, Hint } from '@chartroom/ui';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Input, Progress, Segmented, Select, Table, type TableColumnsType, Tag } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { errorsOf } from '../../../../api/client.ts';
import { fetchHistory, fetchQueriesCalled, HISTORY_PAGE } from '../../../../api/sql-lab.ts';
import { bootstrap } from '../../../../base/bootstrap.ts';
import { useSettled } from '../../../../shared/use-settled.ts';
import type { LabTab } from '../../lab-tabs.ts';
import { oneLine } from '../shown-rows.ts';
import styles from './history.module.css';
import { HistoryActions, ShowResults } from './history-actions.tsx';
import { durationOf, isRunning, pinnedFirst } from './history-facts.ts';
import { usePinned } from './pinned-queries.ts';

/** Milliseconds between two looks while something runs. */
const LOOKS_EVERY = 2_000;
const STATES = ['pending', 'running', 'success', 'failed', 'stopped', 'timed_out'];

/** What was run in this tab, or in all of one's tabs: newest first, pinned ones on top (contract/ui.md E4). */
export function History({ tab }: { tab: LabTab }) {
  const [where, setWhere] = useState<'tab' | 'all'>('tab');
  const [search, setSearch] = useState('');
  const [state, setState] = useState<string>();
  const sql = useSettled(search, 300);
  const wanted = {
    editorId: where === 'tab' ? String(tab.id) : undefined,
    userId: bootstrap.user?.userId,
    sql: sql.trim(),
    status: state,
  };
  const history = useInfiniteQuery({
    queryKey: ['query', 'history', wanted, tab.run.startedAt, tab.run.endedAt],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => fetchHistory(wanted, pageParam, signal),
    getNextPageParam: (last, pages) => (last.length < HISTORY_PAGE ? undefined : pages.length),
    refetchInterval: ({ state: { data } }) => (data?.pages.flat().some(isRunning) ? LOOKS_EVERY : false),
  });
  const ids = usePinned((pinned) => pinned.ids);
  const pinned = useQuery({
    queryKey: ['query', 'history', 'pinned', ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchQueriesCalled(ids, signal),
  });
  if (history.isError) return <ErrorAlert errors={errorsOf(history.error)} />;
  const found = history.data?.pages.flat() ?? [];
  const isPlain = wanted.sql === '' && state === undefined;
  const rows = isPlain ? pinnedFirst(found, pinned.data ?? [], ids) : found;
  return (
    <div className={styles.history}>
      <div className={styles.bar}>
        <Segmented
          size="small"
          aria-label="Whose queries"
          options={[
            { value: 'tab', label: 'This tab' },
            { value: 'all', label: 'All tabs' },
          ]}
          value={where}
          onChange={setWhere}
        />
        <Select
          size="small"
          allowClear
          aria-label="State"
          placeholder="Any state"
          className={styles.states}
          value={state}
          onChange={setState}
          options={STATES.map((value) => ({ value, label: value.replace('_', ' ') }))}
        />
        <Input
          size="small"
          className={styles.search}
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Search by query text"
          placeholder="Search by query text"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys */}
      <section className={styles.list} tabIndex={0} aria-label="Queries">
        <Table<QueryRow>
          size="small"
          rowKey="id"
          loading={history.isPending}
          pagination={false}
          scroll={{ x: 900 }}
          dataSource={rows}
          locale={{ emptyText: <EmptyState size="small" title={emptyTitle(isPlain)} description={null} /> }}
          columns={columnsOf(tab)}
        />
        {history.hasNextPage && (
          <MoreQueries isFetching={history.isFetchingNextPage} onReach={() => void history.fetchNextPage()} />
        )}
      </section>
    </div>
  );
}

/** Stands below the queries: the next ones are fetched when it comes into view, by scrolling or by keys (contract/ui.md E4). */
function MoreQueries({ isFetching, onReach }: { isFetching: boolean; onReach: () => void }) {
  const line = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });
  useEffect(() => {
    // Where the queries that came leave it in view, it is looked at again.
    if (isFetching || !line.current) return undefined;
    const watch = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) reach.current();
    });
    watch.observe(line.current);
    return () => watch.disconnect();
  }, [isFetching]);
  return (
    <div ref={line} role="status" className={styles.further}>
      {isFetching ? 'Fetching earlier queries …' : ''}
    </div>
  );
}

function emptyTitle(isPlain: boolean): string {
  return isPlain ? 'Run a query to display query history' : 'No query is like this';
}

function columnsOf(tab: LabTab): TableColumnsType<QueryRow> {
  return [
    { title: 'State', width: 96, render: (_value, row) => <State row={row} /> },
    { title: 'Started', width: 150, render: (_value, row) => startedAt(row.start_time) },
    { title: 'Duration', width: 90, render: (_value, row) => durationOf(row) },
    {
      title: 'Progress',
      width: 110,
      render: (_value, row) => (
        <Progress
          aria-label="Progress"
          size="small"
          percent={row.progress}
          status={isRunning(row) ? 'active' : 'normal'}
        />
      ),
    },
    {
      title: 'Rows',
      width: 80,
      align: 'right',
      render: (_value, row) => (row.rows === null ? '' : grouped(row.rows)),
    },
    {
      title: 'SQL',
      render: (_value, row) => <code className={styles.sql}>{oneLine(row.sql, 200)}</code>,
    },
    { title: 'Results', width: 80, render: (_value, row) => <ShowResults tab={tab} row={row} /> },
    {
      title: 'Actions',
      width: 150,
      render: (_value, row) => (
        <div className={styles.actions}>
          <HistoryActions tab={tab} row={row} />
        </div>
      ),
    },
  ];
}

function State({ row }: { row: QueryRow }) {
  return (
    <Hint title={row.error_message ?? undefined}>
      <Tag color={COLORS[row.status] ?? 'default'}>{row.status.replace('_', ' ')}</Tag>
    </Hint>
  );
}

function startedAt(at: number | null): string {
  if (at === null) return '';
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday ? moment.toLocaleTimeString() : moment.toLocaleString();
}

const COLORS: Readonly<Record<string, string>> = {
  success: 'success',
  failed: 'error',
  timed_out: 'error',
  stopped: 'warning',
  running: 'processing',
};
