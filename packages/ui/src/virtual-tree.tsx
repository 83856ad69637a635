import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isMenuKey, openMenuAt } from './menu-key.ts';
import styles from './virtual-tree.module.css';

/** A line of a tree. */
export interface TreeRow {
  key: string;
  /** 1 = the outermost. */
  level: number;
  /** Absent = there is nothing below it. */
  isOpen?: boolean;
  /** Its place among its siblings, from one, and how many those are. */
  place: readonly [number, number];
}

export interface VirtualTreeProps<Row extends TreeRow> {
  /** Name of the tree for a screen reader. */
  label: string;
  /** Its lines from above to below, without those that are folded away. */
  rows: readonly Row[];
  render: (row: Row) => ReactNode;
  /** A line is to be opened or folded. */
  onToggle: (row: Row) => void;
  /** A line with nothing below it was clicked, or Enter pressed on it. */
  onAct?: (row: Row, element: HTMLElement) => void;
  /** The menu of a line is asked for; the event goes on its way. */
  onMenu?: (row: Row) => void;
  /** What the pointer or the keys have come to; undefined when they have left. */
  onPoint?: (row: Row | undefined, element: HTMLElement | undefined) => void;
}

const ROW_HEIGHT = 26;
const OVERSCAN = 10;

/** A tree of any number of lines: only what is in view exists. The keys are those of trees everywhere. */
export function VirtualTree<Row extends TreeRow>(props: VirtualTreeProps<Row>) {
  const { label, rows, render, onToggle, onAct, onMenu, onPoint } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [focused, setFocused] = useState<string>();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === focused),
  );
  const elementOf = (index: number) => document.getElementById(`${id}-${index}`) ?? undefined;
  const walk = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocused(row.key);
    virtual.scrollToIndex(index);
    // The line may have to be made first.
    requestAnimationFrame(() => onPoint?.(row, elementOf(index)));
  };
  const act = (row: Row, index: number) => {
    const element = elementOf(index);
    if (row.isOpen !== undefined) onToggle(row);
    else if (element) onAct?.(row, element);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    const element = elementOf(at);
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextOf(event.key, rows, at, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT));
    if (isMenuKey(event) && element) openMenuAt(element);
    else if (event.key === 'Enter' || event.key === ' ') act(row, at);
    else if (next === 'toggle') onToggle(row);
    else if (next !== undefined) walk(next);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
      className={styles.scroller}
      onKeyDown={onKeyDown}
      onBlur={() => onPoint?.(undefined, undefined)}
      onPointerLeave={() => onPoint?.(undefined, undefined)}
    >
      <div role="presentation" className={styles.lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row ? (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys of all its lines
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and tells which line is meant
            <div
              key={key}
              id={`${id}-${index}`}
              role="treeitem"
              aria-level={row.level}
              aria-expanded={row.isOpen}
              aria-posinset={row.place[0]}
              aria-setsize={row.place[1]}
              aria-selected={index === at}
              className={styles.line}
              style={{ transform: `translateY(${start}px)`, paddingInlineStart: (row.level - 1) * 20 + 4 }}
              onClick={() => {
                setFocused(row.key);
                act(row, index);
              }}
              onContextMenu={() => {
                setFocused(row.key);
                onMenu?.(row);
              }}
              onPointerEnter={(event) => {
                if (event.pointerType !== 'touch') onPoint?.(row, event.currentTarget);
              }}
            >
              {render(row)}
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

/** Where a key leads from a line; `toggle` when it opens or folds it. */
function nextOf(
  key: string,
  rows: readonly TreeRow[],
  at: number,
  page: number,
): number | 'toggle' | undefined {
  const row = rows[at];
  const last = rows.length - 1;
  if (key === 'ArrowDown') return Math.min(last, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'PageDown') return Math.min(last, at + page);
  if (key === 'PageUp') return Math.max(0, at - page);
  if (key === 'ArrowRight' && row?.isOpen === false) return 'toggle';
  if (key === 'ArrowRight' && row?.isOpen === true) return Math.min(last, at + 1);
  if (key === 'ArrowLeft' && row?.isOpen === true) return 'toggle';
  if (key !== 'ArrowLeft' || !row) return undefined;
  const above = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
  return above < 0 ? undefined : above;
}
