import { median, sum } from '../../draw/statistics.ts';

/** What a pivot table shows of the values of a cell (contract, pivot table: aggregateFunction). */
export const AGGREGATIONS = [
  'Count',
  'Count Unique Values',
  'List Unique Values',
  'Sum',
  'Average',
  'Median',
  'Sample Variance',
  'Sample Standard Deviation',
  'Minimum',
  'Maximum',
  'First',
  'Last',
  'Sum as Fraction of Total',
  'Sum as Fraction of Rows',
  'Sum as Fraction of Columns',
  'Count as Fraction of Total',
  'Count as Fraction of Rows',
  'Count as Fraction of Columns',
] as const;

export type Aggregation = (typeof AGGREGATIONS)[number];
export type PivotValue = number | string;

/** The values of a cell and of what its fractions are of. */
export interface CellValues {
  cell: readonly PivotValue[];
  row(): readonly PivotValue[];
  column(): readonly PivotValue[];
  whole(): readonly PivotValue[];
}

/** The aggregation of a name; Sum when there is none of it. */
export function aggregationOf(name: unknown): Aggregation {
  return AGGREGATIONS.find((each) => each === name) ?? 'Sum';
}

/** Whether the aggregation answers a share between 0 and 1. */
export function isFraction(aggregation: Aggregation): boolean {
  return aggregation.includes('Fraction');
}

/** The aggregated value of a cell; null when it has no values. */
export function aggregate(aggregation: Aggregation, values: CellValues): PivotValue | null {
  const { cell } = values;
  if (cell.length === 0) return null;
  const numbers = cell.filter((value) => typeof value === 'number');
  switch (aggregation) {
    case 'Count':
      return cell.length;
    case 'Count Unique Values':
      return new Set(cell).size;
    case 'List Unique Values':
      return [...new Set(cell)].join(', ');
    case 'Average':
      return numbers.length === 0 ? null : sum(numbers) / numbers.length;
    case 'Median':
      return median(numbers);
    case 'Sample Variance':
      return variance(numbers);
    case 'Sample Standard Deviation':
      return Math.sqrt(variance(numbers));
    case 'Minimum':
      return extreme(cell, (value, least) => value < least);
    case 'Maximum':
      return extreme(cell, (value, most) => value > most);
    case 'First':
      return cell[0] ?? null;
    case 'Last':
      return cell.at(-1) ?? null;
    case 'Sum':
      return numbers.length === 0 ? (cell.at(-1) ?? null) : sum(numbers);
    default:
      return fraction(aggregation, values);
  }
}

/** The value, a number or a text, that goes before all others. */
function extreme(
  values: readonly PivotValue[],
  goesBefore: (value: PivotValue, other: PivotValue) => boolean,
): PivotValue | null {
  return values.reduce<PivotValue | null>(
    (best, value) => (best === null || goesBefore(value, best) ? value : best),
    null,
  );
}

function fraction(aggregation: Aggregation, { cell, row, column, whole }: CellValues): number | null {
  const line = aggregation.endsWith('Rows') ? row : column;
  const of = aggregation.endsWith('Total') ? whole() : line();
  const measure = (values: readonly PivotValue[]) =>
    aggregation.startsWith('Count')
      ? values.length
      : sum(values.filter((value) => typeof value === 'number'));
  const total = measure(of);
  return total === 0 ? null : measure(cell) / total;
}

/** With n − 1; one value does not vary. */
function variance(numbers: readonly number[]): number {
  if (numbers.length < 2) return 0;
  const mean = sum(numbers) / numbers.length;
  return sum(numbers.map((value) => (value - mean) ** 2)) / (numbers.length - 1);
}
