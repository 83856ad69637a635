import { CloseOutlined } from '@ant-design/icons';
import { isMenuKey } from '@chartroom/ui';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useLab } from '../lab-store.ts';
import { moveTab, stepTab } from './tab-acts.ts';
import styles from './tabs.module.css';

/** Id of the panel that shows the tab in view. */
export const TAB_PANEL = 'lab-tab-panel';
/** Id of the tab of so many. */
export function tabElementId(id: number): string {
  return `lab-tab-${id}`;
}

interface HandleProps {
  id: number;
  place: number;
  isActive: boolean;
  /** Something is held before it. */
  isDropped: boolean;
  onRename: (id: number) => void;
  /** A menu is asked for at the pointer. */
  onPoint: (id: number) => void;
  /** A menu is asked for by a key. */
  onMenu: () => void;
  onDrag: (id: number) => void;
  onOver: (place: number) => void;
  onDrop: () => void;
  onDragEnd: () => void;
}

/** A tab in the list of tabs. */
export function LabTabHandle({ id, place, isActive, isDropped, ...does }: HandleProps) {
  const element = useRef<HTMLDivElement>(null);
  const { label, status } = useLab(
    useShallow((state) => {
      const tab = state.tabs.find((each) => each.id === id);
      return { label: tab?.label ?? '', status: tab?.run.status ?? 'idle' };
    }),
  );
  const { activate, close } = useLab.getState();
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive]);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyAct(event, place, does);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={element}
      role="tab"
      id={tabElementId(id)}
      aria-selected={isActive}
      aria-controls={isActive ? TAB_PANEL : undefined}
      tabIndex={isActive ? 0 : -1}
      className={styles.tab}
      data-drop={isDropped || undefined}
      draggable
      onClick={() => void activate(id)}
      onDoubleClick={() => does.onRename(id)}
      onContextMenu={() => does.onPoint(id)}
      onKeyDown={onKeyDown}
      onDragStart={() => does.onDrag(id)}
      onDragEnd={does.onDragEnd}
      onDragOver={(event) => {
        event.preventDefault();
        const { left, width } = event.currentTarget.getBoundingClientRect();
        does.onOver(event.clientX > left + width / 2 ? place + 1 : place);
      }}
      onDrop={(event) => {
        event.preventDefault();
        does.onDrop();
      }}
      onAuxClick={(event) => {
        if (event.button === 1) void close([id]);
      }}
    >
      <span className={styles.dot} data-tab-status={status} role="img" aria-label={status} />
      <span className={styles.name}>{label}</span>
      {/* For the pointer alone: keys close a tab by Delete and by its menu, and a list of tabs may hold no buttons. */}
      <span
        aria-hidden
        className={styles.close}
        onClick={(event) => {
          event.stopPropagation();
          void close([id]);
        }}
      >
        <CloseOutlined />
      </span>
    </div>
  );
}

/** What a key does on a tab. */
function keyAct(
  event: KeyboardEvent,
  place: number,
  { onMenu, onRename }: Pick<HandleProps, 'onMenu' | 'onRename'>,
): (() => void) | undefined {
  const { key, altKey, shiftKey } = event;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const { tabs, activate, close } = useLab.getState();
  const id = tabs[place]?.id;
  if (id === undefined) return undefined;
  if (by !== undefined && altKey && shiftKey) return () => moveTab(id, Math.max(0, place + by));
  if (by !== undefined)
    return () => {
      stepTab(by);
      focusTab(tabs.at((place + by) % tabs.length)?.id);
    };
  const end = { Home: tabs[0], End: tabs.at(-1) }[key];
  if (end)
    return () => {
      void activate(end.id);
      focusTab(end.id);
    };
  if (isMenuKey(event)) return onMenu;
  if (key === 'Delete') return () => void close([id]);
  return key === 'F2' ? () => onRename(id) : undefined;
}

function focusTab(id: number | undefined): void {
  if (id !== undefined) document.getElementById(tabElementId(id))?.focus();
}
