import type { Cell } from '../frame.ts';
import { columnOf, sourceOf } from './aggregate.ts';
import { type Aggregate, aggregatedKind, aggregatesOf } from './aggregators.ts';
import { compareKeys, type Group, groupRows, keyText } from './grouping.ts';
import type { OperationOptions } from './operation-options.ts';
import { type IndexColumn, type NamePart, namePart, type ShapedTable, type TableColumn } from './table.ts';

interface Pivot {
  table: ShapedTable;
  index: TableColumn[];
  dimensions: TableColumn[];
  aggregates: (Aggregate & { source: TableColumn })[];
  dropMissing: boolean;
  /** Name of the row and column of totals, when they are asked for. */
  totals: string | undefined;
}

/**
 * `pivot`: one row for each value of the index, one column for each metric and combination of dimension
 * values. Rows with a null in the index are dropped, null dimension values are called `<NULL>`.
 */
export function pivot(table: ShapedTable, options: OperationOptions): ShapedTable {
  const plan = planOf(table, options);
  const keys = plan.index.map((column) => column.values);
  const groups = groupRows([...keys, ...plan.dimensions.map((column) => column.values)], table.length);
  const kept = plan.dropMissing ? groups.filter(({ rows }) => plan.aggregates.some((each) => aggregated(each, rows) !== null)) : groups;
  const places = new Map<string, number>();
  const labels: Cell[][] = [];
  for (const { key } of kept) {
    const label = key.slice(0, keys.length);
    if (places.has(keyText(label))) continue;
    places.set(keyText(label), labels.length);
    labels.push(label);
  }
  const combinations = combinationsOf(kept, keys.length);
  const members = groupsByCombination(kept, places, keys.length);
  let columns = plan.aggregates.flatMap((each) =>
    combinations.map((combination) => pivoted(each, combination, members.get(keyText(combination)) ?? [], labels.length, plan)),
  );
  if (plan.totals !== undefined) {
    columns = withTotals(columns, labels, plan);
    labels.push(plan.index.map((_, place) => (place === 0 ? (plan.totals ?? '') : '')));
  }
  if (plan.dropMissing) columns = columns.filter(({ values }) => values.some((cell) => cell !== null));
  const fill = options.value('metric_fill_value');
  if (typeof fill === 'number') columns = columns.map((column) => ({ ...column, values: column.values.map((cell) => cell ?? fill) }));
  return arranged(columns, labels, plan, options.flag('combine_value_with_metric', false));
}

function planOf(table: ShapedTable, options: OperationOptions): Pivot {
  const names = options.names('index');
  if (names.length === 0) throw options.recordedError('Pivot operation requires at least one index');
  const aggregates = aggregatesOf(options);
  if (aggregates.length === 0) throw options.recordedError('Pivot operation must include at least one aggregate');
  options.requireColumns(table, names);
  options.requireColumns(table, options.names('columns'));
  const nameOfNull = options.optionalText('column_fill_value') ?? '<NULL>';
  return {
    table,
    index: names.map((name) => columnOf(table, name, options)),
    dimensions: options.names('columns').map((name) => {
      const column = columnOf(table, name, options);
      return { ...column, values: column.values.map((cell) => cell ?? nameOfNull) };
    }),
    aggregates: aggregates.map((each) => ({ ...each, source: sourceOf(table, each, options) })),
    dropMissing: options.flag('drop_missing_columns', true),
    totals: options.flag('marginal_distributions', false) ? (options.optionalText('marginal_distribution_name') ?? 'All') : undefined,
  };
}

function aggregated({ aggregate, source }: Pivot['aggregates'][number], rows: readonly number[]): Cell {
  return aggregate(rows.map((row) => source.values[row] ?? null));
}

