import { ownMember } from '@chartroom/model';
import { sum } from './statistics.ts';

/** Weight of each place of a window of `size` places; `settings` are the parameters of some shapes. */
type Shape = (size: number, settings: Record<string, unknown>) => number[];

/** Coefficients of windows that are sums of cosines. */
const COSINES: Readonly<Record<string, readonly number[]>> = {
  hamming: [0.54, 0.46],
  hann: [0.5, 0.5],
  blackman: [0.42, 0.5, 0.08],
  nuttall: [0.3635819, 0.4891775, 0.1365995, 0.0106411],
  blackmanharris: [0.35875, 0.48829, 0.14128, 0.01168],
  flattop: [0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368],
};

const SHAPES: Readonly<Record<string, Shape>> = {
  boxcar: (size) => places(size).map(() => 1),
  triang: (size) =>
    places(size).map((place) => 1 - Math.abs((2 * place - size + 1) / (size % 2 === 0 ? size : size + 1))),
  bartlett: (size) => places(size).map((place) => 1 - Math.abs((2 * place) / (size - 1) - 1)),
  cosine: (size) => places(size).map((place) => Math.sin((Math.PI / size) * (place + 0.5))),
  bohman: (size) =>
    distances(size).map((x) =>
      Math.max(0, (1 - x) * Math.cos(Math.PI * x) + Math.sin(Math.PI * x) / Math.PI),
    ),
  barthann: (size) => places(size).map((place) => barthann(Math.abs(place / (size - 1) - 0.5))),
  parzen: (size) => places(size).map((place) => parzen(Math.abs(place - (size - 1) / 2) / (size / 2))),
  gaussian: (size, { std }) => offsets(size).map((offset) => Math.exp(-0.5 * (offset / parameter(std)) ** 2)),
  general_gaussian: (size, { p, sig }) =>
    offsets(size).map((offset) => Math.exp(-0.5 * Math.abs(offset / parameter(sig)) ** (2 * parameter(p)))),
  exponential: (size, { tau }) =>
    offsets(size).map((offset) => Math.exp(-Math.abs(offset) / (tau === undefined ? 1 : parameter(tau)))),
  kaiser: (size, { beta }) =>
    distances(size).map((x) => bessel(parameter(beta) * Math.sqrt(1 - x * x)) / bessel(parameter(beta))),
};

/**
 * Weights of a named window, or undefined when the name is not known. A parameter that the shape needs and
 * that is missing gives NaN.
 */
export function windowWeights(
  name: string,
  size: number,
  settings: Record<string, unknown>,
): number[] | undefined {
  const [cosines, shape] = [ownMember(COSINES, name), ownMember(SHAPES, name)];
  if (!cosines && !shape) return undefined;
  if (size === 1) return [1];
  if (cosines)
    return places(size).map((place) =>
      sum(
        cosines.map(
          (factor, order) => (-1) ** order * factor * Math.cos((2 * Math.PI * order * place) / (size - 1)),
        ),
      ),
    );
  return shape?.(size, settings);
}

function places(size: number): number[] {
  return Array.from({ length: size }, (_, place) => place);
}

/** Distance from the middle, in places. */
function offsets(size: number): number[] {
  return places(size).map((place) => place - (size - 1) / 2);
}

/** Distance from the middle: 1 at the ends. */
function distances(size: number): number[] {
  return offsets(size).map((offset) => Math.abs(offset) / ((size - 1) / 2));
}

function barthann(distance: number): number {
  return 0.62 - 0.48 * distance + 0.38 * Math.cos(2 * Math.PI * distance);
}

function parzen(distance: number): number {
  return distance <= 0.5 ? 1 - 6 * distance ** 2 * (1 - distance) : 2 * (1 - distance) ** 3;
}

/** Modified Bessel function of the first kind, order 0, by its series. */
function bessel(x: number): number {
  let [term, total] = [1, 1];
  for (let order = 1; order < 200 && term > total * 1e-17; order++) {
    term *= (x / (2 * order)) ** 2;
    total += term;
  }
  return total;
}

function parameter(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
