import { beyondBound, type DataRow } from '@chartroom/model';
import { amountOf } from '../draw/row-names.ts';
import { sum } from '../draw/statistics.ts';
import { type Aggregation, aggregate, type PivotValue } from '../types/pivot-table/aggregators.ts';

type Key = DataRow[string][];

/** A cell: what it shows, and the values that it was made of. */
export interface BlockCell {
  value: PivotValue | null;
  /** Undefined: no row of the answer belongs to the cell. */
  raw: (PivotValue | null)[] | undefined;
}

/** A rectangle of cells with the keys of its rows and columns. */
export interface Block {
  index: Key[];
  columns: Key[];
  cells: BlockCell[][];
}

interface BlockRequest {
  data: readonly DataRow[];
  rows: readonly string[];
  columns: readonly string[];
  metrics: readonly string[];
  aggregation: Aggregation;
  /** Metrics stand below the columns instead of above them. */
  combined: boolean;
  /** Heading of the one row of a table without row dimensions. */
  totalName: string;
  /** Cells that it may have. */
  mostCells: number;
}

/** Aggregations whose totals can be told from the values only, not from the cells. */
const FROM_VALUES = new Set<Aggregation>([
  'Count',
  'Count Unique Values',
  'List Unique Values',
  'Sample Variance',
  'Sample Standard Deviation',
  'First',
  'Last',
]);

/** The cells of an answer without totals, in the order of their keys; metrics as they were chosen. */
export function blockOf({
  data,
  rows,
  columns,
  metrics,
  aggregation,
  combined,
  totalName,
  mostCells,
}: BlockRequest): Block {
  const index = distinct(data.map((row) => (rows.length === 0 ? [totalName] : keyOf(row, rows))));
  const columnKeys = distinct(data.map((row) => keyOf(row, columns)));
  const count = index.length * columnKeys.length * metrics.length;
  if (count > mostCells) throw beyondBound('pivot table: the number of cells', count, mostCells);
  const below = combined && columns.length > 0;
  const headings = below
    ? columnKeys.flatMap((key) => metrics.map((metric) => ({ key, metric, heading: [...key, metric] })))
    : metrics.flatMap((metric) => columnKeys.map((key) => ({ key, metric, heading: [metric, ...key] })));
  const groups = Map.groupBy(data, (row) =>
    idOf([...(rows.length === 0 ? [totalName] : keyOf(row, rows)), ...keyOf(row, columns)]),
  );
  const cells = index.map((rowKey) =>
    headings.map(({ key, metric }): BlockCell => {
      const members = groups.get(idOf([...rowKey, ...key]));
      const raw = members?.map((row) => cellValue(row[metric]));
      return { raw, value: raw === undefined ? null : aggregated(aggregation, raw) };
    }),
  );
  return { index, columns: headings.map(({ heading }) => heading), cells };
}

/** The cells as shares of their row, their column or all cells. */
export function fractions(block: Block, of: 'row' | 'column' | 'whole'): Block {
  const amounts = block.cells.map((line) => line.map(({ value }) => (typeof value === 'number' ? value : 0)));
  const rowSums = amounts.map((line) => sum(line));
  const columnSums = block.columns.map((_, column) => sum(amounts.map((line) => line[column] ?? 0)));
  const whole = sum(rowSums);
  const cells = block.cells.map((line, row) =>
    line.map((cell, column): BlockCell => {
      const base = { row: rowSums[row], column: columnSums[column], whole }[of];
      return typeof cell.value === 'number' && base
        ? { ...cell, value: cell.value / base }
        : { ...cell, value: null };
    }),
  );
  return { ...block, cells };
}

/** The total of cells. Sums of nothing are 0; everything else of nothing is nothing. */
export function total(aggregation: Aggregation, cells: readonly BlockCell[]): BlockCell {
  const known = cells.filter((cell) => cell.raw !== undefined);
  const raw = known.flatMap((cell) => cell.raw ?? []);
  if (FROM_VALUES.has(aggregation)) return { raw, value: aggregated(aggregation, raw) };
  const values = known.map((cell) => cell.value).filter((value) => value !== null);
  const sums = aggregation === 'Sum' || aggregation.includes('Fraction');
  if (values.length === 0) return { raw, value: sums && known.length === 0 ? 0 : null };
  return { raw, value: aggregated(sums ? 'Sum' : aggregation, values) };
}

/** Values without the missing ones, which only counts regard. */
function aggregated(aggregation: Aggregation, values: readonly (PivotValue | null)[]): PivotValue | null {
  if (aggregation === 'Count' || aggregation.startsWith('Count as')) return values.length;
  const present = values.filter((value) => value !== null);
  const itself = { cell: present, row: () => present, column: () => present, whole: () => present };
  return aggregate(aggregation.includes('Fraction') ? 'Sum' : aggregation, itself);
}

function cellValue(value: unknown): PivotValue | null {
  return amountOf(value) ?? (value === null || value === undefined ? null : String(value));
}

function keyOf(row: DataRow, names: readonly string[]): Key {
  return names.map((name) => row[name] ?? null);
}

function idOf(key: Key): string {
  return JSON.stringify(key);
}

function distinct(keys: readonly Key[]): Key[] {
  const found = new Map(keys.map((key) => [idOf(key), key]));
  return [...found.values()].toSorted(compareKeys);
}

/** Numbers by size, texts by their characters; a missing value stands where the reference's name for it sorts. */
function compareKeys(a: Key, b: Key): number {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? null;
    if (typeof left === 'number' && typeof right === 'number') {
      if (left !== right) return left - right;
      continue;
    }
    const [one, other] = [sortText(left), sortText(right)];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

function sortText(value: DataRow[string]): string {
  return value === null ? 'SUPERSET_PANDAS_NAN' : String(value);
}