/** The combinations of dimension values that occur, in order. */
function combinationsOf(groups: readonly Group[], from: number): Cell[][] {
  const found = new Map<string, Cell[]>();
  for (const { key } of groups) found.set(keyText(key.slice(from)), key.slice(from));
  return [...found.values()].sort(compareKeys);
}

/** Groups by their combination of dimension values, each with the row of the result that it belongs to. */
function groupsByCombination(
  groups: readonly Group[],
  places: ReadonlyMap<string, number>,
  from: number,
): Map<string, { place: number; rows: number[] }[]> {
  const found = new Map<string, { place: number; rows: number[] }[]>();
  for (const { key, rows } of groups) {
    const name = keyText(key.slice(from));
    const member = { place: places.get(keyText(key.slice(0, from))) ?? -1, rows };
    const members = found.get(name);
    if (members) members.push(member);
    else found.set(name, [member]);
  }
  return found;
}

function pivoted(
  each: Pivot['aggregates'][number],
  combination: Cell[],
  members: readonly { place: number; rows: number[] }[],
  length: number,
  plan: Pivot,
): TableColumn {
  const values: Cell[] = new Array<Cell>(length).fill(null);
  for (const { place, rows } of members) values[place] = aggregated(each, rows);
  const parts = combination.map((cell, level) => namePart(cell, plan.dimensions[level]?.kind ?? 'string'));
  return { ...aggregatedKind(each.source, values), parts: [each.label, ...parts], values };
}

/** Adds a last row over all rows, and for each metric a column over all columns. */
function withTotals(columns: readonly TableColumn[], labels: readonly Cell[][], plan: Pivot): TableColumn[] {
  const { table, index, dimensions, aggregates, totals = '' } = plan;
  const all = Array.from({ length: table.length }, (_, row) => row).filter((row) =>
    index.every(({ values }) => (values[row] ?? null) !== null),
  );
  const names = all.map((row) => dimensions.map(({ values, kind }) => namePart(values[row] ?? null, kind)));
  const extended = columns.map((column): TableColumn => {
    const each = aggregates.find(({ label }) => label === column.parts[0]);
    const rows = all.filter((_, place) => compareKeys(names[place] ?? [], column.parts.slice(1)) === 0);
    return { ...column, values: [...column.values, each ? aggregated(each, rows) : null] };
  });
  if (dimensions.length === 0) return extended;
  const sums = aggregates.map((each): TableColumn => {
    const rowsOf = labels.map((label) => all.filter((row) => label.every((cell, place) => index[place]?.values[row] === cell)));
    const parts: NamePart[] = [each.label, ...dimensions.map((_, level) => (level === 0 ? totals : ''))];
    const values = [...rowsOf, all].map((rows) => aggregated(each, rows));
    return { ...aggregatedKind(each.source, values), parts, values };
  });
  return [...extended, ...sums];
}

function arranged(columns: readonly TableColumn[], labels: readonly Cell[][], plan: Pivot, metricLast: boolean): ShapedTable {
  const { index, dimensions, totals } = plan;
  const turned = metricLast
    ? columns.map((column) => ({ ...column, parts: [...column.parts.slice(1), column.parts[0] ?? null] }))
    : [...columns];
  // A total stays behind the columns that it sums up.
  const rank = ({ parts }: TableColumn) => Number(totals !== undefined && parts.includes(totals));
  turned.sort((a, b) => {
    const level = metricLast ? a.parts.length - 1 : 0;
    const metrics = metricLast ? 0 : compareKeys([a.parts[level] ?? null], [b.parts[level] ?? null]);
    return metrics || rank(a) - rank(b) || compareKeys(a.parts, b.parts);
  });
  const names = dimensions.map(({ parts }) => String(parts[0]));
  const rows = index.map(
    (column, place): IndexColumn => ({ ...column, name: String(column.parts[0]), values: labels.map((label) => label[place] ?? null) }),
  );
  return { columns: turned, levels: metricLast ? [...names, null] : [null, ...names], index: rows, length: labels.length };
}
