// biome-ignore-all lint/a11y/useKeyWithMouseEvents: what the mouse shows of a cell, the keys show by walking to it
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table to walk in
import type { VirtualItem } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import styles from './data-grid.module.css';
import { type GridColumns, useGridColumns } from './data-grid-columns.ts';
import { placeOf, useFocus } from './data-grid-focus.ts';
import { GridHead, type GridHeading } from './data-grid-head.tsx';
import {
  columnRules,
  type GridArea,
  type GridColumn,
  type GridSort,
  placesInView,
  RowPlaces,
  rowsReaching,
  type TallCell,
} from './data-grid-model.ts';
import { type CellAt, GridRow } from './data-grid-row.tsx';
import { useWindow } from './data-grid-window.ts';
import { useSize } from './use-size.ts';

export interface DataGridProps {
  columns: readonly GridColumn[];
  /** Number of rows. */
  count: number;
  cellAt: CellAt;
  /** Name of the grid for a screen reader. */
  label: string;
  /** Levels of headings above the headers. */
  headings?: readonly (readonly GridHeading[])[] | undefined;
  /** A row that stays at the bottom: its cells are asked for by the number of rows. */
  hasFooter?: boolean;
  /** Cells that cover several rows. */
  tall?: readonly TallCell[];
  /** So many columns at the beginning stay in sight. */
  pinned?: number;
  sort?: GridSort | undefined;
  /** A click on a header; absent: columns cannot be sorted. */
  onSort?: ((key: string) => void) | undefined;
  /** Columns can be dragged into the place of others. */
  movable?: boolean;
  /** Puts a column in the place of another; absent: the grid does it. */
  onMove?: ((key: string, to: string) => void) | undefined;
  /** Cells can be marked together, by the pointer or with Shift held; told whenever they change. */
  onSelect?: ((area: GridArea) => void) | undefined;
  /** Ctrl + C on marked cells; absent: the text of the one with the focus is copied. */
  onCopy?: ((area: GridArea) => void) | undefined;
  /** Enter on a cell, or a second click: columns as they were given. */
  onOpen?: ((row: number, column: number) => void) | undefined;
  /** Rows have numbers, and every other one a shade. */
  numbered?: boolean;
  /** A menu is wanted at a cell, in the columns as they were given; the event goes on its way. */
  onMenu?: ((row: number, column: number) => void) | undefined;
  /** Columns take all the room there is. */
  fill?: boolean;
  /** Pixels of a row, where it is more than a text. */
  rowHeight?: number | undefined;
  style?: CSSProperties;
}

const ROW_HEIGHT = 29;
const HEADER_HEIGHT = 32;
const NUMBER_WIDTH = 56;
const NO_HEADINGS: readonly GridHeading[][] = [];
const NO_TALL: readonly TallCell[] = [];

/**
 * A grid of any number of rows and columns: only what is in view exists. Headers stay in sight, sort and change the
 * widths of columns; the arrow keys walk over cells, Enter does what a cell offers, Ctrl + C copies its text.
 */
export function DataGrid(props: DataGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { width } = useSize(scroller);
  const columns = useGridColumns(props.columns, props.fill ? width : 0, props.numbered ? NUMBER_WIDTH : 0);
  return <Sheet {...props} scroller={scroller} placed={columns} />;
}

interface SheetProps extends DataGridProps {
  scroller: RefObject<HTMLDivElement | null>;
  placed: GridColumns;
}

