/** Formulas over lists of numbers. Lists are free of NaN unless said otherwise; empty ones give NaN. */

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

export function largest(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((a, b) => Math.max(a, b));
}

export function smallest(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((a, b) => Math.min(a, b));
}

/** Sum of squared deviations ÷ (n − `ddof`). */
export function variance(values: readonly number[], ddof: number): number {
  const divisor = values.length - ddof;
  return divisor > 0 ? centralMoment(values, 2) / divisor : Number.NaN;
}

/** Sum of the deviations from the mean to a power. */
function centralMoment(values: readonly number[], power: number): number {
  const centre = mean(values);
  return sum(values.map((value) => (value - centre) ** power));
}

/** Value below which a share (0 to 1) of the list lies. `linear` interpolates, `midpoint` takes the middle. */
export function quantile(
  values: readonly number[],
  share: number,
  interpolation: 'linear' | 'midpoint' = 'linear',
): number {
  return quantileOfSorted(Float64Array.from(values).sort(), share, interpolation);
}

/** The same of numbers that rise already. */
export function quantileOfSorted(
  sorted: Float64Array,
  share: number,
  interpolation: 'linear' | 'midpoint' = 'linear',
): number {
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  const part = place - Math.floor(place);
  if (part === 0) return low;
  return low + (high - low) * (interpolation === 'midpoint' ? 0.5 : part);
}

/** Rounds to a number of places; a half goes to the even neighbour. */
export function roundEven(value: number, places: number): number {
  const scale = 10 ** places;
  const scaled = value * scale;
  if (!Number.isFinite(scaled)) return value;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return (up ? below + 1 : below) / scale;
}
