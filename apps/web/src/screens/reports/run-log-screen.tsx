import type { ReportLog } from '@chartroom/model';
import { EmptyState, Hint } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { fetchReport } from '../../api/reports.ts';
import { useThingTitle } from '../../base/title.ts';
import { type ListColumn, ListView } from '../../shared/list-view/list-view.tsx';
import styles from './reports.module.css';
import { type ReportKind, RunState } from './run-state.tsx';
import { SentModal } from './sent-modal.tsx';

function columnsOf(
  kind: ReportKind,
  report: number,
  onShow: (run: ReportLog) => void,
): ListColumn<ReportLog>[] {
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
      key: 'sent',
      title: 'Sent',
      render: (run) => <Sent report={report} run={run} onShow={() => onShow(run)} />,
    },
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

/** What a run sent, in small; a word where there was no picture. */
function Sent({ report, run, onShow }: { report: number; run: ReportLog; onShow: () => void }) {
  const [hasPicture, setHasPicture] = useState(true);
  if (run.state !== 'Success' && run.state !== 'Error') return null;
  const label = `What was sent at ${moment(run.end_dttm)}`;
  if (run.state === 'Error' || !hasPicture)
    return (
      <Button size="small" type="link" aria-label={label} onClick={onShow}>
        Show
      </Button>
    );
  return (
    <button type="button" className={styles.sent} aria-label={label} onClick={onShow}>
      <img
        src={`/api/v1/report/${report}/log/${run.id}/picture`}
        alt=""
        loading="lazy"
        width={96}
        height={60}
        onError={() => setHasPicture(false)}
      />
    </button>
  );
}

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
  const [shown, setShown] = useState<ReportLog>();
  const columns = useMemo(() => columnsOf(kind, id, setShown), [kind, id]);
  return (
    <>
      <ListView<ReportLog>
        title={`${kind} ${name}`.trim()}
        resource={`report/${id}/log`}
        noun="run"
        plural="runs"
        nameOf={(run) => run.uuid}
        isRunning={isRunning}
        columns={columns}
        filters={[]}
        defaultSort={{ sortColumn: 'start_dttm', sortOrder: 'desc' }}
        buttons={<Link to={kind === 'Alert' ? '/alert/list/' : '/report/list/'}>Back to all</Link>}
        empty={
          <EmptyState title="No runs yet" description="Each run is written here with what became of it." />
        }
      />
      {shown && <SentModal report={id} run={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** Whether nothing has followed yet what says that a run works; one that was refused says why. */
function isRunning(run: ReportLog, runs: readonly ReportLog[]): boolean {
  if (run.state !== 'Working' || run.error_message) return false;
  return !runs.some(({ uuid, state }) => uuid === run.uuid && state !== 'Working');
}

function moment(at: string | null): string {
  return at === null ? '' : at.slice(0, 19).replace('T', ' ');
}

function duration({ start_dttm, end_dttm }: ReportLog): string {
  if (start_dttm === null || end_dttm === null) return '';
  const seconds = (Date.parse(`${end_dttm}Z`) - Date.parse(`${start_dttm}Z`)) / 1_000;
  return Number.isFinite(seconds) ? `${seconds.toFixed(1)} s` : '';
}
