import { GenericType } from '@chartroom/model';
import type { Cell } from '../frame.ts';
import { columnOf, sourceOf } from './aggregate.ts';
import { type Aggregate, aggregatedKind, aggregatesOf } from './aggregators.ts';
import { compareKeys, type Group, groupRows, keyText } from './grouping.ts';
import type { OperationOptions } from './operation-options.ts';
import { type IndexColumn, type NamePart, namePart, type ShapedTable, type TableColumn } from './table.ts';
import type { Work } from './work.ts';

interface Pivot {
  table: ShapedTable;
  work: Work;
  index: TableColumn[];
  dimensions: TableColumn[];
  aggregates: (Aggregate & { source: TableColumn })[];
  dropMissing: boolean;
  /** For each part of the index whether rows without it are kept. */
  mayLack: boolean[];
  /** Name of the row and column of totals, when they are asked for. */
  totals: string | undefined;
}

/**
 * `pivot`: one row for each value of the index, one column for each metric and combination of dimension
 * values. Rows with a null in the index are dropped, null dimension values are called `<NULL>`. With `keep_missing`, which our
 * own screens say, a null is a label of its own where the index is no time.
 */
export function pivot(table: ShapedTable, options: OperationOptions): ShapedTable {
  const plan = planOf(table, options);
  const keys = plan.index.map((column) => column.values);
  const { work } = options;
  const parts = [...keys, ...plan.dimensions.map((column) => column.values)];
  const groups = groupRows(parts, table.length, work, plan.mayLack);
  const looked = table.length * plan.aggregates.length;
  options.makes(table, { rows: 0, columns: 0, cells: 0, work: looked });
  const kept = plan.dropMissing
    ? groups.filter(({ rows }) => plan.aggregates.some((each) => aggregated(each, rows, work) !== null))
    : groups;
  const { labels, places } = labelsOf(kept, keys.length);
  const combinations = combinationsOf(kept, keys.length, work);
  requireSize(plan, { labels: labels.length, combinations: combinations.length }, options);
  const members = groupsByCombination(kept, places, keys.length);
  let columns = plan.aggregates.flatMap((each) =>
    work.map(combinations, labels.length, (combination) =>
      pivoted(each, combination, members.get(keyText(combination)) ?? [], labels.length, plan),
    ),
  );
  if (plan.totals !== undefined) {
    columns = withTotals(columns, labels, plan);
    labels.push(plan.index.map((_, place) => (place === 0 ? (plan.totals ?? '') : '')));
  }
  if (plan.dropMissing) columns = columns.filter(({ values }) => values.some((cell) => cell !== null));
  const fill = options.value('metric_fill_value');
  if (typeof fill === 'number')
    columns = columns.map((column) => ({ ...column, values: column.values.map((cell) => cell ?? fill) }));
  return arranged(columns, labels, plan, options.flag('combine_value_with_metric', false));
}

/** Says how large the result is going to be: a cell for each label of the rows and each column. */
function requireSize(
  plan: Pivot,
  found: { labels: number; combinations: number },
  options: OperationOptions,
): void {
  const { aggregates, dimensions, index, table, totals } = plan;
  const extra = totals === undefined ? 0 : 1;
  const rows = found.labels + extra;
  const columns = aggregates.length * (found.combinations + (dimensions.length > 0 ? extra : 0));
  options.makes(table, {
    rows,
    columns: columns + index.length,
    cells: rows * (columns + index.length),
    work: table.length * aggregates.length * (1 + 3 * extra),
  });
}

/** The labels of the rows, and the place of each. */
function labelsOf(
  groups: readonly Group[],
  count: number,
): { labels: Cell[][]; places: Map<string, number> } {
  const places = new Map<string, number>();
  const labels: Cell[][] = [];
  for (const { key } of groups) {
    const label = key.slice(0, count);
    const name = keyText(label);
    if (places.has(name)) continue;
    places.set(name, labels.length);
    labels.push(label);
  }
  return { labels, places };
}

function planOf(table: ShapedTable, options: OperationOptions): Pivot {
  const names = options.names('index');
  if (names.length === 0) throw options.recordedError('Pivot operation requires at least one index');
  const aggregates = aggregatesOf(options);
  if (aggregates.length === 0)
    throw options.recordedError('Pivot operation must include at least one aggregate');
  options.requireColumns(table, names);
  options.requireColumns(table, options.names('columns'));
  const nameOfNull = options.optionalText('column_fill_value') ?? '<NULL>';
  const index = names.map((name) => columnOf(table, name, options));
  const keepMissing = options.flag('keep_missing', false);
  return {
    table,
    work: options.work,
    index,
    mayLack: index.map(({ generic }) => keepMissing && generic !== GenericType.TEMPORAL),
    dimensions: options.names('columns').map((name) => {
      const column = columnOf(table, name, options);
      return { ...column, values: column.values.map((cell) => cell ?? nameOfNull) };
    }),
    aggregates: aggregates.map((each) => ({ ...each, source: sourceOf(table, each, options) })),
    dropMissing: options.flag('drop_missing_columns', true),
    totals: options.flag('marginal_distributions', false)
      ? (options.optionalText('marginal_distribution_name') ?? 'All')
      : undefined,
  };
}