/** What is scrolled. It stands apart, for it is drawn anew with each step of scrolling and the columns are not. */
function Sheet({ scroller, placed, ...props }: SheetProps) {
  const { columns, count, cellAt, label, numbered = false } = props;
  const { headings = NO_HEADINGS, pinned = 0, hasFooter = false, tall = NO_TALL } = props;
  const { rowHeight = ROW_HEIGHT } = props;
  const { order, edges } = placed;
  const headHeight = HEADER_HEIGHT * (headings.length + 1);
  const { vertical, horizontal } = useWindow({
    scroller,
    count,
    rowHeight,
    edges,
    pinned,
    above: headHeight,
    below: hasFooter ? HEADER_HEIGHT : 0,
  });
  const [from, to] = ends(horizontal.getVirtualItems());
  const shown = useMemo(() => placesInView(pinned, from, to), [pinned, from, to]);
  const [first, last] = ends(vertical.getVirtualItems());
  const rows = [...rowsReaching(tall, first), ...placesInView(0, first, last)];
  const [places] = useState(() => new RowPlaces());
  const elements = places.of(rows);
  const walked = {
    ...props,
    count: count + Number(hasFooter),
    headings: headings.length,
    order,
  };
  const focus = useFocus(walked, (next) => {
    vertical.scrollToIndex(Math.min(next.row, count - 1));
    horizontal.scrollToIndex(next.column);
  });
  const name = `g${useId().replaceAll(/\W/g, '')}-`;
  const look = { columns, order, edges, shown, pinned, placed: name };
  const rowProps = { ...look, cellAt, numbered, apart: tall.length === 0, focusId: focus.id };
  const firstRow = headings.length + 2;
  return (
    <div ref={scroller} className={styles.scroller} style={props.style}>
      <ColumnStyles name={name} edges={edges} />
      <table
        role="grid"
        className={styles.table}
        style={sizeStyle(edges.at(-1) ?? 0, vertical.getTotalSize(), rowHeight)}
        aria-label={label}
        aria-rowcount={count + headings.length + 1 + Number(hasFooter)}
        aria-colcount={columns.length}
        aria-activedescendant={focus.id}
        tabIndex={0}
        onKeyDown={focus.walk}
        data-marks={props.onSelect ? true : undefined}
        onMouseDown={focus.pick}
        onMouseMove={focus.draw}
        onDoubleClick={focus.open}
        onContextMenu={(event) => {
          const at = placeOf(event, headings.length);
          if (at) props.onMenu?.(at.row, order[at.column] ?? -1);
        }}
        onMouseOver={showCut}
        onMouseOut={showCut}
      >
        <GridHead
          {...look}
          resize={placed.resize}
          reset={placed.reset}
          move={props.onMove ?? placed.move}
          headings={headings}
          height={HEADER_HEIGHT}
          sort={props.sort}
          onSort={props.onSort}
          movable={props.movable ?? false}
        />
        <tbody style={first > 0 ? { paddingBlockStart: first * rowHeight } : undefined}>
          {rows.map((row, at) => (
            <GridRow
              key={elements[at]}
              {...rowProps}
              row={row}
              rowIndex={row + firstRow}
              {...(row < first && { top: row * rowHeight })}
              height={rowHeight}
              focused={focus.at.row === row ? focus.at.column : -1}
              {...markedIn(focus.marked, row)}
            />
          ))}
        </tbody>
        {hasFooter && (
          <tfoot className={styles.foot}>
            <GridRow
              {...rowProps}
              row={count}
              rowIndex={count + firstRow}
              height={HEADER_HEIGHT}
              focused={focus.at.row === count ? focus.at.column : -1}
            />
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Where the cells of each column stand. */
const ColumnStyles = memo(function ColumnStyles({ name, edges }: { name: string; edges: readonly number[] }) {
  return <style>{columnRules(name, edges)}</style>;
});

/** The places of a row that are marked. */
function markedIn(marked: ReturnType<typeof useFocus>['marked'], row: number) {
  const isIn = marked !== undefined && row >= marked.top && row <= marked.bottom;
  return isIn ? { markedFrom: marked.from, markedTo: marked.to } : {};
}

function ends(items: readonly VirtualItem[]): [number, number] {
  return [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
}

/** The whole text of a cell that is too narrow for it, while the pointer is there: then the cell may show something else. */
function showCut({ target, type }: MouseEvent) {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (type === 'mouseover' && cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell?.removeAttribute('title');
}

function sizeStyle(
  width: number,
  rows: number,
  rowHeight: number,
): CSSProperties & Record<`--${string}`, string> {
  return {
    '--grid-rows': `${rows}px`,
    '--grid-row': `${rowHeight}px`,
    '--grid-row-line': `${rowHeight - 1}px`,
    width,
  };
}
