import type { ReportRow } from '@chartroom/model';
import { useQueryClient } from '@tanstack/react-query';
import { Modal, Switch } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { errorText } from '../../api/client.ts';
import { deleteOne } from '../../api/list.ts';
import { toast } from '../../base/toasts.tsx';

/** Tells in a menu whether a report is sent: the whole entry is pressed. */
export function ReportSwitch({ isActive }: { isActive: boolean }) {
  return <Switch size="small" tabIndex={-1} checked={isActive} aria-label="Email reports active" />;
}

export interface ReportDeletionProps {
  report: ReportRow;
  onClosed: () => void;
}

/** Asks whether a report is to go. */
export function ReportDeletion({ report, onClosed }: ReportDeletionProps) {
  const [modal, question] = Modal.useModal();
  const client = useQueryClient();
  const ask = useEffectEvent(() =>
    modal.confirm({
      title: 'Delete Report?',
      content: `This action will permanently delete ${report.name}.`,
      okText: 'Delete',
      okButtonProps: { danger: true },
      afterClose: onClosed,
      onOk: async () => {
        try {
          await deleteOne('report', report.id);
          await client.invalidateQueries({ queryKey: ['report'] });
          toast.success(`Deleted: ${report.name}`);
        } catch (error) {
          toast.error(`Your report could not be deleted: ${errorText(error)}`);
        }
      },
    }),
  );
  useEffect(() => {
    const asked = ask();
    return asked.destroy;
  }, []);
  return question;
}
