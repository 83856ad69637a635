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
  const periods = options.number('periods', 1);
  const axis = options.number('axis', 0);
  if (axis !== 0) {
    const taking = table.columns.filter(({ parts }) => mapping.some(([source]) => source === parts[0]));
    return mapColumns(table, mapping, (column) => differences(column, taking[taking.indexOf(column) - periods]));
  }
  return mapColumns(table, mapping, (column) => {
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
