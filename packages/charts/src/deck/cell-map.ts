import { columnLabel, type DataRow, metricLabel } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../chart-type.ts';
import { selectionOpacity } from '../draw/cross-filter.ts';
import { type Measure, measureOf } from '../draw/measure.ts';
import { finiteOf } from '../draw/row-names.ts';
import { tooltipMarkup } from '../draw/tooltip.ts';
import { categoricalScheme } from '../format/label-colors.ts';
import type { MapLegend, MapView, Place } from '../map/layers.ts';
import { pixelsPerMetre } from '../map/scale.ts';
import { metricsOf, numberOf, textOf } from '../question/read-form.ts';
import { aggregated } from './aggregate.ts';
import type { Cell } from './cells.ts';
import { layerColors } from './colors.ts';
import { layerNotes } from './notes.ts';
import { earthlyPlace, placeColumns } from './places.ts';
import { cellFilter } from './point.ts';
import { layerView } from './view.ts';

/** A row at its place. */
export interface Weighted {
  row: DataRow;
  at: Place;
  weight: number;
}

type Gridding = (items: readonly Weighted[], size: number) => Cell<Weighted>[];

/** Metres of a cell when a form does not say. */
const SIZE = 20;
/** How far the highest cell stands out of the map, as a part of how far all places lie apart. */
const RISE = 0.1;
const METRES_PER_DEGREE = 111_320;

/** A grid over the map, its cells coloured and raised by what lies in them. */
export function cellMap(input: DrawInput, gridding: Gridding): MapDrawing {
  const { form, results, selected } = input;
  const { items: weighted, measure } = weightedRows(input);
  const places = weighted.map(({ at }) => at);
  const view = layerView(form, places, input);
  const size = Math.max(1, numberOf(form.grid_size) || SIZE);
  const cells = gridding(weighted, size).map((cell) => ({
    ...cell,
    amount: aggregated(
      form.js_agg_function,
      cell.items.map(({ weight }) => weight),
    ),
  }));
  const { colorOf, legend } = cellColors(
    input,
    cells.map(({ amount }) => amount),
  );
  const most = cells.reduce((highest, { amount }) => Math.max(highest, amount), 0);
  const rise = (RISE * METRES_PER_DEGREE * spread(places)) / (most || 1);
  return {
    kind: 'map',
    shapes: 'world',
    view,
    layers: [
      {
        kind: 'polygons',
        // However small a cell is on the picture, it is seen.
        width: 2,
        unit: 'pixels',
        isRaised: Boolean(form.extruded) && pixelsOf(size, view) > 2,
        marks: cells.map(({ key, ring, amount }) => ({
          name: key,
          rings: [ring],
          fill: colorOf(amount),
          stroke: colorOf(amount),
          height: Math.max(0, amount * rise),
          opacity: selectionOpacity(key, selected),
        })),
      },
    ],
    legend,
    notes: layerNotes(form, (results[0]?.data.length ?? 0) - weighted.length),
    tooltip: ({ index }) => {
      const cell = cells[index];
      if (!cell) return '';
      const way = textOf(form.js_agg_function) ?? 'sum';
      return tooltipMarkup('', [
        { name: `${measure.name || 'Weight'} (${way})`, values: [measure.format(cell.amount)] },
        { name: 'Rows', values: [String(cell.items.length)] },
      ]);
    },
    pointAt: ({ index }) => {
      const cell = cells[index];
      if (!cell) return undefined;
      const within = cell.items.map(({ row }) => row);
      const columns = placeColumns(form, 'spatial').map(columnLabel);
      return { crossFilter: cellFilter(within, columns, cell.key), detail: [] };
    },
  };
}

/** The rows that have a place, and what is counted there: 1 where it is nothing. */
export function weightedRows(input: DrawInput): { items: Weighted[]; measure: Measure } {
  const { form, results } = input;
  const [metric] = metricsOf(form.size);
  const items = (results[0]?.data ?? []).flatMap((row): Weighted[] => {
    const at = earthlyPlace(row, form, 'spatial');
    const weight = metric === undefined ? null : finiteOf(row[metricLabel(metric)]);
    return at ? [{ row, at, weight: weight ?? 1 }] : [];
  });
  return { items, measure: measureOf(input, metric) };
}

/** One colour for all, the colours of a scheme from the least amount to the most, or by the range that it is in. */
function cellColors(
  input: DrawInput,
  amounts: readonly number[],
): { colorOf: (amount: number) => string; legend: MapLegend | undefined } {
  const { form } = input;
  if (form.color_scheme_type !== 'categorical_palette' || amounts.length === 0) {
    const { colorOf, legend } = layerColors({ ...input, form: { ...form, dimension: null } });
    return { colorOf: (amount) => colorOf({}, amount), legend };
  }
  const { colors } = categoricalScheme(textOf(form.color_scheme));
  const measure = measureOf(input, metricsOf(form.size)[0]);
  const least = amounts.reduce((a, b) => Math.min(a, b));
  const most = amounts.reduce((a, b) => Math.max(a, b));
  const step = (most - least || 1) / colors.length;
  return {
    colorOf: (amount) => colors[Math.min(colors.length - 1, Math.floor((amount - least) / step))] ?? '#000',
    legend:
      form.legend_position === null
        ? undefined
        : { kind: 'range', colors, from: measure.format(least), to: measure.format(most) },
  };
}

/** Degrees that places lie apart. */
function spread(places: readonly Place[]): number {
  const reach = (values: readonly number[]) =>
    values.reduce((a, b) => Math.max(a, b), -360) - values.reduce((a, b) => Math.min(a, b), 360);
  const widest = Math.max(reach(places.map(([longitude]) => longitude)), reach(places.map((at) => at[1])));
  return places.length === 0 ? 0 : Math.max(widest, 0.01);
}

/** How large so many metres are in the picture. */
function pixelsOf(metres: number, view: MapView): number {
  if (view.kind !== 'place') return 0;
  return metres * pixelsPerMetre(view.zoom, view.centre[1]);
}
