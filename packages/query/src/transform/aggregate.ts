import { type Aggregate, aggregatedKind, aggregatesOf } from './aggregators.ts';
import { type Group, groupRows } from './grouping.ts';
import type { OperationOptions } from './operation-options.ts';
import type { ShapedTable, TableColumn } from './table.ts';

/** `aggregate`: one row for each group (without `groupby`: one row). */
export function aggregate(table: ShapedTable, options: OperationOptions): ShapedTable {
  const names = options.names('groupby');
  const aggregates = aggregatesOf(options);
  options.requireColumns(table, names);
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
    const source = sourceOf(table, { label, column }, options);
    const values = groups.map(({ rows }) => apply(rows.map((row) => source.values[row] ?? null)));
    return { ...aggregatedKind(source, values), parts: [label], values };
  });
  return { columns: [...grouped, ...results], levels: [null], index: [], length: groups.length };
}

/**
 * The column that an aggregate is of.
 * @throws ChartroomError 400 when there is none
 */
export function sourceOf(
  table: ShapedTable,
  { label, column }: Pick<Aggregate, 'label' | 'column'>,
  options: OperationOptions,
): TableColumn {
  const source = table.columns.find(({ parts }) => parts[0] === column);
  if (!source) throw options.recordedError(`Column referenced by aggregate is undefined: ${label}`);
  return source;
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
