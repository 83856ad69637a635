/** Coefficients of Lanczos' series for the gamma function (g = 7, nine terms). */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
const TERMS = 300;
const PRECISION = 1e-15;
/** Stands for nothing where something is divided by it. */
const TINY = 1e-300;

/** The logarithm of the gamma function of a number above 0. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const series = LANCZOS.slice(1).reduce(
    (total, coefficient, index) => total + coefficient / (x + index),
    LANCZOS[0] ?? 1,
  );
  const base = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(series);
}

/** The continued fraction of the incomplete beta function, by Lentz' method. */
function betaFraction(x: number, a: number, b: number): number {
  const step = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / step(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let term = 1; term <= TERMS; term += 1) {
    const even = (term * (b - term) * x) / ((a + 2 * term - 1) * (a + 2 * term));
    const odd = (-(a + term) * (a + b + term) * x) / ((a + 2 * term) * (a + 2 * term + 1));
    for (const part of [even, odd]) {
      d = 1 / step(1 + part * d);
      c = step(1 + part / c);
      fraction *= d * c;
    }
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return fraction;
}

/** The regularised incomplete beta function, for x from 0 to 1. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** How likely Student's t is at least so far from 0, on either side, by chance alone. */
export function twoSidedProbability(t: number, freedom: number): number {
  if (Number.isNaN(t) || freedom < 1) return Number.NaN;
  return Number.isFinite(t) ? incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) : 0;
}
