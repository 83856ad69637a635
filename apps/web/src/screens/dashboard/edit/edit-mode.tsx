import { loadable } from '@chartroom/ui';
import { useEffect } from 'react';
import styles from '../dashboard.module.css';
import { LayoutNotice } from '../layout-notice.tsx';
import { DraftOffer } from '../saving/draft-offer.tsx';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { beginEditing, discardEditing } from '../store/editing.ts';
import { EditedBoard } from './board.tsx';
import { BuilderPane } from './builder-pane.tsx';
import editStyles from './edit.module.css';
import { EditHeader } from './edit-header.tsx';

const ConflictsModal = loadable(async () => (await import('../saving/conflicts-modal.tsx')).ConflictsModal);

/** A dashboard that is being built: its head, its board, and the pane with what can be put onto it. */
export function EditMode() {
  const store = useDashboardStore();
  const isEditing = useDashboard((state) => state.editing !== undefined);
  const isAsked = useDashboard((state) => state.asking !== undefined);
  useEffect(() => {
    beginEditing(store);
    return () => discardEditing(store);
  }, [store]);
  if (!isEditing) return null;
  return (
    <>
      <EditHeader />
      <DraftOffer />
      {isAsked && <ConflictsModal />}
      <div className={`${styles.body} ${editStyles.body}`}>
        <div className={styles.content} data-picture="dashboard">
          <LayoutNotice />
          <EditedBoard />
        </div>
        <BuilderPane />
      </div>
    </>
  );
}
