import { EARTH_PIXELS, POLE } from './layers.ts';

/** Around the earth. */
const EARTH_METRES = 40_075_016.686;

/** How many pixels a metre is at a latitude. */
export function pixelsPerMetre(zoom: number, latitude: number): number {
  const around = EARTH_METRES * Math.cos((Math.max(-POLE, Math.min(POLE, latitude)) * Math.PI) / 180);
  return (EARTH_PIXELS * 2 ** zoom) / around;
}
