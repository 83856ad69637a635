import { ownMember } from '@chartroom/model';
import { mapColumns } from './append-columns.ts';
import type { OperationOptions } from './operation-options.ts';
import { sum } from './statistics.ts';
import { computed, numbersOf, type ShapedTable, takeRows } from './table.ts';
import { plainWindows, quantiles, spreads, type Windows } from './window-formulas.ts';
import { windowWeights } from './window-weights.ts';
import { withinBound } from './work.ts';

/** Values that weighing one is worth. */
const WEIGHING = 4;

interface Rolling {
  size: number;
  /** Values a window needs for a result. */
  least: number;
  /** Places that the window reaches beyond its row. */
  ahead: number;
  /** The windows of some rows. */
  windows: Windows | WeightedWindows;
}

/** Windows whose places count differently: their results need the missing values too. */
interface WeightedWindows {
  weights: number[];
  formula(values: readonly number[], weights: readonly number[]): number;
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
  const reach = Math.min(plan.size, table.length);
  const cost = 'weights' in plan.windows ? reach * WEIGHING : plan.windows.cost(reach);
  const shaped = mapColumns(
    table,
    mapping,
    options,
    (column) =>
      computed(
        column.parts,
        rolled(numbersOf(column.values), plan, { countRows: type === 'count', cost }, options),
      ),
    table.length * (1 + cost),
  );
  const cut = leastOf(options, 0) - 1;
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
  if (size < 0 || !Number.isInteger(size))
    throw options.error(`the option "window" must be a whole number above 0, not ${size}`);
  withinBound('rolling: the option "window"', size, options.work.bounds.MAX_ROLLING_WINDOW);
  const settings: Record<string, unknown> = Object.fromEntries(options.entries('rolling_type_options'));
  const shape = options.optionalText('win_type');
  const weights = shape === undefined ? undefined : weightsOf(shape, size, settings, options);
  const taken = ownMember(TYPES, type);
  if (!taken) throw options.recordedError(`Invalid rolling_type: ${type}`);
  const unknown = weights ? [] : Object.keys(settings).filter((name) => !taken.includes(name));
  if (unknown.length > 0)
    throw options.recordedError(`Invalid options for ${type}: ${literalText(settings)}`);
  return {
    size,
    least: leastOf(options, size),
    ahead: options.flag('center', false) ? Math.floor((size - 1) / 2) : 0,
    windows: weights ? { weights, formula: weighted(type, options) } : plain(type, settings, options),
  };
}

function leastOf(options: OperationOptions, fallback: number): number {
  const least = options.bounded('min_periods', fallback, options.work.bounds.MAX_ROLLING_WINDOW);
  if (!Number.isInteger(least))
    throw options.error(`the option "min_periods" must be a whole number, not ${least}`);
  return least;
}

function weightsOf(
  shape: string,
  size: number,
  settings: Record<string, unknown>,
  options: OperationOptions,
): number[] {
  const weights = windowWeights(shape, size, settings);
  if (!weights) throw options.error(`there is no window type "${shape}"`);
  if (weights.some(Number.isNaN))
    throw options.error(`the window type "${shape}" needs more options (rolling_type_options)`);
  return weights;
}

function plain(type: string, settings: Record<string, unknown>, options: OperationOptions): Windows {
  const known = plainWindows(type);
  if (known) return known;
  if (type === 'median') return quantiles(0.5);
  if (type !== 'quantile')
    return spreads(typeof settings.ddof === 'number' ? settings.ddof : 1, type === 'std');
  const share = settings.quantile;
  if (typeof share !== 'number' || share < 0 || share > 1)
    throw options.recordedError(`Invalid options for quantile: ${literalText(settings)}`);
  return quantiles(share);
}

function weighted(type: string, options: OperationOptions): WeightedWindows['formula'] {
  const total = (values: readonly number[], weights: readonly number[]) =>
    sum(values.map((value, place) => value * (weights[place] ?? 0)));
  const average = (values: readonly number[], weights: readonly number[]) =>
    total(values, weights) / sum(weights);
  const spread = (values: readonly number[], weights: readonly number[]) => {
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
function rolled(
  numbers: readonly number[],
  { size, least, ahead, windows }: Rolling,
  { countRows, cost }: { countRows: boolean; cost: number },
  { work }: OperationOptions,
): number[] {
  const present = Float64Array.from(numbers.filter((value) => !Number.isNaN(value)));
  const before = new Int32Array(numbers.length + 1);
  for (const [row, value] of numbers.entries())
    before[row + 1] = (before[row] ?? 0) + Number(!Number.isNaN(value));
  const formula = 'weights' in windows ? () => Number.NaN : windows.over(present);
  return numbers.map((_, row) => {
    work.spend(1 + cost);
    const end = row + ahead + 1;
    const [first, last] = [Math.max(end - size, 0), Math.min(end, numbers.length)];
    const [from, to] = [before[first] ?? 0, before[last] ?? 0];
    if ((countRows ? last - first : to - from) < least) return Number.NaN;
    if (!('weights' in windows)) return formula(from, to);
    const weights: number[] = [];
    for (let place = first; place < last; place++)
      if (!Number.isNaN(numbers[place])) weights.push(windows.weights[place - end + size] ?? 0);
    return windows.formula(Array.from(present.subarray(from, to)), weights);
  });
}

/** Options as the recorded messages write them. */
function literalText(settings: Record<string, unknown>): string {
  return `{${Object.entries(settings)
    .map(([name, value]) => `'${name}': ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)}`)
    .join(', ')}}`;
}
