import { type ChartFormData, metricLabel } from '@chartroom/model';
import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { categoryNamer, layerColors } from '../../deck/colors.ts';
import { type LayerItem, layerMap } from '../../deck/layer-map.ts';
import { earthlyPlace, metricSource, placeColumns } from '../../deck/places.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { measureOf } from '../../draw/measure.ts';
import { finiteOf } from '../../draw/row-names.ts';
import type { Place } from '../../map/layers.ts';
import { METRES_PER_MILE } from '../../map/scale.ts';
import { membersOf, metricsOf, numberOf } from '../../question/read-form.ts';

/** What circles have whose size is none. */
const RADIUS = 10;

interface Circle extends LayerItem {
  at: Place;
  /** What its size is made of. */
  amount: number | null;
}

/** Circles at their places on the map. */
export function draw(input: DrawInput): MapDrawing {
  const { form, results, selected } = input;
  const rows = results[0]?.data ?? [];
  const [metric] = metricsOf(metricSource(form, 'point_radius_fixed'));
  const measure = measureOf(input, metric);
  const nameOf = categoryNamer(input);
  const circles = rows.flatMap((row): Circle[] => {
    const at = earthlyPlace(row, form, 'spatial');
    if (at === undefined) return [];
    const amount = metric === undefined ? fixedSize(form) : finiteOf(row[metricLabel(metric)]);
    return [{ row, at, amount, name: [nameOf(row) ?? [], at.join(', ')].flat().join(': ') }];
  });
  const { colorOf, legend } = layerColors(input);
  return layerMap(input, {
    items: circles,
    places: circles.map(({ at }) => at),
    layers: [
      {
        kind: 'circles',
        unit: 'metres',
        bounds: [numberOf(form.min_radius) ?? 2, numberOf(form.max_radius) ?? 250],
        marks: circles.map(({ row, at, amount, name }) => ({
          at,
          name,
          radius: radiusOf(form, amount),
          fill: colorOf(row, amount),
          opacity: selectionOpacity(name, selected),
        })),
      },
    ],
    legend,
    columns: placeColumns(form, 'spatial'),
    told: ({ at, amount }) => [
      { name: 'Longitude and Latitude', values: [at.join(', ')] },
      ...(metric === undefined ? [] : [{ name: measure.name, values: [measure.format(amount)] }]),
    ],
  });
}

function fixedSize(form: ChartFormData): number | null {
  return numberOf(membersOf(form.point_radius_fixed).value) ?? null;
}

/** In metres. */
function radiusOf(form: ChartFormData, amount: number | null): number {
  const [shape, unit] = String(form.point_unit ?? 'square_m').split('_');
  const metres = { km: 1000, miles: METRES_PER_MILE }[unit ?? ''] ?? 1;
  const size = amount ?? Number.NaN;
  const radius = (shape === 'radius' ? size : Math.sqrt(size / Math.PI)) * metres;
  const sized = Number.isFinite(radius) && radius > 0 ? radius : RADIUS;
  return sized * (numberOf(form.multiplier) || 1);
}
