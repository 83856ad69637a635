import { median, sum } from '../draw/statistics.ts';

/** Ways to make one number of several, by the names that charts hold. */
const WAYS: Readonly<Record<string, (numbers: readonly number[]) => number>> = {
  sum,
  min: (numbers) => numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  max: (numbers) => numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  mean: (numbers) => sum(numbers) / numbers.length,
  median: (numbers) => median(numbers) ?? 0,
  count: (numbers) => numbers.length,
  variance,
  deviation: (numbers) => Math.sqrt(variance(numbers)),
  p1: (numbers) => percentile(numbers, 0.01),
  p5: (numbers) => percentile(numbers, 0.05),
  p95: (numbers) => percentile(numbers, 0.95),
  p99: (numbers) => percentile(numbers, 0.99),
};

/** One number of at least one; the sum where the way is not known. */
export function aggregated(way: unknown, numbers: readonly number[]): number {
  const known = typeof way === 'string' && Object.hasOwn(WAYS, way) ? WAYS[way] : undefined;
  return (known ?? sum)(numbers);
}

/** Of a sample; a single number does not vary. */
function variance(numbers: readonly number[]): number {
  if (numbers.length < 2) return 0;
  const mean = sum(numbers) / numbers.length;
  return sum(numbers.map((number) => (number - mean) ** 2)) / (numbers.length - 1);
}

/** Between the two numbers that are nearest, where it falls between them. */
function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}
