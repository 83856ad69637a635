import type { ChartFormData } from '@chartroom/model';
import { EARTH_PIXELS, type Place, type PlaceView } from '../map/layers.ts';
import { latitudeOf, southing } from '../map/scale.ts';
import { membersOf, numberOf } from '../question/read-form.ts';

/** A single place is looked at from here, and nothing from nearer. */
const CLOSEST = 14;
const FARTHEST = -1;
/** How much of the picture all places together take. */
const SHARE = 0.85;

/** How the places of a layer are looked at: all of them, or from where the chart says (`autozoom`, `viewport`). */
export function layerView(
  form: ChartFormData,
  places: readonly Place[],
  size: { width: number; height: number },
): PlaceView {
  const { longitude, latitude, zoom, bearing, pitch } = membersOf(form.viewport);
  const turned = { bearing: numberOf(bearing) ?? 0, pitch: numberOf(pitch) ?? 0 };
  if (form.autozoom !== false && places.length > 0)
    return { kind: 'place', ...fitted(places, size), ...turned };
  return {
    kind: 'place',
    centre: [numberOf(longitude) ?? 0, numberOf(latitude) ?? 0],
    zoom: numberOf(zoom) ?? 1,
    ...turned,
  };
}

function fitted(
  places: readonly Place[],
  { width, height }: { width: number; height: number },
): { centre: Place; zoom: number } {
  const box = { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity };
  for (const [longitude, latitude] of places) {
    const y = southing(latitude);
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  const across = (EARTH_PIXELS * (box.east - box.west)) / 360;
  const down = EARTH_PIXELS * (box.south - box.north);
  const scale = Math.min((width * SHARE) / across, (height * SHARE) / down);
  return {
    centre: [(box.west + box.east) / 2, latitudeOf((box.north + box.south) / 2)],
    zoom: Math.max(FARTHEST, Math.min(CLOSEST, Math.log2(scale))),
  };
}
