import { CopyOutlined, DownloadOutlined, LineChartOutlined, SearchOutlined } from '@ant-design/icons';
import { GenericType, type QueryRow, type SqlAnswer } from '@chartroom/model';
import { copyText, EmptyState, ErrorAlert, Hint, type RecordColumn, RecordGrid } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button, Input, Progress, Table, Tabs, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { saveBlob } from '../../api/chart-data.ts';
import { errorsOf, errorText } from '../../api/client.ts';
import { exportCsv, fetchHistory } from '../../api/sql-lab.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { useLab } from './lab-store.ts';
import type { LabRun, LabTab } from './lab-tabs.ts';
import { SaveDatasetModal } from './save-dataset-modal.tsx';
import styles from './sql-lab.module.css';

/** Rows of the last run, and the runs before it. */
export function SouthPane({ tab }: { tab: LabTab }) {
  return (
    <Tabs
      size="small"
      className={styles.south}
      items={[
        { key: 'results', label: 'Results', children: <Results tab={tab} /> },
        { key: 'history', label: 'Query history', children: <History tab={tab} /> },
      ]}
    />
  );
}

function Results({ tab }: { tab: LabTab }) {
  const { run } = tab;
  if (run.status === 'idle')
    return <EmptyState size="small" title="Run a query to display results" description={null} />;
  if (run.status === 'running') return <Running background={run.background} />;
  if (run.status === 'stopped')
    return <EmptyState size="small" title="Query was stopped" description={null} />;
  // The query itself has run: its rows had to make room for others.
  if (run.errors[0]?.error_type === 'RESULTS_BACKEND_ERROR')
    return <Alert type="warning" showIcon title={run.errors[0].message} />;
  if (run.status === 'failed')
    return (
      <ErrorAlert
        title={run.errors[0]?.error_type === 'SYNTAX_ERROR' ? 'Syntax error' : 'Database error'}
        errors={run.errors}
      />
    );
  if (!run.answer) return null;
  return <Answer tab={tab} answer={run.answer} />;
}

/** What runs; in the background also how far it is. */
function Running({ background }: { background: LabRun['background'] }) {
  const isPending = background?.state === 'pending';
  const known = background !== undefined && background.progress > 0;
  const unknown = isPending ? 0 : 100;
  return (
    <div className={styles.running} role="status">
      <Progress percent={known ? background.progress : unknown} status="active" showInfo={known} />
      <span>{isPending ? 'Query is waiting for its turn …' : 'Running query …'}</span>
      {background && <span>It goes on when you leave this page.</span>}
    </div>
  );
}

/** Explore on the query itself. */
function chartOf({ query }: SqlAnswer) {
  return { datasource_type: 'query', datasource_id: String(query.queryId) };
}

function Answer({ tab, answer }: { tab: LabTab; answer: SqlAnswer }) {
  const [search, setSearch] = useState('');
  const [saving, setSaving] = useState(false);
  const navigate = useNavigate();
  const columns = useMemo(() => gridColumns(answer), [answer]);
  if (answer.columns.length === 0)
    return <EmptyState size="small" title="The query was run" description="It returned no rows." />;
  const copy = async () => {
    const lines = [
      answer.columns.map((column) => column.name),
      ...answer.data.map((row) => answer.columns.map((column) => String(row[column.column_name] ?? ''))),
    ];
    await copyText(lines.map((line) => line.join('\t')).join('\n'));
    toast.success('Copied to clipboard!');
  };
  const csv = async () => {
    try {
      saveBlob(await exportCsv(answer.query.id), `${tab.label.replaceAll(/[^\w.-]+/g, '_')}.csv`);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <div className={styles.answer}>
      <div className={styles.answerBar}>
        {may('can_read', 'Explore') && (
          <Button
            size="small"
            type="primary"
            icon={<LineChartOutlined aria-hidden />}
            href={`/explore/?${new URLSearchParams(chartOf(answer))}`}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              void navigate({ to: '/explore/', search: chartOf(answer) });
            }}
          >
            Create chart
          </Button>
        )}
        {may('can_write', 'Dataset') && (
          <Button size="small" onClick={() => setSaving(true)}>
            Save dataset
          </Button>
        )}
        <Button size="small" icon={<DownloadOutlined aria-hidden />} onClick={() => void csv()}>
          Download to CSV
        </Button>
        <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          Copy to Clipboard
        </Button>
        <Tag>
          {answer.data.length.toLocaleString('en')} {answer.data.length === 1 ? 'row' : 'rows'}
        </Tag>
        <Hint title={answer.query.executedSql ?? ''}>
          <code className={styles.executed}>
            {(answer.query.executedSql ?? '').replaceAll(/\s+/g, ' ').slice(0, 60)}
          </code>
        </Hint>
        <Input
          size="small"
          className={styles.search}
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Filter results"
          placeholder="Filter results"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <LimitNote answer={answer} />
      <div className={styles.grid}>
        <RecordGrid label="Query results" columns={columns} rows={answer.data} search={search} />
      </div>
      {saving && <SaveDatasetModal tab={tab} answer={answer} onClose={() => setSaving(false)} />}
    </div>
  );
}

function LimitNote({ answer }: { answer: SqlAnswer }) {
  const rows = answer.data.length.toLocaleString('en');
  if (answer.displayLimitReached)
    return (
      <Alert
        type="warning"
        closable
        showIcon
        title={`The number of rows displayed is limited to ${rows}. Add a limit or filters, or download the CSV to see more.`}
      />
    );
  if (answer.query.limitingFactor === 'DROPDOWN' && answer.query.rows === answer.query.limit) {
    return (
      <Alert
        type="warning"
        closable
        showIcon
        title={`The number of rows displayed is limited to ${rows} by the limit dropdown.`}
      />
    );
  }
  return null;
}

function gridColumns(answer: SqlAnswer): RecordColumn[] {
  return answer.columns.map((column) => ({
    key: column.column_name,
    label: column.name,
    numeric: column.type_generic === GenericType.NUMERIC,
    ...(column.type ? { hint: `${column.name}: ${column.type}` } : {}),
  }));
}

function History({ tab }: { tab: LabTab }) {
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
