import { mapColumns } from './append-columns.ts';
import type { OperationOptions } from './operation-options.ts';
import { kurtosis, largest, mean, quantile, skewness, smallest, sum, variance } from './statistics.ts';
import { computed, numbersOf, type ShapedTable, takeRows } from './table.ts';
import { windowWeights } from './window-weights.ts';

interface Rolling {
  size: number;
  /** Values a window needs for a result. */
  least: number;
  /** Places that the window reaches beyond its row. */
  ahead: number;
  weights: number[] | undefined;
  /** Result of the values of a window that are there, with their weights where the window has a shape. */
  formula(values: number[], weights: number[]): number;
}

/** Options each type takes. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  count: [],
  sum: [],
  mean: [],
  median: [],
  min: [],
  max: [],
  skew: [],
  kurt: [],
  std: ['ddof'],
  var: ['ddof'],
  quantile: ['quantile', 'interpolation'],
};

/** `rolling`: a statistic of the rows up to each row; with `min_periods` the first rows are cut. */
export function rolling(table: ShapedTable, options: OperationOptions): ShapedTable {
  const mapping = options.mapping('columns');
  options.requireColumns(
    table,
    mapping.map(([source]) => source),
  );
  const type = options.text('rolling_type');
  const plan = planOf(type, options);
  const shaped = mapColumns(table, mapping, (column) => computed(column.parts, rolled(numbersOf(column.values), plan, type === 'count')));
  const cut = (options.number('min_periods') ?? 0) - 1;
  return cut > 0 ? withoutFirst(shaped, cut) : shaped;
}

/** Cut rows leave no numbers behind: the rest is numbered anew. */
function withoutFirst(table: ShapedTable, count: number): ShapedTable {
  const rows = Array.from({ length: Math.max(table.length - count, 0) }, (_, row) => row + count);
  const taken = takeRows(table, rows);
  return table.index.length === 0 ? { ...taken, index: [] } : taken;
}

function planOf(type: string, options: OperationOptions): Rolling {
  const size = options.number('window', 0);
  if (size === 0) throw options.recordedError('Undefined window for rolling operation');
  if (size < 0 || !Number.isInteger(size)) throw options.error(`the option "window" must be a whole number above 0, not ${size}`);
  const settings: Record<string, unknown> = Object.fromEntries(options.entries('rolling_type_options'));
  const shape = options.optionalText('win_type');
  const weights = shape === undefined ? undefined : weightsOf(shape, size, settings, options);
  if (!(type in TYPES)) throw options.recordedError(`Invalid rolling_type: ${type}`);
  const unknown = weights ? [] : Object.keys(settings).filter((name) => !TYPES[type]?.includes(name));
  if (unknown.length > 0) throw options.recordedError(`Invalid options for ${type}: ${literalText(settings)}`);
  return {
    size,
    least: options.number('min_periods') ?? size,
    ahead: options.flag('center', false) ? Math.floor((size - 1) / 2) : 0,
    weights,
    formula: weights ? weighted(type, options) : plain(type, settings, options),
  };
}

function weightsOf(shape: string, size: number, settings: Record<string, unknown>, options: OperationOptions): number[] {
  const weights = windowWeights(shape, size, settings);
  if (!weights) throw options.error(`there is no window type "${shape}"`);
  if (weights.some(Number.isNaN)) throw options.error(`the window type "${shape}" needs more options (rolling_type_options)`);
  return weights;
}

function plain(type: string, settings: Record<string, unknown>, options: OperationOptions): (values: number[]) => number {
  const ddof = typeof settings.ddof === 'number' ? settings.ddof : 1;
  switch (type) {
    case 'count':
      return (values) => values.length;
    case 'sum':
      return sum;
    case 'mean':
      return mean;
    case 'median':
      return (values) => quantile(values, 0.5);
    case 'min':
      return smallest;
    case 'max':
      return largest;
    case 'std':
      return (values) => Math.sqrt(variance(values, ddof));
    case 'var':
      return (values) => variance(values, ddof);
    case 'skew':
      return skewness;
    case 'kurt':
      return kurtosis;
    default: {
      const share = settings.quantile;
      if (typeof share !== 'number' || share < 0 || share > 1)
        throw options.recordedError(`Invalid options for quantile: ${literalText(settings)}`);
      return (values) => quantile(values, share);
    }
  }
}

function weighted(type: string, options: OperationOptions): (values: number[], weights: number[]) => number {
  const total = (values: number[], weights: number[]) => sum(values.map((value, place) => value * (weights[place] ?? 0)));
  const average = (values: number[], weights: number[]) => total(values, weights) / sum(weights);
  const spread = (values: number[], weights: number[]) => {
    const centre = average(values, weights);
    const squares = sum(values.map((value, place) => (weights[place] ?? 0) * (value - centre) ** 2));
    return (squares / sum(weights)) * (values.length / (values.length - 1));
  };
  switch (type) {
    case 'sum':
      return total;
    case 'mean':
      return average;
    case 'var':
      return spread;
    case 'std':
      return (values, weights) => Math.sqrt(spread(values, weights));
    default:
      throw options.error(`${type} cannot be computed with a window type (sum, mean, var and std can)`);
  }
}

/** `countRows`: a row counts towards the least number even when it holds nothing. */
function rolled(numbers: readonly number[], { size, least, ahead, weights, formula }: Rolling, countRows: boolean): number[] {
  return numbers.map((_, row) => {
    const start = row + ahead - size + 1;
    const places = Array.from({ length: size }, (_each, place) => start + place).filter((place) => place >= 0 && place < numbers.length);
    const present = places.filter((place) => !Number.isNaN(numbers[place]));
    if ((countRows ? places : present).length < least) return Number.NaN;
    return formula(
      present.map((place) => numbers[place] ?? 0),
      weights ? present.map((place) => weights[place - start] ?? 0) : [],
    );
  });
}

/** Options as the recorded messages write them. */
function literalText(settings: Record<string, unknown>): string {
  return `{${Object.entries(settings)
    .map(([name, value]) => `'${name}': ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)}`)
    .join(', ')}}`;
}
