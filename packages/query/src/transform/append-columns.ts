import type { OperationOptions } from './operation-options.ts';
import type { ShapedTable, TableColumn } from './table.ts';

/**
 * Applies a formula to the columns that a mapping names and writes the results: over the sources when every
 * name stays the same, else behind all columns under the new names. `cost` tells how many values the formula looks at for a
 * column, where they are more than its rows.
 */
export function mapColumns(
  table: ShapedTable,
  mapping: readonly (readonly [string, string])[],
  options: OperationOptions,
  formula: (column: TableColumn) => TableColumn,
  cost = table.length,
): ShapedTable {
  const chosen = mapping.flatMap(([source, target]) =>
    options.columnsNamed(table, source).map((column) => ({ column, target })),
  );
  options.makesColumns(table, chosen.length, cost * chosen.length);
  const results = new Map<TableColumn, TableColumn>();
  for (const { column, target } of chosen) {
    options.work.spend(table.length);
    results.set(column, { ...formula(column), parts: [target, ...column.parts.slice(1)] });
  }
  if (mapping.every(([source, target]) => source === target)) {
    return { ...table, columns: table.columns.map((column) => results.get(column) ?? column) };
  }
  return { ...table, columns: [...table.columns, ...results.values()] };
}
