import type { DataMasks, ReportRow } from '@chartroom/model';
import { loadable } from '@chartroom/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../api/client.ts';
import { useList } from '../../api/list.ts';
import { setActive } from '../../api/reports.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { mayHaveReports } from './may-have-reports.ts';
import type { ReportDeletionProps } from './report-deletion.tsx';

const EmailReportModal = loadable<EmailReportModalProps>(
  async () => (await import('./email-report-modal.tsx')).EmailReportModal,
);
const ReportDeletion = loadable<ReportDeletionProps>(
  async () => (await import('./report-deletion.tsx')).ReportDeletion,
);
const ReportSwitch = loadable<{ isActive: boolean }>(
  async () => (await import('./report-deletion.tsx')).ReportSwitch,
);

/** A chart or a dashboard that is stored. */
export interface ReportedThing {
  kind: 'chart' | 'dashboard';
  id: number;
  name: string;
  vizType?: string | undefined;
  /** The filters and tabs of a dashboard as they are now. */
  shown?: (() => ShownState) | undefined;
}

/** What the dialog of a report is given. */
export interface EmailReportModalProps {
  thing: ReportedThing;
  /** Undefined makes a new one. */
  id: number | undefined;
  onClose: () => void;
}

/** What a dashboard shows: filters and open tabs. */
export interface ShownState {
  dataMask: DataMasks;
  activeTabs: string[];
}

/**
 * 'Manage email report' of a menu, and an alert on a chart, with the dialogs that it opens: nothing for who may not. One report for each person and thing; `onClosed`: a dialog is gone
 *
 * (contract/ui.md B6 and H1).
 */
export function useEmailReport(
  thing: ReportedThing | undefined,
  onClosed: () => void,
): {
  items: NonNullable<MenuProps['items']>;
  dialogs: ReactNode;
} {
  const isOffered = thing !== undefined && mayHaveReports();
  const own = useList<ReportRow>(
    'report',
    {
      filters: [
        { col: `${thing?.kind}_id`, opr: 'eq', value: thing?.id ?? 0 },
        { col: 'creation_method', opr: 'eq', value: `${thing?.kind}s` },
        { col: 'created_by', opr: 'rel_o_m', value: bootstrap.user?.userId ?? 0 },
      ],
      page: 0,
      page_size: 1,
    },
    { enabled: isOffered },
  );
  // While another is asked for, the one before is kept: it is not of this thing.
  const isKnown = own.isSuccess && !own.isPlaceholderData;
  const [report] = isKnown ? own.data.result : [];
  const navigate = useNavigate();
  const [edited, setEdited] = useState<{ id: number | undefined }>();
  const [doomed, setDoomed] = useState<ReportRow>();
  const client = useQueryClient();
  const toggle = useMutation({
    mutationFn: (row: ReportRow) => setActive(row.id, !row.active),
    onSuccess: () => client.invalidateQueries({ queryKey: ['report'] }),
    onError: (error) =>
      toast.error(`We were unable to active or deactivate this report. ${errorText(error)}`),
  });
  if (!isOffered) return { items: [], dialogs: null };
  const children: NonNullable<MenuProps['items']> = report
    ? [
        {
          key: 'email_report_active',
          label: 'Email reports active',
          // The whole entry is pressed; the switch tells how it stands.
          extra: <ReportSwitch isActive={report.active} />,
          onClick: () => toggle.mutate(report),
        },
        {
          key: 'email_report_edit',
          label: 'Edit email report',
          onClick: () => setEdited({ id: report.id }),
        },
        {
          key: 'email_report_delete',
          label: 'Delete email report',
          danger: true,
          onClick: () => setDoomed(report),
        },
      ]
    : [
        {
          key: 'email_report_new',
          label: 'Set up an email report',
          disabled: !isKnown || !bootstrap.user?.email,
          title: bootstrap.user?.email ? '' : 'Your account has no mail address.',
          onClick: () => setEdited({ id: undefined }),
        },
      ];
  const failed = {
    key: 'email_report_failed',
    label: `There was an issue fetching reports attached to this ${thing.kind}.`,
    // Pressed, they are asked for once more.
    onClick: () => void own.refetch(),
  };
  const alert = {
    key: 'chart_alert',
    label: 'Set up an alert',
    onClick: () => void navigate({ to: '/alert/list/', search: { chart: thing.id } }),
  };
  return {
    items: [
      { key: 'email_report', label: 'Manage email report', children: own.isError ? [failed] : children },
      ...(thing.kind === 'chart' ? [alert] : []),
    ],
    dialogs: (
      <>
        {doomed && <ReportDeletion report={doomed} onClosed={() => setDoomed(undefined)} />}
        {edited && (
          <EmailReportModal
            thing={thing}
            id={edited.id}
            onClose={() => {
              setEdited(undefined);
              onClosed();
            }}
          />
        )}
      </>
    ),
  };
}
