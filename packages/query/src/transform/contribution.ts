import type { Cell } from '../frame.ts';
import type { OperationOptions } from './operation-options.ts';
import { computed, isNumeric, numberOf, numbersOf, partText, type ShapedTable, type TableColumn } from './table.ts';

/**
 * `contribution`: each number as its share of the sum of its column (or of a given total), or of its row;
 * in rows, columns of another time are summed on their own.
 */
export function contribution(table: ShapedTable, options: OperationOptions): ShapedTable {
  const names = options.names('columns');
  options.requireColumns(table, names);
  const chosen = table.columns.filter((column) =>
    names.length > 0 ? names.includes(partText(column.parts[0] ?? null)) : isNumeric(column),
  );
  const text = chosen.find((column) => !isNumeric(column));
  if (text) throw options.error(`the column "${partText(text.parts[0] ?? null)}" is not numeric`);
  const renamed = options.names('rename_columns');
  if (renamed.length > 0 && renamed.length !== chosen.length)
    throw options.recordedError('`rename_columns` must have the same length as `columns` + `time_shift_columns`.');
  const byRow = options.optionalText('orientation') === 'row';
  const shares = byRow ? rowShares(chosen, options.names('time_shifts')) : chosen.map((column) => columnShares(column, options));
  if (renamed.length > 0) {
    return {
      ...table,
      columns: [
        ...table.columns,
        ...shares.map((share, place) => ({ ...share, parts: [renamed[place] ?? null, ...share.parts.slice(1)] })),
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
  const total = totalOf(new Map<string, unknown>(Object.entries(totals)).get(partText(column.parts[0] ?? null)));
  return computed(
    column.parts,
    numbers.map((value) => (total === 0 ? 0 : value / total)),
  );
}

function totalOf(given: unknown): number {
  const total = typeof given === 'number' || typeof given === 'string' ? Number(given) : 0;
  return Number.isFinite(total) ? total : 0;
}

function rowShares(columns: readonly TableColumn[], shifts: readonly string[]): TableColumn[] {
  const shiftOf = (column: TableColumn) => shifts.find((shift) => partText(column.parts[0] ?? null).endsWith(shift)) ?? '';
  return columns.map((column) => {
    const peers = columns.filter((other) => shiftOf(other) === shiftOf(column));
    return computed(
      column.parts,
      column.values.map((cell: Cell, row) => numberOf(cell) / rowSum(peers, row)),
    );
  });
}

function rowSum(columns: readonly TableColumn[], row: number): number {
  return columns.reduce((sum, { values }) => {
    const number = numberOf(values[row] ?? null);
    return Number.isNaN(number) ? sum : sum + number;
  }, 0);
}
