import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { dashboardUrl } from '@chartroom/model';
import { EditableTitle, Hint } from '@chartroom/ui';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { toast } from '../../../base/toasts.tsx';
import styles from '../dashboard.module.css';
import { Published } from '../published.tsx';
import { dropDraft } from '../saving/drafts.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { discardEditing, editLayout, redo, titleIn, UNDO_STEPS, undo, withTitle } from '../store/editing.ts';
import { EditMenu } from './edit-menu.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { saveDashboard } from './save-dashboard.ts';

/** The head of a dashboard that is being built: its title, undo and redo, Discard and Save. */
export function EditHeader() {
  const store = useDashboardStore();
  const title = useDashboard((state) => titleIn(state.layout));
  const canUndo = useDashboard((state) => (state.editing?.past.length ?? 0) > 0);
  const canRedo = useDashboard((state) => (state.editing?.future.length ?? 0) > 0);
  const isChanged = useDashboard((state) => state.editing?.isChanged ?? false);
  const [saving, setSaving] = useState(false);
  const leave = useLeaveEditing();
  useUndoWarning();
  const giveUp = () => {
    dropDraft(store.getState().dashboard.info.id);
    discardEditing(store);
  };
  const save = async () => {
    setSaving(true);
    const held = store.getState().editing?.held ?? {};
    const isSaved = await saveDashboard(store);
    setSaving(false);
    if (!isSaved) return;
    await leave(held.slug !== undefined);
    // Who owns it, and the like, is told by the server.
    if (OPENED_ANEW.some((name) => held[name] !== undefined))
      await queryClient.resetQueries({ queryKey: ['dashboard', 'open'] });
  };
  return (
    <header className={styles.header}>
      <EditableTitle
        title={title}
        placeholder="Add the name of the dashboard"
        label="Dashboard title"
        editable
        onSave={(text) => editLayout(store, (layout) => ({ layout: withTitle(layout, text) }))}
      />
      <span className={styles.meta} />
      <Published />
      <Hint title="Undo (Ctrl or Cmd + Z)">
        <Button
          type="text"
          icon={<UndoOutlined aria-hidden />}
          aria-label="Undo"
          disabled={!canUndo}
          onClick={() => undo(store)}
        />
      </Hint>
      <Hint title="Redo (Ctrl or Cmd + Y)">
        <Button
          type="text"
          icon={<RedoOutlined aria-hidden />}
          aria-label="Redo"
          disabled={!canRedo}
          onClick={() => redo(store)}
        />
      </Hint>
      <Button
        disabled={saving}
        onClick={() => {
          giveUp();
          void leave(false);
        }}
      >
        Discard
      </Button>
      <Button type="primary" disabled={!isChanged} loading={saving} onClick={() => void save()}>
        Save
      </Button>
      <EditMenu save={save} />
      <LeaveGuard save={() => saveDashboard(store)} discard={giveUp} />
    </header>
  );
}

/** What is not known of a dashboard but by asking for it when it was changed. */
const OPENED_ANEW = ['owners', 'roles', 'tags'] as const;

/** Takes `edit` out of the address; a dashboard that is called otherwise now is addressed by its id. */
function useLeaveEditing(): (isCalledOtherwise: boolean) => Promise<void> {
  const { id } = useDashboard((state) => state.dashboard.info);
  const location = useLocation();
  const navigate = useNavigate();
  return (isCalledOtherwise) => {
    const search = new URLSearchParams(window.location.search);
    search.delete('edit');
    const to = isCalledOtherwise ? dashboardUrl({ id }) : location.pathname;
    return navigate({ to, search: Object.fromEntries(search), replace: true });
  };
}

/** Says once that the first steps can no longer be undone. */
function useUndoWarning(): void {
  const isOver = useDashboard((state) => state.editing?.isOverLimit ?? false);
  useEffect(() => {
    if (isOver)
      toast.warning(
        `All ${UNDO_STEPS} undo steps are used: what was done first can no longer be undone. Saving starts them afresh.`,
      );
  }, [isOver]);
}
