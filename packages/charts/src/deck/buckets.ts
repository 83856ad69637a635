import type { DrawInput } from '../chart-type.ts';
import { channelsOf, withAlpha } from '../format/channels.ts';
import { numberFormatter } from '../format/number.ts';
import { sequentialScale, sequentialScheme } from '../format/sequential.ts';
import { listed, numberOf, textOf } from '../question/read-form.ts';
import { type LayerColors, labelsLegend } from './colors.ts';

/** Ranges when a form does not say how many. */
const USUAL = 10;
const MOST = 200;
const CLEAR = 'rgba(0, 0, 0, 0)';

/** Colours of ranges along a scheme, from the least amount to the most; what is beyond them has none. */
export function bucketColors(input: DrawInput, amounts: readonly number[]): LayerColors {
  const { form } = input;
  const edges = edgesOf(form.break_points, form.num_buckets, amounts);
  const count = edges.length - 1;
  const format = numberFormatter(textOf(form.legend_format));
  const scale = sequentialScale(sequentialScheme(textOf(form.linear_color_scheme)), [
    0,
    Math.max(1, count - 1),
  ]);
  const opaque = (numberOf(form.opacity) ?? 80) / 100;
  const color = (index: number) => {
    const picked = scale(index);
    return withAlpha(picked, channelsOf(picked)[3] * Math.max(0, Math.min(1, opaque)));
  };
  return {
    colorOf: (_, amount) => {
      if (amount === null || count < 1) return CLEAR;
      const index = edges.findIndex((edge, at) => amount >= edge && amount <= (edges[at + 1] ?? Number.NaN));
      return index < 0 ? CLEAR : color(index);
    },
    legend: labelsLegend(
      input,
      edges.slice(0, -1).map((edge, index) => ({
        color: color(index),
        text: `${format(edge)} - ${format(edges[index + 1] ?? edge)}`,
      })),
    ),
  };
}

function edgesOf(points: unknown, buckets: unknown, amounts: readonly number[]): number[] {
  const given = listed(points).flatMap((point) => numberOf(point) ?? []);
  if (given.length > 1) return given.toSorted((one, other) => one - other);
  if (amounts.length === 0) return [];
  const least = amounts.reduce((a, b) => Math.min(a, b));
  const most = amounts.reduce((a, b) => Math.max(a, b));
  if (least === most) return [least, most];
  const count = Math.max(1, Math.min(MOST, Math.floor(numberOf(buckets) ?? USUAL)));
  // The last edge is the most itself, whatever steps add up to.
  return Array.from({ length: count + 1 }, (_, at) =>
    at === count ? most : least + ((most - least) * at) / count,
  );
}
