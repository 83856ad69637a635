import { EARTH_PIXELS, POLE } from './layers.ts';

export const METRES_PER_MILE = 1609.34;
/** Around the earth. */
const EARTH_METRES = 40_075_016.686;

/** How many pixels a metre is at a latitude. */
export function pixelsPerMetre(zoom: number, latitude: number): number {
  const around = EARTH_METRES * Math.cos((Math.max(-POLE, Math.min(POLE, latitude)) * Math.PI) / 180);
  return (EARTH_PIXELS * 2 ** zoom) / around;
}

/** How far south a latitude is on the map: 0 at its upper edge, 1 at the lower one. */
export function southing(latitude: number): number {
  const bounded = (Math.max(-POLE, Math.min(POLE, latitude)) * Math.PI) / 180;
  return (1 - Math.log(Math.tan(bounded) + 1 / Math.cos(bounded)) / Math.PI) / 2;
}

/** The latitude that lies so far south. */
export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
