import type { DataRow } from '@chartroom/model';
import type { Place } from '../map/layers.ts';
import { membersOf, numberOf } from '../question/read-form.ts';
import { geohashCell } from './geohash.ts';
import { isEarthly } from './places.ts';
import { decodedPolyline } from './polyline.ts';

/** How a column tells shapes, and whether latitudes stand first. */
export interface ShapeReading {
  type: unknown;
  isReversed: boolean;
}

/** The points of a line; undefined for what is none. */
export function lineIn(cell: DataRow[string] | undefined, reading: ShapeReading): Place[] | undefined {
  const points = placesIn(coordinatesIn(cell, reading.type), reading);
  return points && points.length > 1 ? points : undefined;
}

/** The polygons of an area, each an outline and the holes in it; undefined for what is none. */
export function areasIn(cell: DataRow[string] | undefined, reading: ShapeReading): Area[] | undefined {
  const areas = areasOf(coordinatesIn(cell, reading.type), reading);
  return areas && areas.length > 0 ? areas : undefined;
}

/** An outline, and the holes in it. */
export type Area = readonly (readonly Place[])[];

/** One outline, an area with holes, or several areas, by how deep the numbers stand. */
export function areasOf(list: unknown, reading: ShapeReading): Area[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const [first] = list;
  if (!Array.isArray(first)) return undefined;
  if (!Array.isArray(first[0])) {
    const ring = ringOf(list, reading);
    return ring && [[ring]];
  }
  if (Array.isArray(first[0][0])) {
    const areas = list.map((area: unknown) => ringsOf(area, reading));
    return areas.every((area) => area !== undefined) ? areas : undefined;
  }
  const rings = ringsOf(list, reading);
  return rings && [rings];
}

function ringsOf(list: unknown, reading: ShapeReading): Area | undefined {
  if (!Array.isArray(list)) return undefined;
  const rings = list.map((ring: unknown) => ringOf(ring, reading));
  return rings.length > 0 && rings.every((ring) => ring !== undefined) ? rings : undefined;
}

function ringOf(list: unknown, reading: ShapeReading): Place[] | undefined {
  const places = placesIn(list, reading);
  return places && places.length > 2 ? places : undefined;
}

/** What a cell tells: lists of numbers, in the lists that they stand in. */
function coordinatesIn(cell: DataRow[string] | undefined, type: unknown): unknown {
  if (cell === null || cell === undefined) return undefined;
  if (type === 'polyline') return decodedPolyline(String(cell));
  if (type === 'geohash') return geohashCell(String(cell));
  const value = typeof cell === 'string' ? parsedJson(cell) : cell;
  if (Array.isArray(value)) return value;
  const { geometry, coordinates } = membersOf(value);
  return membersOf(geometry).coordinates ?? coordinates;
}

export function placesIn(list: unknown, { isReversed }: ShapeReading): Place[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const places = list.map((point: unknown): Place | undefined => {
    if (!Array.isArray(point)) return undefined;
    const [first, second] = [numberOf(point[0]), numberOf(point[1])];
    if (first === undefined || second === undefined) return undefined;
    const place: Place = isReversed ? [second, first] : [first, second];
    return isEarthly(place) ? place : undefined;
  });
  return places.every((place) => place !== undefined) ? places : undefined;
}

/** A text as JSON; undefined for what is none. */
export function parsedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
