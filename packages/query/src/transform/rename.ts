import type { OperationOptions } from './operation-options.ts';
import type { NamePart, ShapedTable } from './table.ts';

/** `rename`: parts of names on one level; null takes the part away when names are flattened. */
export function rename(table: ShapedTable, options: OperationOptions): ShapedTable {
  const entries = options.entries('columns');
  if (entries.length === 0) return table;
  options.requireColumns(
    table,
    entries.map(([source]) => source),
  );
  const level = levelOf(table, options);
  const known = new Set<unknown>(table.columns.map(({ parts }) => parts[level]));
  if (entries.every(([, target]) => known.has(target))) throw options.recordedError('Label already exists');
  const names = new Map<unknown, NamePart>(
    entries.map(([source, target]) => [source, typeof target === 'string' ? target : null]),
  );
  const renamed = (part: NamePart): NamePart => names.get(part) ?? (names.has(part) ? null : part);
  const onLevel = options.value('level') !== undefined;
  return {
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      parts: column.parts.map((part, place) => (!onLevel || place === level ? renamed(part) : part)),
    })),
  };
}

function levelOf({ levels }: ShapedTable, options: OperationOptions): number {
  const given = options.value('level') ?? 0;
  const level = typeof given === 'string' ? levels.indexOf(given) : Number(given);
  if (!Number.isInteger(level) || level < 0 || level >= levels.length)
    throw options.error(`there is no level ${JSON.stringify(given)} of names`);
  return level;
}
