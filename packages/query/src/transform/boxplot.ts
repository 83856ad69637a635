import { GenericType } from '@chartroom/model';
import { type Cell, NUMBER_LIST } from '../frame.ts';
import { columnOf } from './aggregate.ts';
import { type Group, groupRows } from './grouping.ts';
import type { OperationOptions } from './operation-options.ts';
import { largest, mean, quantile, smallest } from './statistics.ts';
import { COMPUTED, cellOf, numbersOf, type ShapedTable, type TableColumn } from './table.ts';

/** Ends of the whiskers of the numbers of a box. */
type Whiskers = (numbers: readonly number[]) => { low: number; high: number };

interface Box {
  numbers: number[];
  /** Rows, those without a number included. */
  count: number;
  whiskers: ReturnType<Whiskers>;
}

const STATISTICS: Readonly<Record<string, (box: Box) => Cell>> = {
  mean: ({ numbers }) => cellOf(mean(numbers)),
  median: ({ numbers }) => cellOf(quantile(numbers, 0.5)),
  max: ({ whiskers }) => cellOf(whiskers.high),
  min: ({ whiskers }) => cellOf(whiskers.low),
  q1: ({ numbers }) => cellOf(quantile(numbers, 0.25, 'midpoint')),
  q3: ({ numbers }) => cellOf(quantile(numbers, 0.75, 'midpoint')),
  count: ({ count }) => count,
  outliers: ({ numbers, whiskers }) =>
    JSON.stringify([
      ...numbers.filter((value) => value > whiskers.high),
      ...numbers.filter((value) => value < whiskers.low),
    ]),
};

/** Values that a statistic of a box looks at for each of its own. */
const SORTING = 16;

/** `boxplot`: what a box shows of each metric and group; numbers beyond the whiskers are listed. */
export function boxplot(table: ShapedTable, options: OperationOptions): ShapedTable {
  const [names, metrics] = [options.names('groupby'), options.names('metrics')];
  options.requireColumns(table, names);
  options.requireColumns(table, metrics);
  const whiskers = whiskersOf(options);
  const keys = names.map((name) => columnOf(table, name, options));
  const groups = groupRows(
    keys.map(({ values }) => values),
    table.length,
    options.work,
  );
  const count = keys.length + metrics.length * Object.keys(STATISTICS).length;
  // Quantiles sort their numbers, several times.
  const work = table.length * metrics.length * SORTING;
  options.makes(table, { rows: groups.length, columns: count, cells: count * groups.length, work });
  const boxes = new Map(
    metrics.map((metric) => {
      const column = columnOf(table, metric, options);
      return [
        metric,
        options.work.map(
          groups,
          ({ rows }) => rows.length * SORTING,
          (group) => boxOf(column, group, whiskers),
        ),
      ];
    }),
  );
  const columns = Object.entries(STATISTICS).flatMap(([statistic, formula]) =>
    metrics.map((metric): TableColumn => {
      const values = options.work.map(boxes.get(metric) ?? [], ({ numbers }) => numbers.length * 4, formula);
      const kind =
        statistic === 'outliers'
          ? { kind: 'json' as const, generic: GenericType.STRING, nativeType: NUMBER_LIST }
          : COMPUTED;
      return { ...kind, parts: [`${metric}__${statistic}`], values };
    }),
  );
  const grouped = keys.map(
    (column, place): TableColumn => ({ ...column, values: groups.map(({ key }) => key[place] ?? null) }),
  );
  return { columns: [...grouped, ...columns], levels: [null], index: [], length: groups.length };
}

function boxOf({ values }: TableColumn, { rows }: Group, whiskers: Whiskers): Box {
  const numbers = numbersOf(rows.map((row) => values[row] ?? null)).filter((value) => !Number.isNaN(value));
  return { numbers, count: rows.length, whiskers: whiskers(numbers) };
}

function whiskersOf(options: OperationOptions): Whiskers {
  const type = options.text('whisker_type');
  switch (type) {
    case 'tukey':
      return tukey;
    case 'min/max':
      return (numbers) => ({ low: smallest(numbers), high: largest(numbers) });
    case 'percentile': {
      const [low, high, ...more] = options.list('percentiles') ?? [];
      if (
        typeof low !== 'number' ||
        typeof high !== 'number' ||
        more.length > 0 ||
        low >= high ||
        low < 0 ||
        high > 100
      ) {
        throw options.recordedError(
          'percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value',
        );
      }
      return (numbers) => ({ low: quantile(numbers, low / 100), high: quantile(numbers, high / 100) });
    }
    default:
      throw options.error(`there is no whisker type "${type}" (one of tukey, min/max, percentile)`);
  }
}

/** The outermost numbers within one and a half boxes beyond the box. */
function tukey(numbers: readonly number[]): { low: number; high: number } {
  const [q1, q3] = [quantile(numbers, 0.25, 'midpoint'), quantile(numbers, 0.75, 'midpoint')];
  const reach = 1.5 * (q3 - q1);
  return {
    low: smallest(numbers.filter((value) => value >= q1 - reach)),
    high: largest(numbers.filter((value) => value <= q3 + reach)),
  };
}
