import { interpolateHcl } from 'd3-interpolate';
import { scaleLinear } from 'd3-scale';
import { type SequentialScheme, sequentialSchemes } from './sequential-schemes.ts';

/** Scheme used when a chart names none or one that does not exist. */
export const DEFAULT_LINEAR_SCHEME = 'superset_seq_1';

/** The sequential scheme of an id; the default one when there is none of that id. */
export function sequentialScheme(id?: string | null): SequentialScheme {
  const named = sequentialSchemes().find((scheme) => scheme.id === id);
  const fallback = sequentialSchemes().find((scheme) => scheme.id === DEFAULT_LINEAR_SCHEME);
  return (
    named ??
    fallback ?? { id: DEFAULT_LINEAR_SCHEME, label: '', diverging: false, colors: ['#ffffff', '#000000'] }
  );
}

/** Colour (`rgb(…)`) of a value: all colours spread evenly over the domain, blended in HCL, clamped at its ends. */
export function sequentialScale(
  scheme: SequentialScheme,
  domain: readonly [number, number] = [0, 1],
): (value: number) => string {
  const [from, to] = domain;
  const last = scheme.colors.length - 1;
  const stops = scheme.colors.map((_, index) => from + ((to - from) * index) / last);
  return scaleLinear<string>().domain(stops).range(scheme.colors).interpolate(interpolateHcl).clamp(true);
}

/**
 * A given number of colours along the scheme.
 * @internal only the recorded facts are played against it
 */
export function sequentialColors(scheme: SequentialScheme, count: number): string[] {
  const scale = sequentialScale(scheme, [0, Math.max(1, count - 1)]);
  return Array.from({ length: count }, (_, index) => scale(index));
}
