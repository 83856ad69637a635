import { bringBackLost, type Layout, layoutProblems, lostComponents } from '@chartroom/model';
import { Alert, Button } from 'antd';
import { useMemo } from 'react';
import styles from './dashboard.module.css';
import { componentId } from './edit/component-id.ts';
import { nameOf } from './edit/component-names.ts';
import { mayEdit } from './may-edit.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { editLayout } from './store/editing.ts';

/** Components that are named one by one. */
const NAMED = 5;

/** Tells editors what is wrong with the stored layout, and that nothing of it is lost. */
export function LayoutNotice() {
  const store = useDashboardStore();
  const info = useDashboard((state) => state.dashboard.info);
  const layout = useDashboard((state) => state.layout);
  const isEditing = useDashboard((state) => state.editing !== undefined);
  const problems = useMemo(() => layoutProblems(info.position_json), [info.position_json]);
  const lost = useMemo(() => lostComponents(layout), [layout]);
  if (!mayEdit(info)) return null;
  const { isUnreadable, unknown, repeated } = problems;
  const told = [
    ...(isUnreadable
      ? [
          'What is stored of the layout cannot be read, so that the charts stand one after another. Saving puts this layout in its place.',
        ]
      : []),
    ...(lost.length > 0
      ? [`Components that stand nowhere, and are not shown: ${namesOf(layout, lost)}. They stay stored.`]
      : []),
    ...(unknown.length > 0
      ? [`Components of a kind that is not known, and are not shown: ${listed(unknown)}. They stay stored.`]
      : []),
    ...(repeated.length > 0
      ? [
          `Components that were named in several places, or inside themselves, and stand in the first: ${namesOf(layout, repeated)}.`,
        ]
      : []),
  ];
  if (told.length === 0) return null;
  return (
    <Alert
      className={styles.notice ?? ''}
      type="warning"
      showIcon
      closable
      title="The layout of this dashboard is not as it should be"
      description={told.map((line) => <div key={line}>{line}</div>)}
      action={
        isEditing &&
        lost.length > 0 && (
          <Button
            size="small"
            onClick={() => editLayout(store, (board) => ({ layout: bringBackLost(board, componentId) }))}
          >
            Put them at the end
          </Button>
        )
      }
    />
  );
}

function namesOf(layout: Layout, ids: readonly string[]): string {
  return listed(ids.map((id) => (layout[id] ? nameOf(layout[id]) : id)));
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return names.slice(0, NAMED).join(', ') + more;
}
