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
  /** How the classes begin that place cells: the number of a column follows (`columnRules`). */
  placed: string;
}

export interface GridRowProps extends LineLook {
  row: number;
  /** Its number among all rows, headings counted. */
  rowIndex: number;
  /** Pixels from the first row, of one that does not follow the row before it. */
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
  const { row, rowIndex, top, numbered, order, edges, shown, cellAt, placed } = props;
  const cells = cellsInView((place) => cellAt(row, order[place] ?? -1), shown);
  let end = edges[0] ?? 0;
  return (
    <tr
      aria-rowindex={rowIndex}
      className={styles.row}
      data-apart={props.apart || undefined}
      data-striped={(numbered && row % 2 === 1) || undefined}
      style={top === undefined ? undefined : { top, position: 'absolute' }}
    >
      {numbered && (
        <td aria-hidden="true" className={`${styles.number} ${placed}n`}>
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
  const looks = cell.isRowHeader ? styles.rowHead : styles.cell;
  return (
    <Tag
      // What a cell of another row has shown is not changed into this.
      key={cell.content === undefined ? at : `${props.row} ${at}`}
      scope={cell.isRowHeader ? 'row' : undefined}
      colSpan={cell.span}
      rowSpan={cell.rowSpan}
      aria-colindex={at + 1}
      id={isFocused ? props.focusId : undefined}
      className={`${looks} ${props.placed}${at}`}
      data-align={cell.isRowHeader ? 'left' : columns[order[at] ?? -1]?.align}
      data-bold={cell.bold || undefined}
      data-null={cell.isNull || undefined}
      data-fixed={at < pinned || undefined}
      data-focus={isFocused || undefined}
      data-marked={isMarked || undefined}
      aria-selected={isMarked || undefined}
      style={ownStyle(cell, height, placeStyle(props, at, cell.span, gap))}
    >
      {cell.content ?? cell.text}
    </Tag>
  );
}

/** What a cell has beside the looks of all; undefined for most of them. */
function ownStyle(
  { color, background, bar, rowSpan }: GridCell,
  height: number,
  place: CSSProperties | undefined,
): CSSProperties | undefined {
  if (color === undefined && background === undefined && !bar && rowSpan === undefined) return place;
  const style: CSSProperties = { ...place };
  if (color !== undefined) style.color = color;
  if (background !== undefined) style.backgroundColor = background;
  if (bar) style.backgroundImage = barImage(bar);
  if (rowSpan !== undefined) style.height = height * rowSpan;
  return style;
}

/**
 * What the rule of its column does not tell of the place of a cell: the width of one that covers several columns, and
 * the gap before one that stays in sight where a cell of a row above stands between it and the one before. Undefined for
 * most cells.
 */
export function placeStyle(
  { edges, pinned }: LineLook,
  at: number,
  span: number | undefined,
  gap: number,
): CSSProperties | undefined {
  const isWide = span !== undefined && span !== 1;
  const hasGap = at < pinned && gap !== 0;
  if (!isWide && !hasGap) return undefined;
  return {
    ...(isWide && { width: (edges[at + span] ?? 0) - (edges[at] ?? 0) }),
    ...(hasGap && { marginInlineStart: gap }),
  };
}

function barImage({ from, width, color }: { from: number; width: number; color: string }): string {
  const [begin, end] = [percent(from), percent(from + width)];
  return `linear-gradient(to right, transparent ${begin}, ${color} ${begin}, ${color} ${end}, transparent ${end})`;
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 10000) / 100}%`;
}
