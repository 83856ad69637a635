import type { OperationOptions } from './operation-options.ts';
import type { ShapedTable } from './table.ts';

/** `select`: keep columns in the order given, then leave some out, then rename. */
export function select(table: ShapedTable, options: OperationOptions): ShapedTable {
  const [kept, excluded] = [options.names('columns'), options.names('exclude')];
  const renamed = new Map<unknown, string>(options.mapping('rename'));
  options.requireColumns(table, kept);
  options.requireColumns(table, excluded);
  options.requireColumns(
    table,
    options.mapping('rename').map(([source]) => source),
  );
  const chosen = kept.length > 0 ? kept.flatMap((name) => options.columnsNamed(table, name)) : table.columns;
  options.makes(table, { rows: table.length, columns: chosen.length, cells: 0 });
  const left = new Set<unknown>(excluded);
  const columns = chosen
    .filter(({ parts }) => !left.has(parts[0]))
    .map((column) => ({
      ...column,
      parts: [renamed.get(column.parts[0]) ?? column.parts[0] ?? null, ...column.parts.slice(1)],
    }));
  return { ...table, columns };
}
