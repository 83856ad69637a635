import { type ChartFormData, ChartroomError, columnLabel, type DataRow, metricLabel } from '@chartroom/model';
import { columnsOf, metricsOf } from '../question/read-form.ts';
import { type Aggregation, aggregationOf } from '../types/pivot-table/aggregators.ts';
import { type Block, blockOf, fractions, total } from './pivot-block.ts';

/** One level of a heading: a value of a dimension, a metric, or the word for a total. */
export type TextLevel = DataRow[string];

/** A pivot table as rows of values, for files and mails. */
export interface PivotText {
  /** Headings of the columns, outermost level first. */
  columns: TextLevel[][];
  /** Headings of the rows. */
  index: TextLevel[][];
  rows: DataRow[string][][];
}

/**
 * The pivot table of a chart's rows (contract, result type `post_processed`): totals are aggregated from the cells,
 * totals of a group follow its members, keys are in the order of their values.
 *
 * @throws ChartroomError when the rows lack a metric or a dimension, or the table has more cells than `mostCells`
 */
export function pivotText(
  form: ChartFormData,
  data: readonly DataRow[],
  mostCells = Number.POSITIVE_INFINITY,
): PivotText {
  const metrics = metricsOf(form.metrics).map(metricLabel);
  const aggregation = aggregationOf(form.aggregateFunction);
  const totalName = `Total (${aggregation})`;
  const onRows = form.metricsLayout === 'ROWS';
  const given = [
    columnsOf(form.groupbyRows).map(columnLabel),
    columnsOf(form.groupbyColumns).map(columnLabel),
  ];
  // Metrics stand above columns here; for metrics on rows the table is turned at its end.
  const turned = Boolean(form.transposePivot) !== onRows;
  const [rows = [], columns = []] = turned ? given.toReversed() : given;
  checkColumns(data, [...rows, ...columns, ...metrics]);
  const leaf = blockOf({
    data,
    rows,
    columns,
    metrics,
    aggregation,
    combined: Boolean(form.combineMetric),
    totalName,
    mostCells,
  });
  const across = acrossOf(aggregation, onRows);
  let block = plainLabels(aggregation.includes('Fraction') ? fractions(leaf, across) : leaf);
  if (form.rowTotals) block = flipped(withTotals(flipped(block), aggregation, totalName));
  if (form.colTotals && rows.length > 0) block = withTotals(block, aggregation, totalName);
  if (onRows) block = flipped(block);
  return {
    columns: block.columns,
    index: block.index,
    rows: block.cells.map((line) => line.map((cell) => cell.value)),
  };
}

function checkColumns(data: readonly DataRow[], names: readonly string[]): void {
  const [first] = data;
  const missing = first && names.find((name) => !Object.hasOwn(first, name));
  if (missing === undefined) return;
  throw new ChartroomError(`The rows of the pivot table have no column "${missing}"`, {
    status: 400,
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    extra: { column: missing },
  });
}

function flipped({ index, columns, cells }: Block): Block {
  return {
    index: columns,
    columns: index,
    cells: columns.map((_, at) => cells.flatMap((line) => line.slice(at, at + 1))),
  };
}

/** Headings of a single level are texts. */
function plainLabels(block: Block): Block {
  const texts = (keys: TextLevel[][]) =>
    keys.map((key) => (key.length === 1 ? key.map((part) => (part === null ? null : String(part))) : key));
  return { ...block, index: texts(block.index), columns: texts(block.columns) };
}

/** Below each group of rows its subtotal, and below all rows the total. */
function withTotals(block: Block, aggregation: Aggregation, totalName: string): Block {
  const depth = block.index[0]?.length ?? 1;
  const index: Block['index'] = [];
  const cells: Block['cells'] = [];
  const totalOf = (members: readonly number[]) =>
    block.columns.map((_, column) =>
      total(
        aggregation,
        members.flatMap((row) => block.cells[row]?.slice(column, column + 1) ?? []),
      ),
    );
  const visit = (members: readonly number[], level: number): void => {
    if (level === depth) {
      for (const row of members) {
        index.push(block.index[row] ?? []);
        cells.push(block.cells[row] ?? []);
      }
      return;
    }
    for (const run of runsOf(members, (row) => block.index[row]?.[level])) visit(run, level + 1);
    if (level === depth) return;
    const prefix = block.index[members[0] ?? 0]?.slice(0, level) ?? [];
    index.push([
      ...prefix,
      level === 0 ? totalName : 'Subtotal',
      ...Array.from({ length: depth - level - 1 }, () => ''),
    ]);
    cells.push(totalOf(members));
  };
  visit(
    block.index.map((_, row) => row),
    0,
  );
  return { index, columns: block.columns, cells };
}

function runsOf(members: readonly number[], of: (row: number) => unknown): number[][] {
  const runs: number[][] = [];
  let last: unknown;
  for (const row of members) {
    const value = of(row);
    if (runs.length > 0 && value === last) runs.at(-1)?.push(row);
    else runs.push([row]);
    last = value;
  }
  return runs;
}

/** Of what cells are fractions. */
function acrossOf(aggregation: string, onRows: boolean): 'row' | 'column' | 'whole' {
  if (aggregation.endsWith('Rows')) return onRows ? 'column' : 'row';
  if (aggregation.endsWith('Columns')) return onRows ? 'row' : 'column';
  return 'whole';
}
