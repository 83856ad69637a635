import { loadable } from '@chartroom/ui';
import { useBlocker } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { may } from '../../base/bootstrap.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { alteredControls, useExplore } from './explore-store.ts';
import { identityOf } from './identity.ts';
import type { SaveModalProps } from './save-modal.tsx';

const SaveModal = loadable<SaveModalProps>(async () => (await import('./save-modal.tsx')).SaveModal);

/** Whether leaving would lose work that could be saved: of a saved chart what was altered, of a new one what has been drawn. */
function hasWork(): boolean {
  const state = useExplore.getState();
  if (!may('can_write', 'Chart')) return false;
  if (alteredControls(state).length > 0) return state.slice !== null || state.run.form !== null;
  return state.slice !== null && state.name !== state.slice.slice_name;
}

/** Another chart, as far as an address tells. */
function isAnother(current: Readonly<Record<string, unknown>>, next: Readonly<Record<string, unknown>>) {
  const params = (search: Readonly<Record<string, unknown>>) =>
    new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
  return identityOf(params(current)) !== identityOf(params(next));
}

/** Asks before a chart is left that has changes which are not saved; a closed window is asked by the browser. */
export function LeaveGuard() {
  const [isSaving, setIsSaving] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasWork() && (current.pathname !== next.pathname || isAnother(current.search, next.search)),
    enableBeforeUnload: hasWork,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  if (isSaving) {
    const stay = () => {
      setIsSaving(false);
      blocker.reset();
    };
    return <SaveModal request={{}} onSaved={blocker.proceed} onClose={stay} />;
  }
  return (
    <Dialog
      title="Save changes to your chart?"
      onCancel={blocker.reset}
      footer={[
        <Button key="discard" danger onClick={blocker.proceed}>
          Discard
        </Button>,
        <Button key="save" type="primary" onClick={() => setIsSaving(true)}>
          Save
        </Button>,
      ]}
    >
      What you have changed since it was saved is not saved yet.
    </Dialog>
  );
}
