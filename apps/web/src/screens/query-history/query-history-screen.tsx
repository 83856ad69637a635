import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  DisconnectOutlined,
  ExportOutlined,
  LoadingOutlined,
} from '@ant-design/icons';
import { grouped, personName, type QueryRow } from '@chartroom/model';
import { EmptyState, Hint, SqlText } from '@chartroom/ui';
import { useNavigate } from '@tanstack/react-router';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { mayOpenPage } from '../../base/bootstrap.ts';
import { distinctOf } from '../../shared/list-view/choices-of.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';
import type { PreviewedQuery } from '../../shared/sql-lists/query-preview.tsx';
import { QUERY_TABS } from '../../shared/sql-lists/query-tabs.ts';
import { TableNames } from '../../shared/sql-lists/table-names.tsx';
import { useQueryPreview } from '../../shared/sql-lists/use-query-preview.tsx';
import styles from './query-history.module.css';

const FILTERS: ListFilterField[] = [
  { key: 'database', label: 'Database', column: 'database', operator: 'rel_o_m', kind: 'select' },
  {
    key: 'state',
    label: 'State',
    column: 'status',
    operator: 'eq',
    kind: 'select',
    load: distinctOf('query', 'status'),
  },
  { key: 'user', label: 'User', column: 'user', operator: 'rel_o_m', kind: 'select' },
  {
    key: 'start_time',
    label: 'Time range',
    column: 'start_time',
    operator: 'between',
    kind: 'dates',
    asMilliseconds: true,
  },
  { key: 'sql', label: 'Search by query text', column: 'sql', operator: 'ct', kind: 'search' },
];

/** `/sqllab/history/`: what was run in SQL Lab, one's own, or everybody's for those who may see all. */
export function QueryHistoryScreen() {
  const navigate = useNavigate();
  const { show, preview } = useQueryPreview(previewOf);
  const columns: ListColumn<QueryRow>[] = [
    { key: 'status', title: '', width: 44, render: (row) => <State row={row} /> },
    {
      key: 'start_time',
      title: 'Time',
      sortable: true,
      render: (row) => (row.start_time ? <Moment at={row.start_time} /> : null),
    },
    { key: 'duration', title: 'Duration', secondary: true, render: (row) => <Duration row={row} /> },
    { key: 'tab_name', title: 'Tab name', sortable: true, secondary: true, render: (row) => row.tab_name },
    {
      key: 'database.database_name',
      title: 'Database',
      sortable: true,
      secondary: true,
      render: (row) => row.database.database_name,
    },
    { key: 'schema', title: 'Schema', sortable: true, secondary: true, render: (row) => row.schema },
    {
      key: 'sql_tables',
      title: 'Tables',
      secondary: true,
      render: (row) => <TableNames tables={row.sql_tables} />,
    },
    {
      key: 'user.first_name',
      title: 'User',
      sortable: true,
      secondary: true,
      render: (row) => row.user && personName(row.user),
    },
    {
      key: 'rows',
      title: 'Rows',
      sortable: true,
      secondary: true,
      render: (row) => (row.rows === null ? '' : grouped(row.rows)),
    },
    {
      key: 'sql',
      title: 'SQL',
      sortable: true,
      render: (row, rows) => (
        <button
          type="button"
          className={styles.snippet}
          aria-label={`Query preview: ${snippetOf(row.sql)}`}
          onClick={() => show(row, rows)}
        >
          <SqlText text={snippetOf(row.sql)} />
        </button>
      ),
    },
  ];
  const open = (row: QueryRow) => (
    <RowButton
      icon={<ExportOutlined aria-hidden />}
      label="Open query in SQL Lab"
      name={row.tab_name ?? ''}
      onClick={() => void navigate({ to: openPath(row) })}
    />
  );
  return (
    <>
      <ListView<QueryRow>
        title="SQL"
        tabs={QUERY_TABS}
        resource="query"
        noun="query"
        plural="queries"
        columns={columns}
        filters={FILTERS}
        defaultSort={{ sortColumn: 'start_time', sortOrder: 'desc' }}
        nameOf={(row) => row.tab_name ?? ''}
        {...(mayOpenPage('sqlLab') ? { rowActions: open } : {})}
        empty={<EmptyState title="No queries yet" description="What is run in SQL Lab will appear here." />}
      />
      {preview}
    </>
  );
}

