import { EllipsisOutlined, HistoryOutlined, PlusOutlined } from '@ant-design/icons';
import { DropMenu, Hint, loadable } from '@chartroom/ui';
import { Button, type MenuProps } from 'antd';
import { useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isNarrow } from '../../../shared/use-narrow.ts';
import { useLab } from '../lab-store.ts';
import type { RenameTabProps } from './rename-tab.tsx';
import {
  closeAll,
  closeOthers,
  duplicateTab,
  moveTab,
  restorableTabs,
  restoreTab,
  turnLeftBar,
} from './tab-acts.ts';
import { LabTabHandle } from './tab-handle.tsx';
import styles from './tabs.module.css';

const RenameTab = loadable<RenameTabProps>(async () => (await import('./rename-tab.tsx')).RenameTab);

/** Characters of a closed tab's text that tell it from others. */
const SHOWN = 40;

/** The tabs of SQL Lab, and what is done with them (contract/ui.md E3). */
export function TabStrip() {
  // Without their texts: a key in the editor draws no tab anew.
  const ids = useLab(useShallow((state) => state.tabs.map(({ id }) => id)));
  const active = useLab((state) => state.active);
  const offline = useLab((state) => state.offline);
  const [renaming, setRenaming] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const [open, setOpen] = useState(false);
  const { dropAt, ...drag } = useTabDrag(ids);
  return (
    <div className={styles.strip}>
      <DropMenu
        trigger={['contextMenu']}
        autoFocus
        menu={tabMenu(pointed ?? active, setRenaming)}
        destroyOnHidden
      >
        <div
          role="tablist"
          aria-label="Queries"
          className={styles.list}
          data-drop={dropAt === ids.length || undefined}
        >
          {ids.map((id, place) => (
            <LabTabHandle
              key={id}
              id={id}
              place={place}
              isActive={id === active}
              isDropped={dropAt === place}
              onRename={setRenaming}
              onPoint={setPointed}
              onMenu={() => setOpen(true)}
              {...drag}
            />
          ))}
        </div>
      </DropMenu>
      <div className={styles.acts}>
        <Hint title="New tab">
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined aria-hidden />}
            aria-label="New tab"
            onClick={() => void useLab.getState().add()}
          />
        </Hint>
        <DropMenu
          trigger={['click']}
          autoFocus
          open={open}
          onOpenChange={setOpen}
          menu={tabMenu(active, setRenaming)}
        >
          <Button type="text" size="small" icon={<EllipsisOutlined aria-hidden />} aria-label="Tab actions" />
        </DropMenu>
        <ClosedTabs />
        {offline && (
          <output className={styles.offline}>Offline: what you change is kept in this browser</output>
        )}
      </div>
      {renaming !== undefined && <RenameTab id={renaming} onClose={() => setRenaming(undefined)} />}
    </div>
  );
}

/** Tabs are put in order with the pointer: before which place one is held now, and what a tab tells of it. */
function useTabDrag(ids: readonly number[]) {
  const [dropAt, setDropAt] = useState<number>();
  const dragged = useRef<number>(undefined);
  const end = () => {
    dragged.current = undefined;
    setDropAt(undefined);
  };
  return {
    dropAt,
    onDrag: (id: number) => {
      dragged.current = id;
    },
    onOver: (place: number) => {
      if (dragged.current !== undefined) setDropAt(place);
    },
    onDrop: () => {
      const id = dragged.current;
      const from = id === undefined ? -1 : ids.indexOf(id);
      if (id !== undefined && dropAt !== undefined && from >= 0)
        moveTab(id, dropAt > from ? dropAt - 1 : dropAt);
      end();
    },
    onDragEnd: end,
  };
}

function tabMenu(id: number | undefined, onRename: (id: number) => void): MenuProps {
  const { tabs, close } = useLab.getState();
  const tab = tabs.find((each) => each.id === id);
  if (!tab) return { items: [] };
  const acts: Record<string, () => void> = {
    close: () => void close([tab.id]),
    rename: () => onRename(tab.id),
    bar: () => turnLeftBar(tab.id),
    others: () => void closeOthers(tab.id),
    all: () => void closeAll(),
    duplicate: () => void duplicateTab(tab.id),
  };
  return {
    items: [
      { key: 'close', label: 'Close tab' },
      { key: 'rename', label: 'Rename tab' },
      // In a narrow window it is a view of its own.
      ...(isNarrow() ? [] : [{ key: 'bar', label: tab.hidesLeftBar ? 'Expand tool bar' : 'Hide tool bar' }]),
      { key: 'others', label: 'Close all other tabs', disabled: tabs.length < 2 },
      { key: 'all', label: 'Close all tabs' },
      { key: 'duplicate', label: 'Duplicate tab' },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      acts[key]?.();
    },
  };
}

/** The tabs that were closed in this browser. */
function ClosedTabs() {
  const [closed, setClosed] = useState(restorableTabs);
  const items = closed.map(({ label, sql }, at) => ({
    key: String(at),
    label: `${label}: ${sql
      .slice(0, 4 * SHOWN)
      .replaceAll(/\s+/g, ' ')
      .slice(0, SHOWN)}`,
  }));
  return (
    <DropMenu
      trigger={['click']}
      autoFocus
      onOpenChange={(open) => open && setClosed(restorableTabs())}
      menu={{
        items: items.length > 0 ? items : [{ key: 'none', label: 'No tab was closed', disabled: true }],
        onClick: ({ key }) => void restoreTab(closed[Number(key)]),
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<HistoryOutlined aria-hidden />}
        aria-label="Restore closed tab"
      />
    </DropMenu>
  );
}
