import { DeleteOutlined, DragOutlined } from '@ant-design/icons';
import {
  type Direction,
  deleteComponent,
  growComponent,
  heightOf,
  type LayoutItem,
  parentOf,
  sizableSides,
  stepComponent,
  widthOf,
} from '@chartroom/model';
import { DropMenu } from '@chartroom/ui';
import { Button, type MenuProps } from 'antd';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { toast } from '../../../base/toasts.tsx';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { editLayout } from '../store/editing.ts';
import { BackgroundChoice } from './background-choice.tsx';
import { componentId } from './component-id.ts';
import { nameOf } from './component-names.ts';
import styles from './edit.module.css';
import { ResizeHandles } from './resize-handles.tsx';
import { useCarry } from './use-carry.ts';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Six dots: a picture of the library's would be half of what a board of many components is made of. */
const GRIP = (
  <svg viewBox="0 0 8 14" width="8" height="14" fill="currentColor" aria-hidden="true">
    <path d="M0 1h2v2H0zm6 0h2v2H6zM0 6h2v2H0zm6 0h2v2H6zM0 11h2v2H0zm6 0h2v2H6z" />
  </svg>
);

/** What is around every component that is being built: a handle to move it by pointer or keys, its settings, its edges. */
export function ComponentFrame({ item, children }: { item: LayoutItem; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const isInRow = useDashboard(({ layout }) => parentOf(layout, item.id)?.type === 'ROW');
  const name = nameOf(item);
  const isMet = useMet(frame);
  useCarry(frame, {
    carried: { component: { type: item.type, id: item.id }, meta: {} },
    name,
    handle,
  });
  return (
    <div
      ref={frame}
      data-component={item.id}
      data-type={item.type}
      className={styles.frame}
      style={sizeOf(item, isInRow)}
    >
      <div className={styles.tools} role="toolbar" aria-label={name}>
        <Handle item={item} name={name} handle={handle} />
        {isMet && <Tools item={item} name={name} />}
      </div>
      {children}
      {isMet && <ResizeHandles item={item} frame={frame} />}
    </div>
  );
}

/** Whether somebody has come to a component, by pointer or focus: most are only looked at, and what can be done to one is made then. */
function useMet(frame: React.RefObject<HTMLElement | null>): boolean {
  const [isMet, setMet] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element || isMet) return;
    const meet = () => setMet(true);
    element.addEventListener('pointerenter', meet);
    element.addEventListener('focusin', meet);
    return () => {
      element.removeEventListener('pointerenter', meet);
      element.removeEventListener('focusin', meet);
    };
  }, [frame, isMet]);
  return isMet;
}

interface HandleProps {
  item: LayoutItem;
  name: string;
  handle: React.RefObject<HTMLButtonElement | null>;
}

/** Where a component is taken, by pointer or keys. */
function Handle({ item, name, handle }: HandleProps) {
  const store = useDashboardStore();
  const keys =
    'Arrow keys move it, with Ctrl or Cmd into its neighbour; with Shift they size it; Delete takes it away.';
  return (
    <button
      ref={handle}
      type="button"
      className={styles.handle}
      data-handle={item.id}
      title={`Drag to move. ${keys}`}
      aria-label={`Move ${name}`}
      aria-description={keys}
      onKeyDown={(event) => onHandleKey(event, item, store)}
    >
      {GRIP}
    </button>
  );
}

/** What else can be done to a component. */
function Tools({ item, name }: { item: LayoutItem; name: string }) {
  const store = useDashboardStore();
  return (
    <>
      <MoveMenu item={item} name={name} />
      <BackgroundChoice item={item} />
      <Button
        size="small"
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`Delete ${name}`}
        onClick={() => remove(store, item.id)}
      />
    </>
  );
}

