import { mapColumns } from './append-columns.ts';
import type { OperationOptions } from './operation-options.ts';
import { computed, numbersOf, type ShapedTable, type TableColumn } from './table.ts';

/** `diff`: each value less the one some rows (`axis` 1: columns) before; a negative `periods` looks ahead. */
export function diff(table: ShapedTable, options: OperationOptions): ShapedTable {
  const mapping = options.mapping('columns');
  options.requireColumns(
    table,
    mapping.map(([source]) => source),
  );
  const periods = options.bounded('periods', 1, options.work.bounds.MAX_PERIODS);
  const axis = options.number('axis', 0);
  if (axis !== 0) {
    const sources = new Set<unknown>(mapping.map(([source]) => source));
    const taking = table.columns.filter(({ parts }) => sources.has(parts[0]));
    const places = new Map(taking.map((column, place) => [column, place]));
    return mapColumns(table, mapping, options, (column) =>
      differences(column, taking[(places.get(column) ?? -1) - periods]),
    );
  }
  return mapColumns(table, mapping, options, (column) => {
    const numbers = numbersOf(column.values);
    return computed(
      column.parts,
      numbers.map((value, row) => value - (numbers[row - periods] ?? Number.NaN)),
    );
  });
}

function differences(column: TableColumn, before: TableColumn | undefined): TableColumn {
  const others = numbersOf(before?.values ?? []);
  return computed(
    column.parts,
    numbersOf(column.values).map((value, row) => value - (others[row] ?? Number.NaN)),
  );
}
