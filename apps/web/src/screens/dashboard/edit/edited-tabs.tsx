import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import {
  collapseTopTabs,
  deleteComponent,
  insertComponent,
  type LayoutItem,
  ROOT_ID,
  withMeta,
} from '@chartroom/model';
import { Button, Input, Modal } from 'antd';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { tabAfter } from '../../../shared/tab-after.ts';
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
  const [modal, question] = Modal.useModal();
  const layout = useDashboard((state) => state.layout);
  const active = useDashboard((state) => item.children.find((child) => state.activeTabs.has(child)));
  const { openTab } = store.getState();
  const tabs = item.children.flatMap((id) => (layout[id]?.type === 'TAB' ? [layout[id]] : []));
  const open = layout[active ?? item.children[0] ?? ''];
  const [isNaming, setIsNaming] = useState(false);
  const panel = useId();
  const list = useRef<HTMLDivElement>(null);
  const focusOn = (id: string) =>
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`)?.focus();
  const add = () => {
    let made: string | undefined;
    const nextId = (type: Parameters<typeof componentId>[0]) => {
      made = componentId(type);
      return made;
    };
    const place = { parent: item.id, index: item.children.length };
    editLayout(store, (board) => insertComponent(board, { type: 'TAB' }, place, nextId));
    if (made === undefined) return;
    openTab(made);
    setIsNaming(true);
  };
  const remove = (tab: string) => {
    const left = item.children[Math.max(0, item.children.indexOf(tab) - 1)];
    editLayout(store, (board) => ({
      layout: deleteComponent(board, item.children.length === 1 ? item.id : tab),
    }));
    if (tab === open?.id && left !== undefined && left !== tab) openTab(left);
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
  const onKey = (event: KeyboardEvent, tab: TabItem) => {
    const next = tabAfter(event.key, tabs.indexOf(tab), tabs.length);
    const target = next === undefined ? undefined : tabs[next];
    if (target) {
      openTab(target.id);
      focusOn(target.id);
    } else if (event.key === 'F2') setIsNaming(true);
    else if (event.key === 'Delete') askToRemove(tab.id);
    else return;
    event.preventDefault();
  };
  return (
    <div className={dashboardStyles.tabs}>
      {question}
      <div className={styles.strip}>
        <div ref={list} role="tablist" aria-label="Tabs" className={styles.tabList}>
          {tabs.map((tab) => (
            <TabTitle
              key={tab.id}
              tab={tab}
              isOpen={tab.id === open?.id}
              panel={panel}
              onChoose={() => (tab.id === open?.id ? setIsNaming(true) : openTab(tab.id))}
              onKeyDown={(event) => onKey(event, tab)}
            />
          ))}
        </div>
        {open?.type === 'TAB' && isNaming && (
          <TitleField
            key={open.id}
            tab={open}
            list={list}
            onDone={(byKey) => {
              setIsNaming(false);
              if (byKey) focusOn(open.id);
            }}
          />
        )}
        <Button
          size="small"
          type="text"
          icon={<PlusOutlined aria-hidden />}
          aria-label="Add tab"
          onClick={add}
        />
        {open?.type === 'TAB' && (
          <span className={styles.tabTools}>
            <Button
              size="small"
              type="text"
              icon={<EditOutlined aria-hidden />}
              aria-label={`Rename tab ${titleOf(open)}`}
              onClick={() => setIsNaming(true)}
            />
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`Delete tab ${titleOf(open)}`}
              onClick={() => askToRemove(open.id)}
            />
          </span>
        )}
        {isTop && (
          <Button
            size="small"
            type="text"
            onClick={() => editLayout(store, (board) => ({ layout: collapseTopTabs(board) }))}
          >
            Collapse tab content
          </Button>
        )}
      </div>
      {open?.type === 'TAB' && (
        <div role="tabpanel" id={panel} aria-label={titleOf(open)} key={open.id}>
          {content(open)}
        </div>
      )}
    </div>
  );
}

type TabItem = LayoutItem & { type: 'TAB' };

/** What a tab is called until it is named. */
function unnamed({ meta }: TabItem): string {
  return meta.defaultText || meta.placeholder || 'Tab title';
}

function titleOf(tab: TabItem): string {
  return tab.meta.text || unnamed(tab);
}

interface TabTitleProps {
  tab: TabItem;
  isOpen: boolean;
  /** Id of the element with what stands in the open tab. */
  panel: string;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A tab to open, to carry elsewhere, and to rename where it is open. */
function TabTitle({ tab, isOpen, panel, onChoose, onKeyDown }: TabTitleProps) {
  const title = useRef<HTMLButtonElement>(null);
  useCarry(title, { carried: { component: { type: 'TAB', id: tab.id }, meta: {} }, name: titleOf(tab) });
  return (
    <button
      ref={title}
      type="button"
      role="tab"
      data-component={tab.id}
      data-tab={tab.id}
      className={styles.tab}
      aria-selected={isOpen}
      {...(isOpen && { 'aria-controls': panel, 'aria-description': 'Enter or F2 renames, Delete deletes' })}
      tabIndex={isOpen ? 0 : -1}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      {titleOf(tab)}
    </button>
  );
}

interface TitleFieldProps {
  tab: TabItem;
  /** Where the tab lies that the field covers. */
  list: RefObject<HTMLElement | null>;
  /** The title is written, or left as it was; by a key, or by going elsewhere. */
  onDone: (byKey: boolean) => void;
}

/** Where the title of a tab is written: over the tab, since within a tab there is room for text alone. */
function TitleField({ tab, list, onDone }: TitleFieldProps) {
  const store = useDashboardStore();
  const { text = '' } = tab.meta;
  const [draft, setDraft] = useState(text);
  const [over, setOver] = useState({ left: 0, top: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const title = list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tab.id)}"]`);
    if (title)
      setOver({
        left: title.offsetLeft,
        top: title.offsetTop,
        width: title.offsetWidth,
        height: title.offsetHeight,
      });
  }, [list, tab.id]);
  // The focus leaves a field that is left by a key as well.
  const isDone = useRef(false);
  const leave = (byKey: boolean, isKept = true) => {
    if (isDone.current) return;
    isDone.current = true;
    if (isKept && draft !== text)
      editLayout(store, (layout) => ({ layout: withMeta(layout, tab.id, { text: draft }) }));
    onDone(byKey);
  };
  return (
    <Input
      autoFocus
      className={styles.titleField ?? ''}
      aria-label={`Title of tab ${titleOf(tab)}`}
      placeholder={unnamed(tab)}
      value={draft}
      style={{
        left: over.left,
        top: over.top,
        height: over.height,
        width: `max(${over.width}px, ${draft.length + 3}ch)`,
      }}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => leave(false)}
      onKeyDown={(event) => {
        // Undo and the like are the field's own here.
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The tab, which has the focus then, would take the key for a click.
        event.preventDefault();
        leave(true, event.key === 'Enter');
      }}
    />
  );
}
