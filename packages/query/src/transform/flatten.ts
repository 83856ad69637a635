import type { OperationOptions } from './operation-options.ts';
import { flatName, type ShapedTable, type TableColumn } from './table.ts';

/**
 * `flatten`: names of several parts become one text; the first label of the rows becomes the leading
 * column.
 */
export function flatten(table: ShapedTable, options: OperationOptions): ShapedTable {
  const columns = table.levels.length > 1 ? flatColumns(table, options) : table.columns;
  const [label, ...rest] = table.index;
  if (!options.flag('reset_index', true) || !label || label.name === null)
    return { ...table, columns, levels: [null] };
  const { name, ...leading } = label;
  return { ...table, columns: [{ ...leading, parts: [name] }, ...columns], levels: [null], index: rest };
}

function flatColumns(table: ShapedTable, options: OperationOptions): TableColumn[] {
  const dropped = new Set(
    (options.list('drop_levels') ?? []).map((level) => levelPlace(level, table, options)),
  );
  return table.columns.map((column) => ({
    ...column,
    parts: [flatName(column.parts.filter((_, level) => !dropped.has(level)))],
  }));
}

function levelPlace(level: unknown, { levels }: ShapedTable, options: OperationOptions): number {
  const place =
    typeof level === 'string'
      ? levels.indexOf(level)
      : typeof level === 'number'
        ? level < 0
          ? level + levels.length
          : level
        : -1;
  if (place < 0 || place >= levels.length)
    throw options.error(`there is no level ${JSON.stringify(level)} (option "drop_levels")`);
  return place;
}
