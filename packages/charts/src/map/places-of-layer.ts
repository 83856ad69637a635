import type { MapLayer, Place } from './layers.ts';

/** Where the marks of a layer are, with all their corners; regions say it only by their names. */
export function placesOfLayer(layer: MapLayer): readonly Place[] {
  if (layer.kind === 'regions') return [];
  if (layer.kind === 'paths') return layer.marks.flatMap(({ points }) => points);
  if (layer.kind === 'polygons') return layer.marks.flatMap(({ rings }) => rings[0] ?? []);
  if (layer.kind === 'arcs') return layer.marks.flatMap(({ from, to }) => [from, to]);
  return layer.marks.map(({ at }) => at);
}
