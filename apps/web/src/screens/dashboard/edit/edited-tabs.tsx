import {
  collapseTopTabs,
  deleteComponent,
  insertComponent,
  type LayoutItem,
  ROOT_ID,
  withMeta,
} from '@chartroom/model';
import { App, Button, Input, Tabs } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import dashboardStyles from '../dashboard.module.css';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout } from '../store/editing.ts';
import { ComponentFrame } from './component-frame.tsx';
import { componentId } from './component-id.ts';
import styles from './edit.module.css';
import { useCarry } from './use-carry.ts';

interface EditedTabsProps {
  item: LayoutItem;
  /** What stands in a tab. */
  content: (tab: LayoutItem) => ReactNode;
}

/** Tabs that are named, added, moved and taken away. */
export function EditedTabs({ item, content }: EditedTabsProps) {
  const isTop = useDashboard(({ layout }) => layout[ROOT_ID]?.children.includes(item.id) ?? false);
  if (!isTop)
    return (
      <ComponentFrame item={item}>
        <Strip item={item} content={content} isTop={false} />
      </ComponentFrame>
    );
  return (
    <div data-component={item.id} className={styles.topTabs}>
      <Strip item={item} content={content} isTop />
    </div>
  );
}

function Strip({ item, content, isTop }: EditedTabsProps & { isTop: boolean }) {
  const store = useDashboardStore();
  const { modal } = App.useApp();
  const layout = useDashboard((state) => state.layout);
  const active = useDashboard((state) => item.children.find((child) => state.activeTabs.has(child)));
  const { openTab } = store.getState();
  const open = active ?? item.children[0];
  const add = () => {
    let made: string | undefined;
    const nextId = (type: Parameters<typeof componentId>[0]) => {
      made = componentId(type);
      return made;
    };
    const place = { parent: item.id, index: item.children.length };
    editLayout(store, (board) => insertComponent(board, { type: 'TAB' }, place, nextId));
    if (made !== undefined) openTab(made);
  };
  const remove = (tab: string) => {
    const left = item.children[Math.max(0, item.children.indexOf(tab) - 1)];
    editLayout(store, (board) => ({
      layout: deleteComponent(board, item.children.length === 1 ? item.id : tab),
    }));
    if (tab === open && left !== undefined && left !== tab) openTab(left);
  };
  const askToRemove = (tab: string) =>
    modal.confirm({
      title: 'Delete dashboard tab?',
      content:
        'Deleting a tab removes everything that stands in it. You can bring it back with undo until you save.',
      okText: 'DELETE',
      okButtonProps: { danger: true },
      cancelText: 'Cancel',
      onOk: () => remove(tab),
    });
  return (
    <Tabs
      type="editable-card"
      className={dashboardStyles.tabs ?? ''}
      {...(open === undefined ? {} : { activeKey: open })}
      onChange={openTab}
      onEdit={(target, action) => {
        if (action === 'add') add();
        else if (typeof target === 'string') askToRemove(target);
      }}
      {...(isTop && {
        tabBarExtraContent: (
          <Button
            size="small"
            type="text"
            onClick={() => editLayout(store, (board) => ({ layout: collapseTopTabs(board) }))}
          >
            Collapse tab content
          </Button>
        ),
      })}
      items={item.children.flatMap((id) => {
        const tab = layout[id];
        if (tab?.type !== 'TAB') return [];
        return [{ key: id, label: <TabTitle tab={tab} isOpen={id === open} />, children: content(tab) }];
      })}
    />
  );
}

/** The title of a tab, which is written where the tab is open. */
function TabTitle({ tab, isOpen }: { tab: LayoutItem & { type: 'TAB' }; isOpen: boolean }) {
  const store = useDashboardStore();
  const { text = '', defaultText, placeholder } = tab.meta;
  const [draft, setDraft] = useState(text);
  const label = useRef<HTMLSpanElement>(null);
  useEffect(() => setDraft(text), [text]);
  const shown = text || defaultText || placeholder || 'Tab title';
  useCarry(label, { carried: { component: { type: 'TAB', id: tab.id }, meta: {} }, name: shown });
  return (
    <span ref={label} data-component={tab.id} data-tab={tab.id} className={styles.tabTitle}>
      {isOpen ? (
        <Input
          size="small"
          variant="borderless"
          aria-label={`Title of tab ${shown}`}
          placeholder={defaultText || placeholder || 'Tab title'}
          value={draft}
          style={{ width: `${Math.max(8, (draft || shown).length + 2)}ch` }}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() =>
            draft !== text &&
            editLayout(store, (layout) => ({ layout: withMeta(layout, tab.id, { text: draft }) }))
          }
          onPressEnter={(event) => event.currentTarget.blur()}
          // The strip would take the arrow keys, and its own keys delete tabs.
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Escape') setDraft(text);
          }}
        />
      ) : (
        shown
      )}
    </span>
  );
}
