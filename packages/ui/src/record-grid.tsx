import { useCallback, useMemo, useState } from 'react';
import { DataGrid } from './data-grid.tsx';
import {
  cellText,
  columnWidths,
  type GridColumn,
  type GridRecord,
  type GridSort,
  nextSort,
  type RecordColumn,
  sortedOrder,
} from './data-grid-model.ts';

export interface RecordGridProps {
  columns: readonly RecordColumn[];
  rows: readonly GridRecord[];
  /** Name of the grid for a screen reader. */
  label: string;
  /** Only rows with this text in a cell are shown. */
  search?: string;
  /** The rows are one page of more: they stay in the order in which they came. */
  isPage?: boolean;
}

/** Rows as a query gave them in a grid: numbered, searched, sorted by header. */
export function RecordGrid({ columns, rows, label, search = '', isPage = false }: RecordGridProps) {
  const [sort, setSort] = useState<GridSort>();
  const order = useMemo(() => sortedOrder(rows, columns, sort, search), [rows, columns, sort, search]);
  const shown = useMemo(() => {
    const widths = columnWidths(columns, rows);
    return columns.map(
      ({ key, label: text, numeric, hint, aside }, index): GridColumn => ({
        key,
        label: text,
        align: numeric ? 'right' : 'left',
        width: widths[index] ?? 0,
        hint,
        aside,
      }),
    );
  }, [columns, rows]);
  const cellAt = useCallback(
    (line: number, at: number) => {
      const column = columns[at];
      if (!column) return undefined;
      const value = rows[order[line] ?? -1]?.[column.key];
      return { text: cellText(column, value), isNull: value === null || value === undefined };
    },
    [columns, rows, order],
  );
  return (
    <DataGrid
      columns={shown}
      count={order.length}
      cellAt={cellAt}
      label={label}
      sort={sort}
      onSort={isPage ? undefined : (key) => setSort((old) => nextSort(old, key))}
      numbered
    />
  );
}
