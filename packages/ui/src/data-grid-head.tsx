import { type DragEvent, type MouseEvent, memo, type ReactNode } from 'react';
import styles from './data-grid.module.css';
import type { GridColumns } from './data-grid-columns.ts';
import { cellsInView, type GridColumn, type GridSort } from './data-grid-model.ts';
import { type LineLook, placeStyle } from './data-grid-row.tsx';

/** A heading above the headers of some columns. */
export interface GridHeading {
  text: string;
  content?: ReactNode;
  /** Columns below it. */
  span: number;
  /** A menu is wanted here. */
  onMenu?: (() => void) | undefined;
}

export interface GridHeadProps extends LineLook, Pick<GridColumns, 'resize' | 'reset' | 'move'> {
  /** Levels of headings above the headers. */
  headings: readonly (readonly GridHeading[])[];
  height: number;
  sort: GridSort | undefined;
  onSort: ((key: string) => void) | undefined;
  /** Columns can be dragged into the place of others. */
  movable: boolean;
}

/** The headers of the columns, below the headings that they share. They stay as they are while rows are scrolled. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { headings, height, columns, order, edges, shown } = props;
  const begin = edges[0] ?? 0;
  return (
    <thead className={styles.head}>
      {headings.map((level, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
        <Headings key={index} level={level} {...props} />
      ))}
      <tr style={{ height }} aria-rowindex={headings.length + 1}>
        {begin > 0 && <td aria-hidden="true" className={`${props.placed}n`} />}
        {shown.map((place) => {
          const column = columns[order[place] ?? -1];
          return column && <HeadCell key={column.key} column={column} place={place} {...props} />;
        })}
      </tr>
    </thead>
  );
});

function Headings({ level, ...props }: { level: readonly GridHeading[] } & GridHeadProps) {
  const { edges, pinned, height, shown } = props;
  const starts = new Map<number, GridHeading>();
  let next = 0;
  for (const heading of level) {
    starts.set(next, heading);
    next += heading.span;
  }
  return (
    <tr style={{ height }}>
      {cellsInView((place) => starts.get(place), shown).map(({ at, cell }) => {
        const isFixed = at < pinned;
        return (
          <th
            key={at}
            colSpan={cell.span}
            scope="colgroup"
            className={`${styles.groupHead} ${props.placed}${at}`}
            data-fixed={isFixed || undefined}
            style={placeStyle(props, at, cell.span, 0)}
            onContextMenu={cell.onMenu}
          >
            <span
              className={styles.groupText}
              style={{ insetInlineStart: isFixed ? undefined : edges[pinned] }}
            >
              {cell.content ?? cell.text}
            </span>
          </th>
        );
      })}
    </tr>
  );
}

type HeadCellProps = { column: GridColumn; place: number } & GridHeadProps;

const ARROWS = { none: '↕', ascending: '▲', descending: '▼' };

function HeadCell({ column, place, ...props }: HeadCellProps) {
  const { pinned, sort, onSort, movable, move } = props;
  const direction = sort?.desc ? 'descending' : 'ascending';
  const sorted = sort?.key === column.key ? direction : 'none';
  const drag = movable && {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', column.key),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      move(event.dataTransfer.getData('text/plain'), column.key);
    },
  };
  return (
    <th
      scope="col"
      aria-sort={onSort ? sorted : undefined}
      aria-colindex={place + 1}
      className={`${styles.headCell} ${props.placed}${place}`}
      data-align={column.align}
      data-fixed={place < pinned || undefined}
      title={column.hint ?? column.label}
      {...drag}
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
      {column.aside && <span className={styles.aside}>{column.aside}</span>}
      <Handle column={column} {...props} />
    </th>
  );
}

/** The edge of a header: dragged, it changes the width; pressed twice, it gives back the first one. */
function Handle({ column, resize, reset }: { column: GridColumn } & GridHeadProps) {
  const begin = (event: MouseEvent) => {
    // Else the header itself would be dragged, or text be marked.
    event.preventDefault();
    resize(column.key, event);
  };
  return (
    <span
      aria-hidden="true"
      className={styles.handle}
      onMouseDown={begin}
      onTouchStart={(event) => resize(column.key, event)}
      onDoubleClick={() => reset(column.key)}
    />
  );
}
