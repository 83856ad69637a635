import { aggregatedKind, aggregatesOf } from './aggregators.ts';
import { type Group, groupRows } from './grouping.ts';
import type { OperationOptions } from './operation-options.ts';
import type { ShapedTable, TableColumn } from './table.ts';

/** `aggregate`: one row for each group (without `groupby`: one row). */
export function aggregate(table: ShapedTable, options: OperationOptions): ShapedTable {
  const names = options.names('groupby');
  const aggregates = aggregatesOf(options);
  options.requireColumns(table, 'groupby', names);
  const keys = names.map((name) => columnOf(table, name, options));
  const whole: Group = { key: [], rows: Array.from({ length: table.length }, (_, row) => row) };
  const groups =
    names.length > 0
      ? groupRows(
          keys.map((column) => column.values),
          table.length,
        )
      : [whole];
  const grouped = keys.map((column, place): TableColumn => ({ ...column, values: groups.map(({ key }) => key[place] ?? null) }));
  const results = aggregates.map(({ label, column, aggregate: apply }): TableColumn => {
    const source = columnOf(table, column, options);
    const values = groups.map(({ rows }) => apply(rows.map((row) => source.values[row] ?? null)));
    return { ...aggregatedKind(source, values), parts: [label], values };
  });
  return { columns: [...grouped, ...results], levels: [null], index: [], length: groups.length };
}

/**
 * The column of this name.
 * @throws ChartroomError 400 when there is none
 */
export function columnOf(table: ShapedTable, name: string, options: OperationOptions): TableColumn {
  const column = table.columns.find(({ parts }) => parts[0] === name);
  if (!column) throw options.error(`the column "${name}" is not there`);
  return column;
}
