import { useBlocker } from '@tanstack/react-router';
import { Button, Modal } from 'antd';

export interface LeaveGuardProps {
  isChanged: boolean;
  /** Saves; whether that went well. */
  save: () => Promise<boolean>;
  discard: () => void;
}

/** Asks before a dashboard is left that has unsaved changes; a closed window is asked by the browser. */
export function LeaveGuard({ isChanged, save, discard }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Modal
      open
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
    </Modal>
  );
}