function openPath(row: QueryRow): string {
  return `/sqllab/?queryId=${row.id}`;
}

function previewOf(row: QueryRow): PreviewedQuery {
  return {
    facts: [
      { label: 'Tab name', value: row.tab_name },
      { label: 'State', value: <State row={row} named /> },
      ...(row.error_message ? [{ label: 'Error', value: row.error_message }] : []),
    ],
    texts: [
      { label: 'User query', sql: row.sql },
      ...(row.executed_sql && row.executed_sql !== row.sql
        ? [{ label: 'Executed query', sql: row.executed_sql }]
        : []),
    ],
    open: mayOpenPage('sqlLab') ? openPath(row) : undefined,
  };
}

/** Lines and characters of a query that its row shows. */
const LINES = 4;
const LETTERS = 300;

function snippetOf(sql: string): string {
  const lines = sql.trim().split('\n');
  const text = lines.slice(0, LINES).join('\n').slice(0, LETTERS);
  return lines.length > LINES || text.length < sql.trim().length ? `${text} …` : text;
}

/** Glyphs of the states of a query (contract/ui.md A5). */
const GLYPHS: Record<string, { label: string; glyph: ReactNode; color: string }> = {
  success: { label: 'Success', glyph: <CheckOutlined />, color: 'var(--cr-success)' },
  failed: { label: 'Failed', glyph: <CloseOutlined />, color: 'var(--cr-error)' },
  stopped: { label: 'Stopped', glyph: <CloseOutlined />, color: 'var(--cr-error)' },
  timed_out: { label: 'Timed out', glyph: <CloseOutlined />, color: 'var(--cr-error)' },
  running: { label: 'Running', glyph: <LoadingOutlined />, color: 'var(--cr-accent)' },
  pending: { label: 'Pending', glyph: <LoadingOutlined />, color: 'var(--cr-accent)' },
  fetching: { label: 'Fetching', glyph: <LoadingOutlined />, color: 'var(--cr-accent)' },
  started: { label: 'Started', glyph: <LoadingOutlined />, color: 'var(--cr-accent)' },
  offline: { label: 'Offline', glyph: <DisconnectOutlined />, color: 'var(--cr-text-secondary)' },
  scheduled: { label: 'Scheduled', glyph: <ClockCircleOutlined />, color: 'var(--cr-text-secondary)' },
};

function State({ row, named = false }: { row: QueryRow; named?: boolean }) {
  const state = GLYPHS[row.status];
  if (!state) return row.status;
  const glyph = (
    <span role="img" aria-label={state.label} style={{ color: state.color }}>
      {state.glyph}
    </span>
  );
  if (named)
    return (
      <>
        {glyph} {state.label}
      </>
    );
  return (
    <Hint title={row.error_message ? `${state.label}: ${row.error_message}` : state.label}>{glyph}</Hint>
  );
}

function Moment({ at }: { at: number }) {
  const moment = new Date(at);
  return (
    <time className={styles.moment} dateTime={moment.toISOString()}>
      <span>{moment.toLocaleDateString()}</span> <span>{moment.toLocaleTimeString()}</span>
    </time>
  );
}

const COLORS: Record<string, string> = {
  success: 'success',
  failed: 'error',
  timed_out: 'error',
  stopped: 'warning',
};

function Duration({ row }: { row: QueryRow }) {
  if (row.start_time === null || row.end_time === null) return null;
  return (
    <Tag color={COLORS[row.status] ?? 'default'}>{clockOf(Math.max(0, row.end_time - row.start_time))}</Tag>
  );
}

/** Hours, minutes, seconds and milliseconds, `00:00:00.000`. */
function clockOf(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000);
  return `${String(hours).padStart(2, '0')}${new Date(Math.round(milliseconds) % 3_600_000).toISOString().slice(13, 23)}`;
}
