import type { DataRow } from '@chartroom/model';
import type { Place } from '../map/layers.ts';
import { membersOf, numberOf } from '../question/read-form.ts';
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

/** What a cell tells: lists of numbers, in the lists that they stand in. */
function coordinatesIn(cell: DataRow[string] | undefined, type: unknown): unknown {
  if (cell === null || cell === undefined) return undefined;
  if (type === 'polyline') return decodedPolyline(String(cell));
  const value = typeof cell === 'string' ? parsed(cell) : cell;
  if (Array.isArray(value)) return value;
  const { geometry, coordinates } = membersOf(value);
  return membersOf(geometry).coordinates ?? coordinates;
}

function placesIn(list: unknown, { isReversed }: ShapeReading): Place[] | undefined {
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

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
