import type { ChartFormData } from '@chartroom/model';
import type { DrawInput, DrawnPart, MapDrawing } from '../../chart-type.ts';
import { layerView } from '../../deck/view.ts';
import type { MapLegend } from '../../map/layers.ts';
import { placesOfLayer } from '../../map/places-of-layer.ts';
import { parts as partsOf } from './parts.ts';

/** The layers of several maps over each other, all of them in the picture. */
export function draw(input: DrawInput): MapDrawing {
  const { form, parts } = input;
  const maps = (parts ?? []).flatMap(({ drawing }) => (drawing?.kind === 'map' ? [drawing] : []));
  // Which map each layer is of, and which of its layers it is.
  const origins = maps.flatMap((map) => map.layers.map((layer, index) => ({ map, layer, index })));
  const layers = origins.map(({ layer }) => layer);
  return {
    kind: 'map',
    shapes: 'world',
    view: layerView({ ...form, autozoom: true }, layers.flatMap(placesOfLayer), input),
    layers,
    legend: legendOf(maps),
    notes: [...new Set([...missing(form, parts), ...maps.flatMap(({ notes }) => notes)])],
    tooltip: (mark, region) => {
      const origin = origins[mark.layer];
      return origin ? origin.map.tooltip({ ...mark, layer: origin.index }, region) : '';
    },
  };
}

/** What the maps tell one by one is told together; of bands of colours there is room for one. */
function legendOf(maps: readonly MapDrawing[]): MapLegend | undefined {
  const legends = maps.flatMap(({ legend }) => legend ?? []);
  const told = legends.flatMap((legend) => (legend.kind === 'labels' ? [legend] : []));
  const [first] = told;
  if (!first) return legends[0];
  const labels = new Map(
    told.flatMap((legend) => legend.labels).map((label) => [`${label.color} ${label.text}`, label]),
  );
  return { ...first, labels: [...labels.values()] };
}

/** What is not shown, and why. */
function missing(form: ChartFormData, parts: readonly DrawnPart[] | undefined): string[] {
  if (partsOf(form).length === 0) return ['No charts are chosen.'];
  if (!parts) return ['The charts that lie over each other here are not asked for this picture.'];
  return parts.flatMap(({ name, drawing, problem }) => {
    if (problem !== undefined) return [`${name}: ${problem}`];
    return drawing && drawing.kind !== 'map' ? [`${name} is no map.`] : [];
  });
}
