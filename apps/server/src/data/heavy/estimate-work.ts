import type { PostProcessing } from '@chartroom/model';
import type { Cell, Frame } from '@chartroom/query';

interface Size {
  rows: number;
  columns: number;
  /** Cells that were made or looked at. */
  work: number;
}

/**
 * About how many cells shaping a few rows makes and looks at, from above: a few rows may be spread over a wide table, or
 * looked at again for each place of a window. What a step is told in a way that it refuses counts as nothing.
 */
export function estimateWork(frame: Frame, steps: readonly PostProcessing[]): number {
  let size: Size = {
    rows: frame.length,
    columns: frame.columns.length,
    work: frame.length * frame.columns.length,
  };
  for (const { operation, options } of steps) size = after(operation, options ?? {}, size, frame);
  return size.work;
}

function after(
  operation: string,
  options: Readonly<Record<string, unknown>>,
  { rows, columns, work }: Size,
  frame: Frame,
): Size {
  const made = (nextRows: number, nextColumns: number, looks = 1): Size => ({
    rows: nextRows,
    columns: nextColumns,
    work: work + nextRows * nextColumns * looks,
  });
  switch (operation) {
    case 'pivot': {
      const lines = distinct(frame, options.index, rows);
      const series = distinct(frame, options.columns, rows);
      return made(lines, series * Math.max(1, countIn(options.aggregates)));
    }
    case 'aggregate': {
      const groups = distinct(frame, options.groupby, rows);
      const aggregates = countIn(options.aggregates);
      const next = made(groups, countIn(options.groupby) + aggregates);
      // Each of them goes through all rows.
      return { ...next, work: next.work + rows * aggregates };
    }
    case 'resample':
      // How many rows fill a time is known where they are filled in.
      return made(Math.max(rows, FILLED), columns);
    case 'rolling':
      return made(
        rows,
        columns + countIn(options.columns),
        Math.min(Math.max(1, Number(options.window) || 1), rows),
      );
    // However few rows are continued: that takes longer than the way to a worker.
    case 'prophet':
      return { rows, columns: columns * 4, work: Number.POSITIVE_INFINITY };
    case 'histogram':
      return made(rows, Math.max(1, Number(options.bins) || 1));
    default:
      return made(rows, columns + Math.max(...NAMING.map((name) => countIn(options[name]))));
  }
}

/** Options that name columns, of which each may make one. */
const NAMING = ['columns', 'source_columns', 'metrics'];

/** Rows that a time filled in counts as: it is not known how many. */
const FILLED = 1_000_000;

/** How many different values, or combinations of them, some columns hold. */
function distinct(frame: Frame, names: unknown, most: number): number {
  const wanted = Array.isArray(names) ? names : [];
  let count = 1;
  for (const name of wanted) {
    const values = frame.columns.find((column) => column.name === name)?.values;
    count *= values ? new Set<unknown>(values.map(plain)).size : 1;
  }
  return Math.min(count, Math.max(1, most));
}

function plain(cell: Cell): unknown {
  return typeof cell === 'object' && cell !== null ? cell.text : cell;
}

/** How many things an option names, in a list or by their names. */
function countIn(option: unknown): number {
  return typeof option === 'object' && option !== null ? Object.keys(option).length : 0;
}
