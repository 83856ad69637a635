import type { MapView, Place } from '@chartroom/charts';
import type { Viewport } from '@deck.gl/core';

/** How a map that is gone around in is looked at. */
export type Look = Omit<Extract<MapView, { kind: 'place' }>, 'kind'>;

/** A look, and that of the drawing from which somebody has come to it. */
export interface KeptLook extends Look {
  of: MapView;
}

/** The whole earth in half the room that it has at zoom 0: small pictures need it. */
const FARTHEST = -1;
/** How much of the picture a key moves it by. */
const STEP = 0.2;
const HALF = 0.5;

/** Keys that move the map, as parts of its width and its height. */
export const PANS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
/** Keys that look from nearer or farther. */
export const ZOOMS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 };
/** Keys that go from mark to mark. */
export const MARK_MOVES: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };

/** The middle of the map after it was moved by parts of its width and its height. */
export function panned(viewport: Viewport, [across, down]: readonly [number, number]): Place {
  const { width, height } = viewport;
  const [longitude = 0, latitude = 0] = viewport.unproject([width * (HALF + across), height * (HALF + down)]);
  return [longitude, latitude];
}

/** A look as the library takes it. */
export function lookOf(look: Look | MapView) {
  if (!('zoom' in look)) return undefined;
  const { centre, zoom, bearing, pitch } = look;
  return {
    longitude: centre[0],
    latitude: centre[1],
    zoom: Math.max(FARTHEST, zoom),
    bearing,
    pitch,
    minZoom: FARTHEST,
  };
}

/** How a map is looked at now. */
export function lookIn(viewport: Viewport): Look {
  const [longitude = 0, latitude = 0] = viewport.unproject([viewport.width * HALF, viewport.height * HALF]);
  const turn = (name: string) => Number(Reflect.get(viewport, name)) || 0;
  return {
    centre: [longitude, latitude],
    zoom: viewport.zoom,
    bearing: turn('bearing'),
    pitch: turn('pitch'),
  };
}

/** Where a place is seen; in the middle for one that is not, to which the map is moved. */
export function shownAt(viewport: Viewport, at: Place): { x: number; y: number; isOutside: boolean } {
  const { width, height } = viewport;
  const [x = 0, y = 0] = viewport.project([...at]);
  const isOutside = !(x >= 0 && y >= 0 && x <= width && y <= height);
  return isOutside ? { x: width * HALF, y: height * HALF, isOutside } : { x, y, isOutside };
}
