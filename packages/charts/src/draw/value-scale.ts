import type { NumberFormatter } from '../format/number.ts';
import { sequentialScale, sequentialScheme } from '../format/sequential.ts';
import type { MapLegend } from '../map/layers.ts';
import { textOf } from '../question/read-form.ts';

/** Blocks in which a legend shows colours that run into each other. */
const BLOCKS = 24;

/** Colours of values from the least to the most, and what is told of them. */
export interface ValueScale {
  colorOf: (value: number) => string;
  legend: MapLegend;
}

/** The colours of a form's sequential scheme over some values; undefined where there are none. */
export function valueScale(
  scheme: unknown,
  values: readonly number[],
  format: NumberFormatter,
): ValueScale | undefined {
  if (values.length === 0) return undefined;
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  const end = most > least ? most : least + 1;
  const colorOf = sequentialScale(sequentialScheme(textOf(scheme)), [least, end]);
  const colors = Array.from({ length: BLOCKS }, (_, index) =>
    colorOf(least + ((end - least) * index) / (BLOCKS - 1)),
  );
  return { colorOf, legend: { kind: 'range', colors, from: format(least), to: format(most) } };
}
