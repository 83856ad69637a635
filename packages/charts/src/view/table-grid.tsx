// biome-ignore-all lint/suspicious/noArrayIndexKey: headings, rows and cells of a model have no identity but their place
import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useMemo,
  useRef,
} from 'react';
import type { CrossFilter, DrawTheme, TableModel, TableModelCell, TableModelColumn } from '../chart-type.ts';
import { cellPlaces, headerEdges, tableColumnWidths } from '../draw/column-widths.ts';
import { useRowWindow } from './row-window.ts';
import { hasMarkup, SafeMarkup } from './safe-markup.tsx';
import styles from './table-grid.module.css';

const ROW_HEIGHT = 29;
/** Up to this many rows all of them are on the page. */
const FEW_ROWS = 250;

export interface GridSort {
  key: string;
  desc: boolean;
}

export interface TableGridProps {
  table: TableModel;
  /** What a screen reader calls it. */
  label: string;
  theme: DrawTheme;
  sort?: GridSort | undefined;
  /** A click on a header; absent: columns cannot be sorted. */
  onSort?: ((key: string) => void) | undefined;
  /** A column was put in the place of another; absent: columns stay. */
  onMove?: ((key: string, to: string) => void) | undefined;
  /** A click on a cell or heading that filters; absent: nothing filters. */
  onFilter?: ((filter: CrossFilter) => void) | undefined;
  /** A group was opened or closed. */
  onToggle?: ((key: string) => void) | undefined;
  selected?: readonly string[] | undefined;
  /** Markup in cells is shown as such. */
  markup: boolean;
}

