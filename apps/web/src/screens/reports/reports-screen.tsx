import { FileSearchOutlined, MailOutlined, SendOutlined } from '@ant-design/icons';
import { cronInWords, type ReportRow } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Switch, Tag } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { errorText } from '../../api/client.ts';
import { sendNow, setActive } from '../../api/reports.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { LAST_MODIFIED, OWNERS } from '../../shared/list-view/common-columns.tsx';
import { MODIFIED_BY_FILTER, OWNER_FILTER, ownsOrAdmin } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';
import { PreviewModal } from './preview-modal.tsx';
import { ReportEditor } from './report-editor.tsx';
import type { ReportForm } from './report-form.ts';
import { type ReportKind, RUN_STATES, RunState, stateWords } from './run-state.tsx';
import { useWantedAlert } from './wanted-alert.ts';

const TABS = [
  { label: 'Alerts', to: '/alert/list/' },
  { label: 'Reports', to: '/report/list/' },
];

/** `/alert/list/` */
export function AlertsScreen() {
  const wanted = useWantedAlert();
  return (
    <>
      <ReportsList kind="Alert" />
      {wanted.initial && <WantedAlert initial={wanted.initial} onClose={wanted.forget} />}
    </>
  );
}

/** `/report/list/` */
export function ReportsScreen() {
  return <ReportsList kind="Report" />;
}

function WantedAlert({ initial, onClose }: { initial: Partial<ReportForm>; onClose: () => void }) {
  return <ReportEditor kind="Alert" id={undefined} initial={initial} onClose={onClose} />;
}

function filtersOf(kind: ReportKind): ListFilterField[] {
  return [
    { key: 'search', label: 'Name', column: 'name', operator: 'ct', kind: 'search' },
    OWNER_FILTER,
    {
      key: 'state',
      label: 'Status',
      column: 'last_state',
      operator: 'eq',
      kind: 'select',
      choices: RUN_STATES.map((value) => ({ value, label: stateWords(value, kind) })),
    },
    MODIFIED_BY_FILTER,
  ];
}

function columnsOf(kind: ReportKind): ListColumn<ReportRow>[] {
  return [
    {
      key: 'last_state',
      title: 'State',
      width: 60,
      render: (row) => <RunState state={row.last_state} kind={kind} />,
    },
    {
      key: 'last_eval_dttm',
      title: 'Last run',
      sortable: true,
      secondary: true,
      render: (row) => lastRun(row.last_eval_dttm),
    },
    { key: 'name', title: 'Name', sortable: true, render: (row) => row.name },
    {
      key: 'crontab_humanized',
      title: 'Schedule',
      secondary: true,
      render: (row) => (
        <Hint title={row.timezone}>
          <span>{cronInWords(row.crontab)}</span>
        </Hint>
      ),
    },
    {
      key: 'recipients',
      title: 'Notification method',
      secondary: true,
      render: (row) =>
        [...new Set(row.recipients.map(({ type }) => type))].map((type) => <Tag key={type}>{type}</Tag>),
    },
    OWNERS,
    { ...LAST_MODIFIED, secondary: true },
    { key: 'active', title: 'Active', sortable: true, render: (row) => <ActiveSwitch row={row} /> },
  ];
}

const COLUMNS = { Alert: columnsOf('Alert'), Report: columnsOf('Report') };
const FILTERS = { Alert: filtersOf('Alert'), Report: filtersOf('Report') };

function ReportsList({ kind }: { kind: ReportKind }) {
  const noun = kind.toLowerCase();
  const [previewed, setPreviewed] = useState<ReportRow>();
  const navigate = useNavigate();
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: (row: ReportRow) => sendNow(row.id),
    onSuccess: (_none, row) => {
      toast.success(`${row.name} runs now: its log tells what became of it`);
      return client.invalidateQueries({ queryKey: ['report'] });
    },
    onError: (error) => toast.error(errorText(error)),
  });
  const isOwn = (row: ReportRow) => ownsOrAdmin(row.owners);
  return (
    <>
      <ManagedList<ReportRow>
        title={`${kind}s`}
        tabs={TABS}
        resource="report"
        noun={noun}
        plural={`${noun}s`}
        columns={COLUMNS[kind]}
        filters={FILTERS[kind]}
        baseFilters={[{ col: 'type', opr: 'eq', value: kind }]}
        defaultSort={{ sortColumn: 'name', sortOrder: 'desc' }}
        mayWrite={may('can_write', 'ReportSchedule')}
        keeps={(row) => !isOwn(row)}
        views={(row) => !isOwn(row)}
        createLabel={`+ ${kind}`}
        nameOf={(row) => row.name}
        isRunning={(row) => row.last_state === 'Working'}
        empty={{
          title: `No ${noun}s yet`,
          description:
            kind === 'Alert'
              ? 'An alert asks a query at its times and sends when its condition holds.'
              : 'A report sends a dashboard or a chart at its times.',
        }}
        moreActions={(row) => (
          <>
            <RowButton
              icon={<FileSearchOutlined aria-hidden />}
              label="Execution log"
              name={row.name}
              onClick={() =>
                void navigate({ to: kind === 'Alert' ? `/alert/${row.id}/log/` : `/report/${row.id}/log/` })
              }
            />
            {isOwn(row) && (
              <>
                <RowButton
                  icon={<MailOutlined aria-hidden />}
                  label="Preview"
                  name={row.name}
                  onClick={() => setPreviewed(row)}
                />
                <RowButton
                  icon={<SendOutlined aria-hidden />}
                  label="Send now"
                  name={row.name}
                  onClick={() => send.mutate(row)}
                />
              </>
            )}
          </>
        )}
        editor={({ row, onClose }) => (
          <ReportEditor
            kind={kind}
            id={row?.id}
            readOnly={row !== undefined && !isOwn(row)}
            onClose={onClose}
          />
        )}
      />
      {previewed && <PreviewModal report={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  );
}

function ActiveSwitch({ row }: { row: ReportRow }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (active: boolean) => setActive(row.id, active),
    onSuccess: () => client.invalidateQueries({ queryKey: ['report'] }),
    onError: (error) => toast.error(errorText(error)),
  });
  const mayChange = may('can_write', 'ReportSchedule') && ownsOrAdmin(row.owners);
  return (
    <Switch
      size="small"
      aria-label={`${row.name} is active`}
      checked={change.isPending ? change.variables : row.active}
      disabled={!mayChange || change.isPending}
      onChange={(active) => change.mutate(active)}
    />
  );
}

function lastRun(at: string | null): string {
  return at === null ? '' : dayjs(`${at.replace(/Z$/, '')}Z`).format('YYYY-MM-DD HH:mm');
}