function onHandleKey(event: KeyboardEvent, item: LayoutItem, store: DashboardStore): void {
  if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    remove(store, item.id);
    return;
  }
  const direction = DIRECTIONS[event.key];
  if (!direction || event.altKey) return;
  event.preventDefault();
  if (event.shiftKey) grow(store, item.id, direction);
  else step(store, item.id, direction, event.ctrlKey || event.metaKey);
  focusHandle(item.id);
}

function grow(store: DashboardStore, id: string, direction: Direction): void {
  const refused = editLayout(store, (layout) => growComponent(layout, id, direction));
  if (refused !== undefined) toast.warning(refused);
}

function step(store: DashboardStore, id: string, direction: Direction, into: boolean): void {
  const refused = editLayout(store, (layout) =>
    stepComponent(layout, id, direction, { into, nextId: componentId }),
  );
  if (refused !== undefined) toast.warning(refused);
}

const STEPS: readonly { direction: Direction; neighbour: string }[] = [
  { direction: 'up', neighbour: 'what is above' },
  { direction: 'down', neighbour: 'what is below' },
  { direction: 'left', neighbour: 'what is on the left' },
  { direction: 'right', neighbour: 'what is on the right' },
];
const SIZES: readonly { direction: Direction; name: string; side: 'width' | 'height' }[] = [
  { direction: 'right', name: 'Wider', side: 'width' },
  { direction: 'left', name: 'Narrower', side: 'width' },
  { direction: 'down', name: 'Higher', side: 'height' },
  { direction: 'up', name: 'Lower', side: 'height' },
];

/** What dragging and keys do, where there is only a finger: steps, and sizes where the component has one. */
function MoveMenu({ item, name }: { item: LayoutItem; name: string }) {
  const store = useDashboardStore();
  const [isOpen, setOpen] = useState(false);
  const itemsOf = (): MenuProps['items'] => {
    const sides = sizableSides(store.getState().layout, item);
    return [
      ...STEPS.map(({ direction }) => ({
        key: `step ${direction}`,
        label: `Move ${direction}`,
        onClick: () => step(store, item.id, direction, false),
      })),
      {
        key: 'into',
        label: 'Move into',
        children: STEPS.map(({ direction, neighbour }) => ({
          key: `into ${direction}`,
          label: neighbour,
          onClick: () => step(store, item.id, direction, true),
        })),
      },
      ...SIZES.filter(({ side }) => sides[side]).map(({ direction, name: how }) => ({
        key: `grow ${direction}`,
        label: how,
        onClick: () => grow(store, item.id, direction),
      })),
    ];
  };
  return (
    <DropMenu trigger={['click']} menu={{ items: isOpen ? itemsOf() : [] }} onOpenChange={setOpen}>
      <Button
        size="small"
        type="text"
        className={styles.byTouch}
        icon={<DragOutlined aria-hidden />}
        aria-label={`Move or size ${name}`}
      />
    </DropMenu>
  );
}

/** Puts the focus on a component's handle once the board is drawn: where it stands now, it is another element. */
export function focusHandle(id: string): void {
  requestAnimationFrame(() => {
    const handle = document.querySelector<HTMLElement>(`[data-handle="${CSS.escape(id)}"]`);
    handle?.focus();
    handle?.scrollIntoView({ block: 'nearest' });
  });
}

/** Takes a component away; the focus goes to what is beside it. */
function remove(store: DashboardStore, id: string): void {
  const { layout } = store.getState();
  const parent = parentOf(layout, id);
  const at = parent?.children.indexOf(id) ?? 0;
  const next = parent?.children[at + 1] ?? parent?.children[at - 1] ?? parent?.id;
  editLayout(store, (board) => ({ layout: deleteComponent(board, id) }));
  if (next !== undefined) focusHandle(next);
}

/** Its columns in a row; its height, where it has one of its own. */
function sizeOf(item: LayoutItem, isInRow: boolean): CSSProperties & { '--columns'?: number } {
  const hasHeight = item.type === 'CHART' || item.type === 'MARKDOWN';
  return {
    ...(isInRow && { '--columns': widthOf(item) }),
    ...(hasHeight && { height: heightOf(item) }),
  };
}
