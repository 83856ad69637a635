import type { Forecaster } from '@chartroom/query';

/**
 * The straight line that lies nearest to a series, and bounds as wide as its values lie around it: what Prophet's model
 * comes to where there are two or three rows, or all lie on one line.
 */
export const straightLine: Forecaster = ({ moments, values, at, interval }) => {
  const [middle, level] = [meanOf(moments), meanOf(values)];
  const sway = meanOf(moments.map((moment) => (moment - middle) ** 2));
  const slope = meanOf(moments.map((moment, row) => (moment - middle) * ((values[row] ?? 0) - level))) / sway;
  const on = (moment: number) => level + slope * (moment - middle);
  const spread = Math.sqrt(meanOf(moments.map((moment, row) => ((values[row] ?? 0) - on(moment)) ** 2)));
  const reach = spread * deviationsAround(interval);
  const trend = at.map(on);
  return {
    trend,
    lower: trend.map((value) => value - reach),
    upper: trend.map((value) => value + reach),
  };
};

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

/** Standard deviations on either side of the mean that hold a share of normally distributed values. */
function deviationsAround(share: number): number {
  let [low, high] = [0, 10];
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (shareWithin(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}

/** Share of normally distributed values within so many standard deviations of the mean, by Simpson's rule. */
function shareWithin(deviations: number): number {
  const steps = 200;
  const width = deviations / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step += 1) {
    const inner = step % 2 === 0 ? 2 : 4;
    const weight = step === 0 || step === steps ? 1 : inner;
    sum += weight * Math.exp(-((step * width) ** 2) / 2);
  }
  return ((2 * width) / 3) * (sum / Math.sqrt(2 * Math.PI));
}
