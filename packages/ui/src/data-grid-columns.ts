import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { columnEdges, filledWidths, type GridColumn, movedKey } from './data-grid-model.ts';

const features = tableFeatures({ columnSizingFeature, columnResizingFeature, columnOrderingFeature });
/** Rows stay with their owner: an object for each of 100,000 rows takes longer than showing them. */
const NO_ROWS: Record<string, never>[] = [];
const NARROWEST = 40;
const WIDEST = 4000;

export interface GridColumns {
  /** Places of the columns as they were given, in the order in which they are shown. */
  order: readonly number[];
  /** Where the columns shown begin, and where the last one ends. */
  edges: readonly number[];
  /** A press on the edge of a header begins to change its width. */
  resize(key: string, event: unknown): void;
  /** The width as it was given. */
  reset(key: string): void;
  /** Puts a column in the place of another. */
  move(key: string, to: string): void;
}

/** The name of a column in the table: one that is empty is none there, and columns of queries may have it. */
function idOf(key: string): string {
  return `column ${key}`;
}

/** Order and widths of the columns, with what people have changed of them. */
export function useGridColumns(
  columns: readonly GridColumn[],
  /** Pixels that the columns fill together if they are narrower. */
  room: number,
  begin: number,
): GridColumns {
  const definitions = useMemo(() => {
    const widths = filledWidths(
      columns.map((column) => column.width),
      room,
    );
    return columns.map(({ key, width }, index) => ({
      id: idOf(key),
      size: widths[index] ?? width,
      minSize: NARROWEST,
      maxSize: WIDEST,
    }));
  }, [columns, room]);
  const table = useTable({ features, columns: definitions, data: NO_ROWS, columnResizeMode: 'onChange' });
  const leaves = table.getAllLeafColumns();
  const { columnSizing } = table.state;
  const edges = useMemo(() => {
    const widths = leaves.map((column) => columnSizing[column.id] ?? column.getSize());
    return columnEdges(widths, begin);
  }, [leaves, columnSizing, begin]);
  const order = useMemo(() => {
    const places = new Map(columns.map((column, place) => [idOf(column.key), place]));
    return leaves.flatMap((column) => places.get(column.id) ?? []);
  }, [columns, leaves]);
  return {
    order,
    edges,
    resize: (key, event) => {
      const header = table.getFlatHeaders().find((each) => each.column.id === idOf(key));
      header?.getResizeHandler()(event);
    },
    reset: (key) => table.getColumn(idOf(key))?.resetSize(),
    move: (key, to) =>
      table.setColumnOrder(
        movedKey(
          leaves.map((column) => column.id),
          idOf(key),
          idOf(to),
        ),
      ),
  };
}
