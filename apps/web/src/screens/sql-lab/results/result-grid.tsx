import {
  cellText,
  columnWidths,
  DataGrid,
  type GridArea,
  type GridColumn,
  nextSort,
  type RecordColumn,
} from '@chartroom/ui';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { ColumnMenu } from './column-menu.tsx';
import { shownName } from './grid-columns.ts';
import { looksLikeJson } from './json-in.ts';
import { type ColumnsView, moved, viewedColumns } from './result-rows.ts';
import styles from './results.module.css';

export interface ResultGridProps {
  label: string;
  columns: readonly RecordColumn[];
  /** Rows in sight, in their order. */
  rows: readonly Readonly<Record<string, unknown>>[];
  view: ColumnsView;
  onView: (change: (view: ColumnsView) => ColumnsView) => void;
  /** A text that is marked where it stands. */
  search: string;
  onSelect?: (area: GridArea) => void;
  onCopy: (area: GridArea) => void;
  onOpen: (row: number, column: number) => void;
}

/** Characters of a cell that stand on the page: the widest column has room for fewer, and megabytes would be laid out. */
const LONGEST = 2_000;
/** Width of the button of a column's menu. */
const MENU = 28;

/** Rows of a result to work with: areas in the columns as `viewedColumns` has them. */
export function ResultGrid(props: ResultGridProps) {
  const { columns, rows, view, onView, search, onOpen } = props;
  const opens = useRef(onOpen);
  useEffect(() => {
    opens.current = onOpen;
  });
  const seen = useMemo(() => viewedColumns(columns, view), [columns, view]);
  // Widths stay as they are when rows are sorted or filtered away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the rows that came first
  const widths = useMemo(() => {
    const found = columnWidths(columns, rows);
    return new Map(columns.map(({ key }, index) => [key, (found[index] ?? 0) + MENU]));
  }, [columns]);
  const shown = useMemo(
    () =>
      seen.columns.map(
        (column): GridColumn => ({
          key: column.key,
          label: shownName(column.label),
          align: column.numeric ? 'right' : 'left',
          width: widths.get(column.key) ?? 0,
          hint: column.hint,
          aside: (
            <ColumnMenu
              column={column}
              view={view}
              onView={onView}
              valuesOf={(key) => rows.map((row) => row[key])}
            />
          ),
        }),
      ),
    [seen, widths, view, onView, rows],
  );
  const cellAt = useCallback(
    (line: number, at: number) => {
      const column = seen.columns[at];
      if (!column) return undefined;
      const value = rows[line]?.[column.key];
      const isNull = value === null || value === undefined;
      const whole = cellText(column, value);
      const text = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
      const searched = marked(text, search);
      const content = looksLikeJson(value) ? (
        <>
          <JsonSign onOpen={() => opens.current(line, at)} />
          {searched ?? text}
        </>
      ) : (
        searched
      );
      return {
        text,
        isNull,
        ...(content !== undefined && { content }),
      };
    },
    [seen, rows, search],
  );
  return (
    <DataGrid
      label={props.label}
      columns={shown}
      count={rows.length}
      cellAt={cellAt}
      pinned={seen.pinned}
      sort={view.sort}
      onSort={(key) => onView((old) => ({ ...old, sort: nextSort(old.sort, key) }))}
      movable
      onMove={(key, to) => onView((old) => moved(old, key, to))}
      onSelect={props.onSelect}
      onCopy={props.onCopy}
      onOpen={onOpen}
      numbered
    />
  );
}

/** Opens the tree of a cell; for the pointer: keys open the cell itself. */
function JsonSign({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.jsonSign}
      aria-label="Show JSON"
      onClick={onOpen}
      // The second click of two would open it again.
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {'{ }'}
    </button>
  );
}

/** The text with what was searched for marked; undefined where it does not occur. */
function marked(text: string, search: string): ReactNode {
  const wanted = search.trim().toLowerCase();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted);
  if (at < 0) return undefined;
  const end = at + wanted.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
