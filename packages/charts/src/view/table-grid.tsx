import { DataGrid, type GridCell, type GridSort } from '@chartroom/ui';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react';
import type { CrossFilter, DataPoint, DrawTheme, TableModel, TableModelCell } from '../chart-type.ts';
import { cellPlaces, headerEdges, tableColumnWidths } from '../draw/column-widths.ts';
import { hasMarkup, SafeLink, SafeMarkup } from './safe-markup.tsx';
import { SparkLine } from './spark-line.tsx';
import styles from './table-grid.module.css';

export type { GridSort };

export interface TableGridProps {
  table: TableModel;
  /** What a screen reader calls it. */
  label: string;
  theme: DrawTheme;
  sort?: GridSort | undefined;
  /** A click on a header; absent: columns cannot be sorted. */
  onSort?: ((key: string) => void) | undefined;
  /** Columns can be dragged into the place of others. */
  movable?: boolean;
  /** A click on a cell or heading that filters; absent: nothing filters. */
  onFilter?: ((filter: CrossFilter, point: DataPoint | undefined) => void) | undefined;
  /** Is told what a cell or heading stands for before the menu opens there. */
  onPoint?: ((point: DataPoint | undefined) => void) | undefined;
  /** What a cell stands for in its row; a heading stands alone. */
  pointAt?: PointAt | undefined;
  /** A group was opened or closed. */
  onToggle?: ((key: string) => void) | undefined;
  /** A cell was pressed that chooses something. */
  onChoose?: ((choice: string) => void) | undefined;
  selected?: readonly string[] | undefined;
  /** Markup in cells is shown as such. */
  markup: boolean;
}

type PointAt = (cell: TableModelCell, row: readonly TableModelCell[]) => DataPoint | undefined;

/** A table model in the grid: its cells filter, open groups and show markup where the chart wants it. */
export function TableGrid(props: TableGridProps) {
  const { table, label, theme, sort, onSort, movable } = props;
  const model = useMemo(() => gridModel(table), [table]);
  const { onToggle, onFilter, onChoose, onPoint, pointAt, selected, markup } = props;
  const offer = useMemo(
    () => ({ onToggle, onFilter, onChoose, onPoint, pointAt, selected, markup }),
    [onToggle, onFilter, onChoose, onPoint, pointAt, selected, markup],
  );
  const tell = (row: number, column: number) => {
    const cell = model.cellAt(row, column);
    // What is summed up stands for no row.
    onPoint?.(cell && pointAt?.(cell, table.rows[row] ?? []));
  };
  const cellAt = useCallback(
    (row: number, column: number): GridCell | undefined => {
      const cell = model.cellAt(row, column);
      return cell && { ...cell, content: contentOf(cell, table.rows[row] ?? [], offer) };
    },
    [model, table.rows, offer],
  );
  return (
    <DataGrid
      columns={model.columns}
      count={table.rows.length}
      cellAt={cellAt}
      label={label}
      headings={table.headers?.map((level) =>
        level.map((heading) => ({
          ...heading,
          content: contentOf({ value: null, ...heading }, [], offer),
          onMenu: onPoint && (() => onPoint(pointAt?.({ value: null, ...heading }, []))),
        })),
      )}
      hasFooter={table.totals !== undefined}
      tall={model.tall}
      pinned={model.pinned}
      rowHeight={model.rowHeight}
      sort={sort}
      onSort={onSort}
      movable={movable ?? false}
      onMenu={onPoint && tell}
      fill
      style={themeStyle(theme)}
    />
  );
}

/** What the grid needs to know of a table: widths, what stays in sight, and which cell begins at a place. */
function gridModel(table: TableModel) {
  const { columns, rows, totals } = table;
  const widths = tableColumnWidths(table);
  return {
    columns: columns.map((column, index) => ({
      key: column.key,
      label: column.label,
      align: column.align,
      width: widths[index] ?? 0,
      hint: column.description,
    })),
    pinned: headerEdges(table, widths).length,
    rowHeight: rowHeight(rows),
    tall: rows.flatMap((row, index) =>
      row.flatMap(({ rowSpan = 1 }) => (rowSpan > 1 ? [{ row: index, rowSpan }] : [])),
    ),
    cellAt(index: number, column: number): TableModelCell | undefined {
      const row = index === rows.length ? totals : rows[index];
      if (!row || row.length === columns.length) return row?.[column];
      return row[cellPlaces(row, columns.length).indexOf(column)];
    },
  };
}

