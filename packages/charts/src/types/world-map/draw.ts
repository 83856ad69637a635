import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { valueScale } from '../../draw/value-scale.ts';
import { formColors } from '../../format/label-colors.ts';
import { pickedColor } from '../../format/picked-color.ts';
import type { MapLayer } from '../../map/layers.ts';
import { columnsOf, numberOf } from '../../question/read-form.ts';
import { type CountryValue, type WorldData, worldData } from './values.ts';

const BUBBLE_OPACITY = 0.6;
const LEAST_BUBBLE = 1;
const MOST_BUBBLE = 25;
/** How much of a small picture the largest bubble may take. */
const BUBBLE_SHARE = 0.1;

/** The countries of the world, coloured by a metric or each for itself, and bubbles on them. */
export function draw(input: DrawInput): MapDrawing {
  const { form, selected, width, height } = input;
  const data = worldData(input);
  const { values, first, second, notes } = data;
  const isByMetric = form.color_by !== 'country';
  const shown = values.filter(({ amount }) => amount !== null || !isByMetric);
  const scale = valueScale(
    form.linear_color_scheme,
    values.flatMap(({ amount }) => amount ?? []),
    first.format,
  );
  const labelColor = input.colors ?? formColors(form);
  const opacityOf = ({ country }: CountryValue) => selectionOpacity(country.name, selected);
  const most = Math.min(
    numberOf(form.max_bubble_size) ?? MOST_BUBBLE,
    Math.min(width, height) * BUBBLE_SHARE,
  );
  const bubbles = form.show_bubbles ? bubblesOf(data, most) : [];
  const layers: MapLayer[] = [
    {
      kind: 'regions',
      marks: shown.map((value) => ({
        region: value.country.code,
        name: value.country.name,
        fill: isByMetric ? (scale?.colorOf(value.amount ?? 0) ?? '') : labelColor(value.country.name),
        opacity: opacityOf(value),
      })),
    },
    {
      kind: 'circles',
      unit: 'pixels',
      stroke: input.theme.colorBackground,
      marks: bubbles.map(({ value, radius }) => ({
        at: value.country.middle,
        name: value.country.name,
        radius,
        fill: pickedColor(form.color_picker, [0, 122, 135])(BUBBLE_OPACITY),
        opacity: opacityOf(value),
      })),
    },
  ];
  const valueAt = (mark: { layer: number; index: number }) =>
    mark.layer === 0 ? shown[mark.index] : bubbles[mark.index]?.value;
  return {
    kind: 'map',
    shapes: 'world',
    view: { kind: 'world' },
    layers,
    legend: isByMetric ? scale?.legend : undefined,
    notes,
    tooltip: (mark) => {
      const value = valueAt(mark);
      if (!value) return '';
      return tooltipMarkup(value.country.name, [
        { name: first.name, values: [first.format(value.amount)] },
        ...(second && form.show_bubbles
          ? [{ name: second.name, values: [second.format(value.second)] }]
          : []),
      ]);
    },
    pointAt: (mark) => {
      const value = valueAt(mark);
      return (
        value &&
        rowPoint(input, value.row, value.country.name, {
          columns: columnsOf(input.form.entity),
          field: 'entity',
        })
      );
    },
  };
}

/** Bubbles by the root of their amount, the largest below the others; amounts below zero have none. */
function bubblesOf({ values }: WorldData, most: number): { value: CountryValue; radius: number }[] {
  const sized = values.flatMap((value) => {
    const root = Math.sqrt(value.second ?? Number.NaN);
    return Number.isNaN(root) ? [] : [{ value, root }];
  });
  const roots = sized.map(({ root }) => root);
  const least = roots.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const largest = roots.reduce((a, b) => Math.max(a, b), 0);
  const share = (root: number) => (largest > least ? (root - least) / (largest - least) : 1);
  return sized
    .map(({ value, root }) => ({
      value,
      radius: LEAST_BUBBLE + share(root) * Math.max(0, most - LEAST_BUBBLE),
    }))
    .sort((one, other) => other.radius - one.radius);
}
