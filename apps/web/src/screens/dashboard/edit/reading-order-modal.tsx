import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type Layout, type LayoutItem, ROOT_ID, readingOrder, withReadingOrder } from '@chartroom/model';
import { Alert, Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../../base/toasts.tsx';
import { Dialog } from '../../../shared/dialog.tsx';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { saveSettings, settingsProblem } from '../store/settings.ts';
import { nameOf } from './component-names.ts';
import styles from './edit.module.css';

/** 'Reading order on phones': what stands below each other where nothing has room side by side, in an order of its own. */
export function ReadingOrderModal({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  const { layout, dashboard } = store.getState();
  const [order, setOrder] = useState<readonly string[]>(dashboard.metadata.reading_order ?? []);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const groups = containersOf(layout).filter((id) => readingOrder(layout, id).length > 1);
  const save = async () => {
    setBusy(true);
    try {
      await saveSettings(store, { reading_order: [...order] });
      toast.success('The reading order was saved');
      onClose();
    } catch (error) {
      setProblem(settingsProblem(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Reading order on phones"
      okText="Save"
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <Button disabled={order.length === 0} onClick={() => setOrder([])}>
            As in the layout
          </Button>
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      {problem && <Alert type="error" showIcon title={problem} />}
      <p className={styles.hint}>
        Drag, or use the arrow keys. On a narrow screen the dashboard is read in this order; elsewhere nothing
        changes.
      </p>
      {groups.length === 0 && <p>There is nothing to put in order yet.</p>}
      {groups.map((id) => (
        <Group
          key={id}
          title={groups.length > 1 ? titleOf(layout, id) : undefined}
          items={readingOrder(layout, id, order).flatMap((block) => layout[block] ?? [])}
          onOrder={(items) => setOrder(withReadingOrder(order, items))}
        />
      ))}
    </Dialog>
  );
}

interface GroupProps {
  title: string | undefined;
  items: readonly LayoutItem[];
  onOrder: (ids: string[]) => void;
}

/** What one grid or tab shows, in order. */
function Group({ title, items, onOrder }: GroupProps) {
  const list = useRef<HTMLOListElement>(null);
  const ids = items.map(({ id }) => id);
  const move = (id: string, to: number) => {
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length || to === from) return;
    onOrder(ids.toSpliced(from, 1).toSpliced(to, 0, id));
    // Where it stands now, its handle is another element.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-order="${CSS.escape(id)}"]`)?.focus(),
    );
  };
  return (
    <section aria-label={title ?? 'Dashboard'}>
      {title !== undefined && <h3 className={styles.orderTitle}>{title}</h3>}
      <ol ref={list} className={styles.order}>
        {items.map((item, at) => (
          <Line
            key={item.id}
            item={item}
            at={at}
            count={items.length}
            onMove={(to) => move(item.id, to)}
            onDropped={(id) => move(id, at)}
          />
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  item: LayoutItem;
  at: number;
  count: number;
  onMove: (to: number) => void;
  /** Another one was dropped here. */
  onDropped: (id: string) => void;
}

function Line({ item, at, count, onMove, onDropped }: LineProps) {
  const line = useRef<HTMLLIElement>(null);
  const dropped = useRef(onDropped);
  dropped.current = onDropped;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const stops = [
      draggable({ element, getInitialData: () => ({ ordered: item.id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.ordered === 'string' && source.data.ordered !== item.id,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          dropped.current(String(source.data.ordered));
        },
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [item.id]);
  const name = nameOf(item);
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    <li ref={line} data-over={isOver}>
      <Button
        size="small"
        type="text"
        className={styles.handle}
        data-order={item.id}
        icon={<HolderOutlined aria-hidden />}
        aria-label={`Move ${name}, ${at + 1} of ${count}`}
        aria-description="Arrow keys move it."
        onKeyDown={onKey}
      />
      <span>{name}</span>
      <Button
        size="small"
        type="text"
        icon={<ArrowUpOutlined aria-hidden />}
        aria-label={`Move ${name} up`}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      />
      <Button
        size="small"
        type="text"
        icon={<ArrowDownOutlined aria-hidden />}
        aria-label={`Move ${name} down`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      />
    </li>
  );
}

/** The grid and the tabs of a board, from the top. */
function containersOf(layout: Layout, id = ROOT_ID): string[] {
  const item = layout[id];
  if (!item) return [];
  const own = item.type === 'GRID' || item.type === 'TAB' ? [id] : [];
  return [...own, ...item.children.flatMap((child) => containersOf(layout, child))];
}

/** The titles of the tabs that hold it, and its own. */
function titleOf(layout: Layout, id: string): string {
  const titles = [...(layout[id]?.parents ?? []), id].flatMap((each) => {
    const item = layout[each];
    return item?.type === 'TAB' ? [item.meta.text || item.meta.defaultText || 'Tab title'] : [];
  });
  return titles.join(' / ') || 'Dashboard';
}