/** A table model as a table: headings and totals stay in sight, long tables only hold the rows in view. */
export function TableGrid(props: TableGridProps) {
  const { table, label, theme } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const widths = useMemo(() => tableColumnWidths(table), [table]);
  const edges = useMemo(() => headerEdges(table, widths), [table, widths]);
  const spans = useMemo(() => table.rows.some((row) => row.some((cell) => (cell.rowSpan ?? 1) > 1)), [table]);
  const few = spans ? table.rows.length : FEW_ROWS;
  const shown = useRowWindow(scroller, table.rows.length, ROW_HEIGHT, few);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      style={themeStyle(theme)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard to be scrolled by it
      tabIndex={0}
    >
      <table
        className={styles.table}
        style={{ width: `max(100%, ${total}px)` }}
        aria-rowcount={table.rows.length}
      >
        <colgroup>
          {table.columns.map((column, index) => (
            <col key={column.key} style={{ width: widths[index] }} />
          ))}
        </colgroup>
        <thead className={styles.head}>
          {table.headers?.map((row, level) => (
            <tr key={level}>
              {row.map((cell, index) => (
                <th
                  key={index}
                  colSpan={cell.span}
                  scope="colgroup"
                  className={styles.groupHead}
                  data-fixed={index === 0 && edges.length > 0}
                  style={index === 0 && edges.length > 0 ? { left: 0 } : undefined}
                >
                  <Filtering {...props} filter={cell.crossFilter}>
                    {cell.text}
                  </Filtering>
                </th>
              ))}
            </tr>
          ))}
          <tr>
            {table.columns.map((column, index) => (
              <HeadCell key={column.key} column={column} left={edges[index]} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={shown.from} columns={table.columns.length} />
          {table.rows.slice(shown.from, shown.to).map((row, index) => (
            <Row key={shown.from + index} row={row} index={shown.from + index} edges={edges} {...props} />
          ))}
          <Spacer rows={table.rows.length - shown.to} columns={table.columns.length} />
        </tbody>
        {table.totals && (
          <tfoot className={styles.foot}>
            <Row row={table.totals} index={table.rows.length} edges={edges} {...props} />
          </tfoot>
        )}
      </table>
    </section>
  );
}

function themeStyle(theme: DrawTheme): CSSProperties & Record<`--${string}`, string> {
  return {
    '--grid-text': theme.colorText,
    '--grid-faint': theme.colorTextSecondary,
    '--grid-border': theme.colorBorder,
    '--grid-line': theme.colorSplit,
    '--grid-surface': theme.colorBackground,
    '--grid-accent': theme.colorPrimary,
    fontFamily: theme.fontFamily,
  };
}

/** Stands for rows that are not in view. */
function Spacer({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr style={{ height: rows * ROW_HEIGHT }}>
      <td colSpan={columns} />
    </tr>
  );
}

function HeadCell({
  column,
  left,
  sort,
  onSort,
  onMove,
}: { column: TableModelColumn; left: number | undefined } & TableGridProps) {
  const direction = sort?.desc ? 'descending' : 'ascending';
  const sorted = sort?.key === column.key ? direction : 'none';
  const title = column.description ?? column.label;
  const movable = onMove && {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', column.key),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      onMove(event.dataTransfer.getData('text/plain'), column.key);
    },
  };
  return (
    <th
      scope="col"
      aria-sort={onSort ? sorted : undefined}
      className={styles.headCell}
      data-align={column.align}
      data-fixed={left !== undefined}
      style={{ left }}
      title={title}
      {...movable}
    >
      {onSort ? (
        <button type="button" className={styles.sorter} onClick={() => onSort(column.key)}>
          <span className={styles.headText}>{column.label}</span>
          <span className={styles.arrow} aria-hidden="true">
            {ARROWS[sorted]}
          </span>
        </button>
      ) : (
        <span className={styles.headText}>{column.label}</span>
      )}
    </th>
  );
}

interface RowProps extends TableGridProps {
  row: readonly TableModelCell[];
  index: number;
  /** Left edges of the columns that stay in sight. */
  edges: readonly number[];
}

function Row({ row, index, edges, ...props }: RowProps) {
  const places = cellPlaces(row, props.table.columns.length);
  return (
    <tr className={styles.row} aria-rowindex={index + 1}>
      {row.map((cell, at) => (
        <Cell
          key={at}
          cell={cell}
          align={props.table.columns[places[at] ?? 0]?.align ?? 'left'}
          left={cell.isRowHeader ? edges[places[at] ?? 0] : undefined}
          {...props}
        />
      ))}
    </tr>
  );
}

interface CellProps extends TableGridProps {
  cell: TableModelCell;
  align: TableModelColumn['align'];
  /** Where the cell stays when the table is scrolled sideways. */
  left: number | undefined;
}

function Cell({ cell, align, left, ...props }: CellProps) {
  const { onToggle, markup } = props;
  const Tag = cell.isRowHeader ? 'th' : 'td';
  const bar =
    cell.bar &&
    `linear-gradient(to right, transparent ${percent(cell.bar.from)}, ${cell.bar.color} ${percent(cell.bar.from)}, ${cell.bar.color} ${percent(cell.bar.from + cell.bar.width)}, transparent ${percent(cell.bar.from + cell.bar.width)})`;
  return (
    <Tag
      scope={cell.isRowHeader ? 'row' : undefined}
      colSpan={cell.span}
      rowSpan={cell.rowSpan}
      className={cell.isRowHeader ? styles.rowHead : styles.cell}
      data-align={cell.isRowHeader ? 'left' : align}
      data-bold={cell.bold ?? false}
      data-fixed={left !== undefined}
      style={{ left, color: cell.color, backgroundColor: cell.background, backgroundImage: bar }}
      title={cell.text}
    >
      {cell.group && onToggle && <Toggle group={cell.group} text={cell.text} onToggle={onToggle} />}
      <Filtering {...props} filter={cell.crossFilter}>
        {markup && hasMarkup(cell.text) ? <SafeMarkup text={cell.text} /> : cell.text}
      </Filtering>
    </Tag>
  );
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 10000) / 100}%`;
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

type FilteringProps = Pick<TableGridProps, 'onFilter' | 'selected'> & {
  filter: CrossFilter | undefined;
  children: ReactNode;
};

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

const ARROWS = { ascending: '▲', descending: '▼', none: '↕' };