function aggregated(
  { aggregate, source }: Pivot['aggregates'][number],
  rows: readonly number[],
  work: Work,
): Cell {
  work.spend(rows.length * 4);
  return aggregate(rows.map((row) => source.values[row] ?? null));
}

/** The combinations of dimension values that occur, in order. */
function combinationsOf(groups: readonly Group[], from: number, work: Work): Cell[][] {
  const found = new Map<string, Cell[]>();
  for (const { key } of groups) found.set(keyText(key.slice(from)), key.slice(from));
  return work.sort([...found.values()], compareKeys);
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
  for (const { place, rows } of members) values[place] = aggregated(each, rows, plan.work);
  const parts = combination.map((cell, level) => namePart(cell, plan.dimensions[level]?.kind ?? 'string'));
  return { ...aggregatedKind(each.source, values), parts: [each.label, ...parts], values };
}

/** Adds a last row over all rows, and for each metric a column over all columns. */
function withTotals(columns: readonly TableColumn[], labels: readonly Cell[][], plan: Pivot): TableColumn[] {
  const { table, work, index, dimensions, aggregates, totals = '' } = plan;
  const all = Array.from({ length: table.length }, (_, row) => row).filter((row) =>
    index.every(({ values }) => (values[row] ?? null) !== null),
  );
  const inColumn = rowsBy(all, (row) =>
    dimensions.map(({ values, kind }) => namePart(values[row] ?? null, kind)),
  );
  const byLabel = new Map<NamePart, Pivot['aggregates'][number]>(
    aggregates.map((each) => [each.label, each]),
  );
  const extended = columns.map((column): TableColumn => {
    const [label = null, ...combination] = column.parts;
    const each = byLabel.get(label);
    return {
      ...column,
      values: [
        ...column.values,
        each ? aggregated(each, inColumn.get(keyText(combination)) ?? [], work) : null,
      ],
    };
  });
  if (dimensions.length === 0) return extended;
  const inRow = rowsBy(all, (row) => index.map(({ values }) => values[row] ?? null));
  const rowsOf = [...labels.map((label) => inRow.get(keyText(label)) ?? []), all];
  const sums = aggregates.map((each): TableColumn => {
    const parts: NamePart[] = [each.label, ...dimensions.map((_, level) => (level === 0 ? totals : ''))];
    const values = rowsOf.map((rows) => aggregated(each, rows, work));
    return { ...aggregatedKind(each.source, values), parts, values };
  });
  return [...extended, ...sums];
}

/** Rows by the text of their key. */
function rowsBy(rows: readonly number[], keyOf: (row: number) => readonly Cell[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const row of rows) {
    const name = keyText(keyOf(row));
    const members = found.get(name);
    if (members) members.push(row);
    else found.set(name, [row]);
  }
  return found;
}

function arranged(
  columns: readonly TableColumn[],
  labels: readonly Cell[][],
  plan: Pivot,
  metricLast: boolean,
): ShapedTable {
  const { index, dimensions, totals } = plan;
  const turned = metricLast
    ? columns.map((column) => ({ ...column, parts: [...column.parts.slice(1), column.parts[0] ?? null] }))
    : [...columns];
  // A total stays behind the columns that it sums up.
  const rank = ({ parts }: TableColumn) => Number(totals !== undefined && parts.includes(totals));
  plan.work.sort(turned, (a, b) => {
    const level = metricLast ? a.parts.length - 1 : 0;
    const metrics = metricLast ? 0 : compareKeys([a.parts[level] ?? null], [b.parts[level] ?? null]);
    return metrics || rank(a) - rank(b) || compareKeys(a.parts, b.parts);
  });
  const names = dimensions.map(({ parts }) => String(parts[0]));
  const rows = index.map(
    (column, place): IndexColumn => ({
      ...column,
      name: String(column.parts[0]),
      values: labels.map((label) => label[place] ?? null),
    }),
  );
  return {
    columns: turned,
    levels: metricLast ? [...names, null] : [null, ...names],
    index: rows,
    length: labels.length,
  };
}
