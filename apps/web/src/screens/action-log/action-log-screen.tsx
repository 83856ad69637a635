import { type LogRow, personName } from '@chartroom/model';
import { EmptyState } from '@chartroom/ui';
import { Typography } from 'antd';
import { type FetchPage, fetchList } from '../../api/list.ts';
import { choicesOf } from '../../shared/list-view/choices-of.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';

/** A line with the id that stands beside it. */
type Line = LogRow & { id: number };

const FILTERS: ListFilterField[] = [
  {
    key: 'user',
    label: 'Users',
    column: 'user',
    operator: 'rel_o_m',
    kind: 'select',
    load: choicesOf('security/users', 'username'),
  },
  {
    key: 'dashboard_id',
    label: 'Dashboard Id',
    column: 'dashboard_id',
    operator: 'between',
    kind: 'numbers',
  },
  { key: 'slice_id', label: 'Slice Id', column: 'slice_id', operator: 'between', kind: 'numbers' },
  { key: 'action', label: 'Action', column: 'action', operator: 'ct', kind: 'search' },
  { key: 'json', label: 'JSON', column: 'json', operator: 'ct', kind: 'search' },
  { key: 'dttm', label: 'Dttm', column: 'dttm', operator: 'between', kind: 'dates' },
  { key: 'referrer', label: 'Referrer', column: 'referrer', operator: 'ct', kind: 'search' },
  { key: 'duration_ms', label: 'Duration Ms', column: 'duration_ms', operator: 'between', kind: 'numbers' },
];

const COLUMNS: ListColumn<Line>[] = [
  { key: 'action', title: 'Action', sortable: true, render: (row) => row.action },
  {
    key: 'user',
    title: 'User',
    render: (row) => row.user && <span title={row.user.username}>{personName(row.user)}</span>,
  },
  {
    key: 'duration_ms',
    title: 'Duration Ms',
    sortable: true,
    secondary: true,
    render: (row) => row.duration_ms,
  },
  {
    key: 'dashboard_id',
    title: 'Dashboard Id',
    sortable: true,
    secondary: true,
    render: (row) => row.dashboard_id,
  },
  { key: 'slice_id', title: 'Slice Id', sortable: true, secondary: true, render: (row) => row.slice_id },
  { key: 'json', title: 'JSON', secondary: true, render: (row) => <Shortened text={row.json} /> },
  { key: 'referrer', title: 'Referrer', secondary: true, render: (row) => <Shortened text={row.referrer} /> },
  { key: 'dttm', title: 'Dttm', sortable: true, render: (row) => new Date(`${row.dttm}Z`).toLocaleString() },
];

function Shortened({ text }: { text: string | null }) {
  return (
    <Typography.Text
      style={{ maxWidth: 260 }}
      ellipsis={{ tooltip: text }}
      {...(text ? { copyable: { text } } : {})}
    >
      {text}
    </Typography.Text>
  );
}

/** Rows of the log carry no id of their own; the page's ids stand beside them. */
const fetchPage: FetchPage<Line> = async (resource, question, signal) => {
  const page = await fetchList<LogRow>(resource, question, signal);
  return { ...page, result: page.result.map((row, index) => ({ ...row, id: page.ids[index] ?? index })) };
};

/** `/actionlog/list`: who did what to what. */
export function ActionLogScreen() {
  return (
    <ListView<Line>
      title="Action Log"
      resource="log"
      noun="log"
      plural="logs"
      columns={COLUMNS}
      filters={FILTERS}
      fetchPage={fetchPage}
      defaultSort={{ sortColumn: 'dttm', sortOrder: 'desc' }}
      nameOf={(row) => row.action}
      empty={<EmptyState title="No Logs yet" description="What people do is written down here." />}
    />
  );
}