/** Pixels around a line in its cell. */
const LINE_PADDING = 8;

/** Rows with small lines are as high as the highest of these; others have the height of a text. */
function rowHeight(rows: TableModel['rows']): number | undefined {
  const highest = (rows[0] ?? []).reduce((most, { spark }) => Math.max(most, spark?.height ?? 0), 0);
  return highest === 0 ? undefined : highest + LINE_PADDING;
}

function themeStyle(theme: DrawTheme): CSSProperties & Record<`--${string}`, string> {
  return {
    '--grid-text': theme.colorText,
    '--grid-faint': theme.colorTextSecondary,
    '--grid-border': theme.colorBorder,
    '--grid-line': theme.colorSplit,
    '--grid-surface': theme.colorBackground,
    '--grid-head': theme.colorBackground,
    '--grid-hover': `color-mix(in srgb, ${theme.colorText} 5%, transparent)`,
    '--grid-accent': theme.colorPrimary,
    fontFamily: theme.fontFamily,
  };
}

type Offers = Pick<
  TableGridProps,
  'onToggle' | 'onFilter' | 'onChoose' | 'onPoint' | 'pointAt' | 'selected' | 'markup'
>;

/** What a cell offers beyond its text; nothing where the text is all. */
function contentOf(cell: TableModelCell, row: readonly TableModelCell[], props: Offers): ReactNode {
  const { onToggle, onFilter, onChoose, pointAt, markup } = props;
  const { choice } = cell;
  if (cell.spark) return <SparkLine line={cell.spark} label={cell.text} />;
  if (cell.link !== undefined) return <SafeLink href={cell.link}>{cell.text}</SafeLink>;
  if (choice !== undefined && onChoose)
    return (
      <button type="button" className={styles.choosing} onClick={() => onChoose(choice)}>
        {cell.text}
      </button>
    );
  // What is written for a missing value looks like markup, too.
  const isMarkup = markup && cell.value !== null && hasMarkup(cell.text);
  const toggles = cell.group !== undefined && onToggle !== undefined;
  if (!isMarkup && !toggles && !(cell.crossFilter && onFilter)) return undefined;
  return (
    <>
      {cell.group && onToggle && <Toggle group={cell.group} text={cell.text} onToggle={onToggle} />}
      <Filtering
        filter={cell.crossFilter}
        selected={props.selected}
        onFilter={onFilter && ((filter) => onFilter(filter, pointAt?.(cell, row)))}
      >
        {isMarkup ? <SafeMarkup text={cell.text} /> : cell.text}
      </Filtering>
    </>
  );
}

function Toggle({
  group,
  text,
  onToggle,
}: {
  group: { key: string; collapsed: boolean };
  text: string;
  onToggle: (key: string) => void;
}) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={!group.collapsed}
      aria-label={`${group.collapsed ? 'Expand' : 'Collapse'} ${text}`}
      onClick={() => onToggle(group.key)}
    >
      {group.collapsed ? '▸' : '▾'}
    </button>
  );
}

interface FilteringProps extends Pick<TableGridProps, 'selected'> {
  filter: CrossFilter | undefined;
  onFilter: ((filter: CrossFilter) => void) | undefined;
  children: ReactNode;
}

/** What filters can be pressed; pressed again, it lets go. */
function Filtering({ filter, onFilter, selected, children }: FilteringProps) {
  if (!filter || !onFilter) return children;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onFilter(filter);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell may hold links, which a button may not
    <span
      role="button"
      tabIndex={0}
      className={styles.filtering}
      aria-pressed={selected?.includes(filter.key) ?? false}
      onClick={() => onFilter(filter)}
      onKeyDown={press}
    >
      {children}
    </span>
  );
}
