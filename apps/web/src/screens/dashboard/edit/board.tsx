import { GRID_ID, type Landing, ROOT_ID } from '@chartroom/model';
import { useEffect, useRef } from 'react';
import { toast } from '../../../base/toasts.tsx';
import { useUndoKeys } from '../../../shared/undo-keys.ts';
import styles from '../dashboard.module.css';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { redo, undo } from '../store/editing.ts';
import { acceptDrops, elementOf, elementsOf } from './board-drop.ts';
import { bringCarried } from './bring-chart.ts';
import editStyles from './edit.module.css';
import { EditedComponent } from './edited-component.tsx';

/** The dashboard's layout as it is built: everything can be moved, sized, written into and taken away. */
export function EditedBoard() {
  const store = useDashboardStore();
  const root = useDashboard((state) => state.layout[ROOT_ID]);
  const hasTopTabs = useDashboard(({ layout }) => layout[root?.children[0] ?? '']?.type === 'TABS');
  const board = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!board.current) return;
    const element = board.current;
    return acceptDrops(element, store, {
      show: (landing) => showLanding(element, mark.current, landing),
      refuse: toast.warning,
      added: (carried) => void bringCarried(store, carried),
    });
  }, [store]);
  useUndoKeys(
    () => undo(store),
    () => redo(store),
  );
  return (
    <div ref={board} className={editStyles.board}>
      <div data-component={ROOT_ID} className={styles.grid}>
        {!hasTopTabs && (
          <div className={editStyles.topDrop}>Tabs that are dropped here hold the whole dashboard</div>
        )}
        {root?.children.map((id) => (
          <EditedComponent key={id} id={id} />
        ))}
      </div>
      <div ref={mark} className={editStyles.landing} hidden />
    </div>
  );
}

/** Thickness of the mark of a landing, in pixels. */
const MARK = 4;

/** The element at which a landing is shown: what stands in a tab, rather than its title, where it is empty. */
function targetOf(board: HTMLElement, { id, edge }: Landing): HTMLElement | undefined {
  if (id === ROOT_ID) return elementOf(board, GRID_ID);
  return edge === 'inside' ? elementsOf(board, id).at(-1) : elementOf(board, id);
}

/** Marks where something would land. No component is drawn again for it, however many there are. */
function showLanding(board: HTMLElement, mark: HTMLElement | null, landing: Landing | undefined): void {
  if (!mark) return;
  const target = landing && targetOf(board, landing);
  mark.hidden = !target;
  if (!target || !landing) return;
  const box = target.getBoundingClientRect();
  const origin = board.getBoundingClientRect();
  const { edge } = landing;
  const isUpright = edge === 'left' || edge === 'right';
  const isWhole = edge === 'inside' || edge === 'forbidden';
  const left = edge === 'right' ? box.right : box.left - (isUpright ? MARK : 0);
  const top = edge === 'bottom' ? box.bottom : box.top - (edge === 'top' ? MARK : 0);
  mark.dataset.edge = edge;
  mark.style.transform = `translate(${left - origin.left}px, ${top - origin.top}px)`;
  mark.style.width = `${isUpright && !isWhole ? MARK : box.width}px`;
  mark.style.height = `${isUpright || isWhole ? box.height : MARK}px`;
}
