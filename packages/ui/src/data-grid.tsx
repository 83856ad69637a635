// biome-ignore-all lint/a11y/useSemanticElements: a real table cannot leave out the rows that are not in view
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import styles from './data-grid.module.css';
import type { GridColumn, GridRow } from './data-grid-model.ts';
import { cellText, columnWidths, sortedOrder } from './data-grid-model.ts';

export interface DataGridProps {
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  /** Name of the grid for a screen reader. */
  label: string;
  /** Only rows with this text in a cell are shown. */
  search?: string;
}

const ROW_HEIGHT = 28;
const HEADER_HEIGHT = 32;
const NUMBER_WIDTH = 56;

interface Focus {
  row: number;
  column: number;
}

/** A grid of any number of rows and columns: only what is in view exists; sort by header, walk with the arrow keys. */
export function DataGrid({ columns, rows, label, search = '' }: DataGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<{ key: string; descending: boolean }>();
  const [focus, setFocus] = useState<Focus>({ row: 0, column: 0 });
  const widths = useMemo(() => columnWidths(columns, rows), [columns, rows]);
  const order = useMemo(() => sortedOrder(rows, columns, sort, search), [rows, columns, sort, search]);
  const vertical = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 120,
    overscan: 3,
  });
  const shownColumns = horizontal.getVirtualItems();
  const totalWidth = horizontal.getTotalSize() + NUMBER_WIDTH;

  const walk = (event: KeyboardEvent) => {
    const next = nextFocus(event.key, focus, order.length, columns.length, event.ctrlKey || event.metaKey);
    if (!next) return;
    event.preventDefault();
    setFocus(next);
    vertical.scrollToIndex(next.row);
    horizontal.scrollToIndex(next.column);
  };
  const toggle = (key: string) =>
    setSort((old) =>
      old?.key === key
        ? old.descending
          ? undefined
          : { key, descending: true }
        : { key, descending: false },
    );

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={order.length + 1}
      aria-colcount={columns.length}
      tabIndex={0}
      onKeyDown={walk}
    >
      <div
        className={styles.sheet}
        style={{ width: totalWidth, height: vertical.getTotalSize() + HEADER_HEIGHT }}
      >
        <div
          className={styles.header}
          role="row"
          style={{ height: HEADER_HEIGHT, width: totalWidth }}
          tabIndex={-1}
        >
          <span className={styles.corner} style={{ width: NUMBER_WIDTH }} />
          {shownColumns.map((item) => {
            const column = columns[item.index];
            if (!column) return null;
            const sorted = sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : 'none';
            return (
              <button
                key={column.key}
                type="button"
                role="columnheader"
                aria-sort={sorted}
                title={column.hint ?? column.label}
                className={styles.head}
                data-numeric={column.numeric ?? false}
                style={{ left: item.start + NUMBER_WIDTH, width: item.size }}
                onClick={() => toggle(column.key)}
              >
                <span>{column.label}</span>
                {sorted !== 'none' && <span aria-hidden="true">{sorted === 'ascending' ? '▲' : '▼'}</span>}
              </button>
            );
          })}
        </div>
        {vertical.getVirtualItems().map((line) => {
          const row = rows[order[line.index] ?? -1];
          return (
            <div
              key={line.index}
              role="row"
              aria-rowindex={line.index + 2}
              className={styles.row}
              data-odd={line.index % 2 === 1}
              style={{
                transform: `translateY(${line.start + HEADER_HEIGHT}px)`,
                height: ROW_HEIGHT,
                width: totalWidth,
              }}
              tabIndex={-1}
            >
              <span className={styles.number} style={{ width: NUMBER_WIDTH }}>
                {line.index + 1}
              </span>
              {shownColumns.map((item) => {
                const column = columns[item.index];
                if (!column) return null;
                const value = row?.[column.key];
                return (
                  <span
                    key={column.key}
                    role="gridcell"
                    aria-colindex={item.index + 1}
                    tabIndex={-1}
                    className={styles.cell}
                    data-numeric={column.numeric ?? false}
                    data-null={value === null || value === undefined}
                    data-focus={focus.row === line.index && focus.column === item.index}
                    style={{ left: item.start + NUMBER_WIDTH, width: item.size }}
                  >
                    {cellText(column, value)}
                  </span>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function nextFocus(key: string, from: Focus, rows: number, columns: number, far: boolean): Focus | undefined {
  const last = { row: rows - 1, column: columns - 1 };
  const moves: Record<string, Focus> = {
    ArrowDown: { ...from, row: far ? last.row : from.row + 1 },
    ArrowUp: { ...from, row: far ? 0 : from.row - 1 },
    ArrowRight: { ...from, column: far ? last.column : from.column + 1 },
    ArrowLeft: { ...from, column: far ? 0 : from.column - 1 },
    PageDown: { ...from, row: from.row + 20 },
    PageUp: { ...from, row: from.row - 20 },
    Home: { ...from, column: 0, row: far ? 0 : from.row },
    End: { ...from, column: last.column, row: far ? last.row : from.row },
  };
  const to = moves[key];
  if (!to) return undefined;
  return {
    row: Math.max(0, Math.min(last.row, to.row)),
    column: Math.max(0, Math.min(last.column, to.column)),
  };
}
