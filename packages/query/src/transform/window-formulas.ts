import { quantileOfSorted } from './statistics.ts';

/** Windows are ranges of the numbers of a column that are there; each begins and ends no earlier than the one before. */
export interface Windows {
  /** Values that are looked at for a row. */
  cost(size: number): number;
  /** Over the numbers of a column: the result of each range, asked in order. */
  over(values: Float64Array): (from: number, to: number) => number;
}

/** Sums of whole numbers up to here are exact in any order. */
const EXACT = Number.MAX_SAFE_INTEGER;

const BY_TYPE: Readonly<Record<string, Windows>> = {
  count: { cost: () => 1, over: () => (from, to) => to - from },
  sum: { cost: (size) => size / 4, over: sums },
  mean: { cost: (size) => size / 4, over: means },
  min: { cost: () => 8, over: (values) => extremes(values, Math.min) },
  max: { cost: () => 8, over: (values) => extremes(values, Math.max) },
  skew: { cost: (size) => size * 4, over: skewnesses },
  kurt: { cost: (size) => size * 4, over: kurtoses },
};

/** Types that take no options. */
export function plainWindows(type: string): Windows | undefined {
  return Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
}

/** Variances over n − `ddof`, or their roots. */
export function spreads(ddof: number, root: boolean): Windows {
  return {
    cost: (size) => size / 2,
    over: (values) => {
      const mean = means(values);
      return (from, to) => {
        const divisor = to - from - ddof;
        if (divisor <= 0) return Number.NaN;
        const variance = moment(values, from, to, mean(from, to), 2) / divisor;
        return root ? Math.sqrt(variance) : variance;
      };
    },
  };
}

/** Values below which a share of each window lies. The window is kept in order while it moves. */
export function quantiles(share: number): Windows {
  return {
    cost: (size) => 32 + size / 16,
    over: (values) => {
      const sorted = new Float64Array(values.length);
      let [first, end, held] = [0, 0, 0];
      return (from, to) => {
        for (; first < from; first += 1) {
          if (first >= end) continue;
          const at = placeIn(sorted, held, values[first] ?? 0);
          sorted.copyWithin(at, at + 1, held);
          held -= 1;
        }
        for (end = Math.max(end, from); end < to; end += 1) {
          const value = values[end] ?? 0;
          const at = placeIn(sorted, held, value);
          sorted.copyWithin(at + 1, at, held);
          sorted[at] = value;
          held += 1;
        }
        return quantileOfSorted(sorted.subarray(0, held), share);
      };
    },
  };
}

function sums(values: Float64Array): (from: number, to: number) => number {
  const before = exactSums(values);
  if (before) return (from, to) => (before[to] ?? 0) - (before[from] ?? 0);
  return (from, to) => {
    let total = 0;
    for (let at = from; at < to; at += 1) total += values[at] ?? 0;
    return total;
  };
}

function means(values: Float64Array): (from: number, to: number) => number {
  const sum = sums(values);
  return (from, to) => sum(from, to) / (to - from);
}

/** The sum of the numbers before each place, where all of them are whole and no sum can be rounded. */
function exactSums(values: Float64Array): Float64Array | undefined {
  const before = new Float64Array(values.length + 1);
  let size = 0;
  for (const [at, value] of values.entries()) {
    size += Math.abs(value);
    if (!Number.isInteger(value) || size > EXACT) return undefined;
    before[at + 1] = (before[at] ?? 0) + value;
  }
  return before;
}

/** Greatest or least values: of the numbers of the window only those are kept that can still become it. */
function extremes(
  values: Float64Array,
  choose: (a: number, b: number) => number,
): (from: number, to: number) => number {
  const kept = new Int32Array(values.length);
  let [head, tail, end] = [0, 0, 0];
  return (from, to) => {
    for (; end < to; end += 1) {
      const value = values[end] ?? 0;
      while (tail > head && Object.is(choose(values[kept[tail - 1] ?? 0] ?? 0, value), value)) tail -= 1;
      kept[tail] = end;
      tail += 1;
    }
    while (head < tail && (kept[head] ?? 0) < from) head += 1;
    return head < tail ? (values[kept[head] ?? 0] ?? Number.NaN) : Number.NaN;
  };
}

function skewnesses(values: Float64Array): (from: number, to: number) => number {
  const mean = means(values);
  return (from, to) => {
    const n = to - from;
    if (n < 3) return Number.NaN;
    const centre = mean(from, to);
    const spread = moment(values, from, to, centre, 2) / n;
    if (spread === 0) return 0;
    return ((moment(values, from, to, centre, 3) / n / spread ** 1.5) * Math.sqrt(n * (n - 1))) / (n - 2);
  };
}

function kurtoses(values: Float64Array): (from: number, to: number) => number {
  const mean = means(values);
  return (from, to) => {
    const n = to - from;
    if (n < 4) return Number.NaN;
    const centre = mean(from, to);
    const squares = moment(values, from, to, centre, 2);
    if (squares === 0) return 0;
    const ratio =
      (n * (n + 1) * (n - 1) * moment(values, from, to, centre, 4)) / (squares ** 2 * (n - 2) * (n - 3));
    return ratio - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
  };
}

/** Sum of the deviations from the mean to a power. */
function moment(values: Float64Array, from: number, to: number, centre: number, power: 2 | 3 | 4): number {
  let total = 0;
  for (let at = from; at < to; at += 1) {
    const distance = (values[at] ?? 0) - centre;
    total += power === 2 ? distance * distance : distance ** power;
  }
  return total;
}

/** The first place among the first `length` numbers, which rise, whose number is not below a value. */
function placeIn(sorted: Float64Array, length: number, value: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
