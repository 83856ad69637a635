import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { layerColors } from '../../deck/colors.ts';
import { type LayerItem, layerMap } from '../../deck/layer-map.ts';
import { earthlyPlace, placeColumns } from '../../deck/places.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { pickedColor } from '../../format/picked-color.ts';
import type { Place } from '../../map/layers.ts';
import { columnsOf, numberOf } from '../../question/read-form.ts';

const WIDTH = 3;

interface Arc extends LayerItem {
  from: Place;
  to: Place;
}

/** Arcs from place to place. */
export function draw(input: DrawInput): MapDrawing {
  const { form, results, selected } = input;
  const arcs = (results[0]?.data ?? []).flatMap((row): Arc[] => {
    const [from, to] = [earthlyPlace(row, form, 'start_spatial'), earthlyPlace(row, form, 'end_spatial')];
    return from && to ? [{ row, from, to, name: `${from.join(', ')} → ${to.join(', ')}` }] : [];
  });
  const { colorOf, legend } = layerColors(input);
  const hasCategories =
    form.color_scheme_type === 'categorical_palette' && columnsOf(form.dimension).length > 0;
  const target = pickedColor(form.target_color_picker, [0, 122, 135])(1);
  return layerMap(input, {
    items: arcs,
    places: arcs.flatMap(({ from, to }) => [from, to]),
    layers: [
      {
        kind: 'arcs',
        width: Math.max(1, numberOf(form.stroke_width) || WIDTH),
        marks: arcs.map(({ row, from, to, name }) => {
          const color = colorOf(row, null);
          return {
            name,
            from,
            to,
            color,
            endColor: hasCategories ? color : target,
            opacity: selectionOpacity(name, selected),
          };
        }),
      },
    ],
    legend,
    columns: [...placeColumns(form, 'start_spatial'), ...placeColumns(form, 'end_spatial')],
    drillField: 'dimension',
    told: ({ from, to }) => [
      { name: 'Start (Longitude, Latitude)', values: [from.join(', ')] },
      { name: 'End (Longitude, Latitude)', values: [to.join(', ')] },
    ],
  });
}
