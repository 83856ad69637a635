import { type Aggregate, aggregatedKind, aggregatesOf } from './aggregators.ts';
import { groupRows } from './grouping.ts';
import type { OperationOptions } from './operation-options.ts';
import type { ShapedTable, TableColumn } from './table.ts';

/** `aggregate`: one row for each group (without `groupby`: one row). */
export function aggregate(table: ShapedTable, options: OperationOptions): ShapedTable {
  const names = options.names('groupby');
  const aggregates = aggregatesOf(options);
  options.requireColumns(table, names);
  const keys = names.map((name) => columnOf(table, name, options));
  const groups = groupRows(
    keys.map((column) => column.values),
    table.length,
    options.work,
  );
  const cells = groups.length * (keys.length + aggregates.length);
  options.makes(table, {
    rows: groups.length,
    columns: keys.length + aggregates.length,
    cells,
    work: table.length * Math.max(aggregates.length, 1),
  });
  const grouped = keys.map(
    (column, place): TableColumn => ({ ...column, values: groups.map(({ key }) => key[place] ?? null) }),
  );
  const results = aggregates.map(({ label, column, aggregate: apply }): TableColumn => {
    const source = sourceOf(table, { label, column }, options);
    const values = options.work.map(
      groups,
      ({ rows }) => rows.length * 4,
      ({ rows }) => apply(rows.map((row) => source.values[row] ?? null)),
    );
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
  const [source] = options.columnsNamed(table, column);
  if (!source) throw options.recordedError(`Column referenced by aggregate is undefined: ${label}`);
  return source;
}

/**
 * The column of this name.
 * @throws ChartroomError 400 when there is none
 */
export function columnOf(table: ShapedTable, name: string, options: OperationOptions): TableColumn {
  const [column] = options.columnsNamed(table, name);
  if (!column) throw options.error(`the column "${name}" is not there`);
  return column;
}
