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
  const place = placeOf(level, levels);
  if (place < 0 || place >= levels.length)
    throw options.error(`there is no level ${JSON.stringify(level)} (option "drop_levels")`);
  return place;
}

/** The place of a level that is named, or counted from either end; -1 for what is neither. */
function placeOf(level: unknown, levels: readonly unknown[]): number {
  if (typeof level === 'string') return levels.indexOf(level);
  if (typeof level !== 'number') return -1;
  return level < 0 ? level + levels.length : level;
}
