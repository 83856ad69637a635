import { useBlocker } from '@tanstack/react-router';
import { Button } from 'antd';
import { Dialog } from '../../../shared/dialog.tsx';
import { useDashboardStore } from '../store/dashboard-context.ts';

export interface LeaveGuardProps {
  /** Saves; whether that went well. */
  save: () => Promise<boolean>;
  discard: () => void;
}

/** Whether an address still opens the dashboard for editing. */
function staysOpen(search: unknown): boolean {
  return typeof search === 'object' && search !== null && 'edit' in search;
}

/** Asks before a dashboard is left that has unsaved changes; a closed window is asked by the browser. */
export function LeaveGuard({ save, discard }: LeaveGuardProps) {
  const store = useDashboardStore();
  // As it is at that moment: what was discarded just now holds nobody.
  const isChanged = () => store.getState().editing?.isChanged === true;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged() && (current.pathname !== next.pathname || !staysOpen(next.search)),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title="Save changes to your dashboard?"
      onCancel={blocker.reset}
      footer={[
        <Button
          key="discard"
          danger
          onClick={() => {
            discard();
            blocker.proceed();
          }}
        >
          Discard
        </Button>,
        <Button
          key="save"
          type="primary"
          onClick={() => void save().then((isSaved) => (isSaved ? blocker.proceed() : blocker.reset()))}
        >
          Save
        </Button>,
      ]}
    >
      What you have changed since you opened it for editing is not saved yet.
    </Dialog>
  );
}
