import { columnsNamed, type ShapedTable, type TableColumn } from './table.ts';

/**
 * Applies a formula to the columns that a mapping names and writes the results: over the sources when every
 * name stays the same, else behind all columns under the new names.
 */
export function mapColumns(
  table: ShapedTable,
  mapping: readonly (readonly [string, string])[],
  formula: (column: TableColumn) => TableColumn,
): ShapedTable {
  const results = new Map<TableColumn, TableColumn>();
  for (const [source, target] of mapping) {
    for (const column of columnsNamed(table, source))
      results.set(column, { ...formula(column), parts: [target, ...column.parts.slice(1)] });
  }
  if (mapping.every(([source, target]) => source === target)) {
    return { ...table, columns: table.columns.map((column) => results.get(column) ?? column) };
  }
  return { ...table, columns: [...table.columns, ...results.values()] };
}
