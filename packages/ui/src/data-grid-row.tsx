import { type CSSProperties, memo, type ReactElement, type ReactNode } from 'react';
import styles from './data-grid.module.css';
import { cellsInView, type GridColumn } from './data-grid-model.ts';

/** What stands at one place of the grid. */
export interface GridCell {
  text: string;
  /** Shown instead of the text: links, buttons. */
  content?: ReactNode;
  /** There is no value: the text says so. */
  isNull?: boolean;
  /** Names its row. */
  isRowHeader?: boolean;
  bold?: boolean;
  color?: string | undefined;
  background?: string | undefined;
  /** Bar inside the cell: from and width as fractions of the cell, colour. */
  bar?: { from: number; width: number; color: string };
  /** Columns and rows that the cell covers; there is no cell at the covered places. */
  span?: number;
  rowSpan?: number;
}

/** The cell at a place, in the columns as they were given; nothing where another cell covers it. */
export type CellAt = (row: number, column: number) => GridCell | undefined;

/** What all lines of the grid share. */
export interface LineLook {
  columns: readonly GridColumn[];
  order: readonly number[];
  edges: readonly number[];
  /** Columns in view, as places in the order. */
  shown: readonly number[];
  /** So many columns at the beginning stay in sight. */
  pinned: number;
}

export interface GridRowProps extends LineLook {
  row: number;
  /** Its number among all rows, headings counted. */
  rowIndex: number;
  /** Pixels from the first row; absent: where the page puts it. */
  top?: number;
  height: number;
  numbered: boolean;
  /** No cell reaches below its row. */
  apart: boolean;
  cellAt: CellAt;
  /** The column with the focus; -1: in another row. */
  focused: number;
  /** Id of the cell with the focus. */
  focusId: string;
  /** Places that are marked, from one to another. */
  markedFrom?: number;
  markedTo?: number;
}

/** One row: the cells in view. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, rowIndex, top, height, numbered, order, edges, shown, cellAt } = props;
  const cells = cellsInView((place) => cellAt(row, order[place] ?? -1), shown);
  let end = edges[0] ?? 0;
  return (
    <tr
      aria-rowindex={rowIndex}
      className={styles.row}
      data-apart={props.apart || undefined}
      data-striped={(numbered && row % 2 === 1) || undefined}
      style={top === undefined ? { height } : { height, top, position: 'absolute' }}
    >
      {numbered && (
        <td aria-hidden="true" className={styles.number} style={{ width: edges[0] }}>
          {row + 1}
        </td>
      )}
      {cells.map(({ at, cell }) => {
        const gap = (edges[at] ?? 0) - end;
        end = edges[at + (cell.span ?? 1)] ?? 0;
        return cellElement(props, at, cell, gap);
      })}
    </tr>
  );
});

/** Not a component: a component for each cell would be half of the work of scrolling. */
function cellElement(props: GridRowProps, at: number, cell: GridCell, gap: number): ReactElement {
  const { columns, order, pinned, height } = props;
  const Tag = cell.isRowHeader ? 'th' : 'td';
  const isFocused = props.focused === at;
  const { markedFrom = 0, markedTo = -1 } = props;
  const isMarked = at >= markedFrom && at <= markedTo;
  const style = placeStyle(props, at, cell.span, gap);
  if (cell.color !== undefined) style.color = cell.color;
  if (cell.background !== undefined) style.backgroundColor = cell.background;
  if (cell.bar) style.backgroundImage = barImage(cell.bar);
  if (cell.rowSpan !== undefined) style.height = height * cell.rowSpan;
  return (
    <Tag
      key={at}
      scope={cell.isRowHeader ? 'row' : undefined}
      colSpan={cell.span}
      rowSpan={cell.rowSpan}
      aria-colindex={at + 1}
      id={isFocused ? props.focusId : undefined}
      className={cell.isRowHeader ? styles.rowHead : styles.cell}
      data-align={cell.isRowHeader ? 'left' : columns[order[at] ?? -1]?.align}
      data-bold={cell.bold || undefined}
      data-null={cell.isNull || undefined}
      data-fixed={at < pinned || undefined}
      data-focus={isFocused || undefined}
      data-marked={isMarked || undefined}
      aria-selected={isMarked || undefined}
      style={style}
    >
      {cell.content ?? cell.text}
    </Tag>
  );
}

/**
 * Where a cell stands and how wide it is. Its place is one in the sheet, so that scrolling sideways moves no other cell.
 * Those that stay in sight stand one after the other, with a gap where one of a row above stands between them.
 */
export function placeStyle(
  { edges, pinned }: LineLook,
  at: number,
  span: number | undefined,
  gap: number,
): CSSProperties {
  const begin = edges[at] ?? 0;
  const style: CSSProperties = {
    width: (edges[at + (span ?? 1)] ?? 0) - begin,
    insetInlineStart: begin,
  };
  if (at < pinned && gap !== 0) style.marginInlineStart = gap;
  return style;
}

function barImage({ from, width, color }: { from: number; width: number; color: string }): string {
  const [begin, end] = [percent(from), percent(from + width)];
  return `linear-gradient(to right, transparent ${begin}, ${color} ${begin}, ${color} ${end}, transparent ${end})`;
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 10000) / 100}%`;
}
