import type { ReportLog } from '@chartroom/model';
import { EmptyState, Hint } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { fetchReport } from '../../api/reports.ts';
import { useThingTitle } from '../../base/title.ts';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';
import styles from './reports.module.css';
import { type ReportKind, RunState } from './run-state.tsx';

function columnsOf(kind: ReportKind): ListColumn<ReportLog>[] {
  const value: ListColumn<ReportLog> = {
    key: 'value',
    title: 'Value',
    sortable: true,
    render: (run) => run.value,
  };
  return [
    {
      key: 'state',
      title: 'State',
      sortable: true,
      render: (run) => <RunState state={run.state} kind={kind} isOver={run.end_dttm !== null} />,
    },
    {
      key: 'uuid',
      title: 'Execution ID',
      secondary: true,
      render: (run) => <code title={run.uuid}>{run.uuid.slice(0, 6)}</code>,
    },
    {
      key: 'scheduled_dttm',
      title: 'Scheduled at (UTC)',
      sortable: true,
      render: (run) => moment(run.scheduled_dttm),
    },
    {
      key: 'start_dttm',
      title: 'Start at (UTC)',
      sortable: true,
      secondary: true,
      render: (run) => moment(run.start_dttm),
    },
    { key: 'duration', title: 'Duration', secondary: true, render: duration },
    ...(kind === 'Alert' ? [value] : []),
    {
      key: 'error_message',
      title: 'Error message',
      render: (run) =>
        run.error_message && (
          <Hint title={run.error_message}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where a cell has no room for all of it, keys and fingers reach the rest */}
            <span className={styles.problem} tabIndex={0}>
              {run.error_message}
            </span>
          </Hint>
        ),
    },
  ];
}

const COLUMNS = { Alert: columnsOf('Alert'), Report: columnsOf('Report') };

/** `/alert/:report/log/` and `/report/:report/log/` */
export function RunLogScreen() {
  const id = Number(useParams({ strict: false }).report);
  const kind = useLocation({ select: ({ pathname }) => pathname }).startsWith('/alert/') ? 'Alert' : 'Report';
  const report = useQuery({
    queryKey: ['report', 'logged', id],
    queryFn: ({ signal }) => fetchReport(id, signal),
  });
  const name = report.data?.name ?? '';
  useThingTitle(report.data && `Execution log of ${name}`);
  return (
    <ListView<ReportLog>
      title={`${kind} ${name}`.trim()}
      resource={`report/${id}/log`}
      noun="run"
      plural="runs"
      nameOf={(run) => run.uuid}
      columns={COLUMNS[kind]}
      filters={[]}
      defaultSort={{ sortColumn: 'start_dttm', sortOrder: 'desc' }}
      buttons={<Link to={kind === 'Alert' ? '/alert/list/' : '/report/list/'}>Back to all</Link>}
      empty={
        <EmptyState title="No runs yet" description="Each run is written here with what became of it." />
      }
    />
  );
}

function moment(at: string | null): string {
  return at === null ? '' : at.slice(0, 19).replace('T', ' ');
}

function duration({ start_dttm, end_dttm }: ReportLog): string {
  if (start_dttm === null || end_dttm === null) return '';
  const seconds = (Date.parse(`${end_dttm}Z`) - Date.parse(`${start_dttm}Z`)) / 1_000;
  return Number.isFinite(seconds) ? `${seconds.toFixed(1)} s` : '';
}
