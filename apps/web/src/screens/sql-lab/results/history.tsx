import type { QueryRow } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Table, Tag } from 'antd';
import { errorsOf } from '../../../api/client.ts';
import { fetchHistory } from '../../../api/sql-lab.ts';
import { useLab } from '../lab-store.ts';
import type { LabTab } from '../lab-tabs.ts';
import styles from './results.module.css';

/** The runs of a tab, newest first. */
export function History({ tab }: { tab: LabTab }) {
  const { change } = useLab.getState();
  const history = useQuery({
    queryKey: ['query', 'history', tab.id, tab.run.endedAt],
    queryFn: ({ signal }) => fetchHistory(String(tab.id), signal),
  });
  if (history.isError) return <ErrorAlert errors={errorsOf(history.error)} />;
  const seconds = (row: QueryRow) =>
    row.start_time && row.end_time ? `${((row.end_time - row.start_time) / 1000).toFixed(2)} s` : '';
  return (
    <Table<QueryRow>
      className={styles.history}
      size="small"
      rowKey="id"
      loading={history.isPending}
      pagination={false}
      dataSource={history.data ?? []}
      locale={{
        emptyText: (
          <EmptyState size="small" title="Run a query to display query history" description={null} />
        ),
      }}
      columns={[
        {
          title: 'State',
          width: 90,
          render: (_value, row) => <Tag color={TAG_COLORS[row.status] ?? 'default'}>{row.status}</Tag>,
        },
        {
          title: 'Started',
          width: 100,
          render: (_value, row) => (row.start_time ? new Date(row.start_time).toLocaleTimeString() : ''),
        },
        { title: 'Duration', width: 90, render: (_value, row) => seconds(row) },
        {
          title: 'Rows',
          width: 80,
          align: 'right',
          render: (_value, row) => row.rows?.toLocaleString('en') ?? '',
        },
        {
          title: 'SQL',
          render: (_value, row) => <code className={styles.executed}>{row.sql.slice(0, 200)}</code>,
        },
        {
          title: 'Actions',
          width: 110,
          render: (_value, row) => (
            <Button size="small" onClick={() => change(tab.id, { sql: row.sql })}>
              Edit
            </Button>
          ),
        },
      ]}
    />
  );
}

const TAG_COLORS: Readonly<Record<string, string>> = { success: 'success', failed: 'error' };
