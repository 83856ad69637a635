import type { OperationOptions } from './operation-options.ts';
import { computed, isNumeric, numbersOf, partText, type ShapedTable, type TableColumn } from './table.ts';

/**
 * `contribution`: each number as its share of the sum of its column (or of a given total), or of its row;
 * in rows, columns of another time are summed on their own.
 */
export function contribution(table: ShapedTable, options: OperationOptions): ShapedTable {
  const names = options.names('columns');
  options.requireColumns(table, names);
  const named = new Set(names);
  const chosen = table.columns.filter((column) =>
    names.length > 0 ? named.has(partText(column.parts[0] ?? null)) : isNumeric(column),
  );
  const text = chosen.find((column) => !isNumeric(column));
  if (text) throw options.error(`the column "${partText(text.parts[0] ?? null)}" is not numeric`);
  const renamed = options.names('rename_columns');
  if (renamed.length > 0 && renamed.length !== chosen.length)
    throw options.recordedError(
      '`rename_columns` must have the same length as `columns` + `time_shift_columns`.',
    );
  options.makesColumns(table, chosen.length);
  const byRow = options.optionalText('orientation') === 'row';
  const shares = byRow
    ? rowShares(chosen, options, table.length)
    : options.work.map(chosen, table.length, (column) => columnShares(column, options));
  if (renamed.length > 0) {
    return {
      ...table,
      columns: [
        ...table.columns,
        ...shares.map((share, place) => ({
          ...share,
          parts: [renamed[place] ?? null, ...share.parts.slice(1)],
        })),
      ],
    };
  }
  const results = new Map(chosen.map((column, place) => [column, shares[place]]));
  return { ...table, columns: table.columns.map((column) => results.get(column) ?? column) };
}

function columnShares(column: TableColumn, options: OperationOptions): TableColumn {
  const totals = options.value('contribution_totals');
  const numbers = numbersOf(column.values).map((value) => (Number.isNaN(value) ? 0 : value));
  if (typeof totals !== 'object' || totals === null) {
    const total = numbers.reduce((a, b) => a + b, 0);
    return computed(
      column.parts,
      numbers.map((value) => value / total),
    );
  }
  const total = totalOf(
    new Map<string, unknown>(Object.entries(totals)).get(partText(column.parts[0] ?? null)),
  );
  return computed(
    column.parts,
    numbers.map((value) => (total === 0 ? 0 : value / total)),
  );
}

function totalOf(given: unknown): number {
  const total = typeof given === 'number' || typeof given === 'string' ? Number(given) : 0;
  return Number.isFinite(total) ? total : 0;
}

function rowShares(
  columns: readonly TableColumn[],
  options: OperationOptions,
  length: number,
): TableColumn[] {
  const shifts = options.names('time_shifts');
  options.work.spend(columns.length * shifts.length);
  const shiftOf = ({ parts }: TableColumn) => {
    const name = partText(parts[0] ?? null);
    return shifts.find((shift) => name.endsWith(shift)) ?? '';
  };
  const sums = new Map<string, number[]>();
  const shifted = options.work.map(columns, length, (column) => {
    const shift = shiftOf(column);
    const sum = sums.get(shift) ?? new Array<number>(length).fill(0);
    sums.set(shift, sum);
    const numbers = numbersOf(column.values);
    for (const [row, number] of numbers.entries())
      if (!Number.isNaN(number)) sum[row] = (sum[row] ?? 0) + number;
    return { column, numbers, sum };
  });
  return options.work.map(shifted, length, ({ column, numbers, sum }) =>
    computed(
      column.parts,
      numbers.map((number, row) => number / (sum[row] ?? 0)),
    ),
  );
}
