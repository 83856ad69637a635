import { type Area, areasOf, placesIn } from '../../deck/shapes.ts';
import type { Place } from '../../map/layers.ts';
import { listed, membersOf } from '../../question/read-form.ts';

/** What a text of GeoJSON is made of, each with the properties of its feature. */
export interface Pieces {
  areas: { rings: Area; properties: Record<string, unknown> }[];
  lines: { points: Place[]; properties: Record<string, unknown> }[];
  points: { at: Place; properties: Record<string, unknown> }[];
}

const AS_THEY_ARE = { type: 'json', isReversed: false };
/** Collections stand in each other no deeper than that. */
const DEEPEST = 8;

/** The pieces of a value; what is broken among them is left out. */
export function piecesOf(value: unknown, properties: Record<string, unknown> = {}, depth = 0): Pieces {
  const { type, features, geometries, geometry, coordinates, properties: own } = membersOf(value);
  const inner = { ...properties, ...membersOf(own) };
  if (depth > DEEPEST) return { areas: [], lines: [], points: [] };
  if (type === 'FeatureCollection' || type === 'GeometryCollection')
    return together(
      listed(type === 'FeatureCollection' ? features : geometries).map((each) =>
        piecesOf(each, inner, depth + 1),
      ),
    );
  if (type === 'Feature') return piecesOf(geometry, inner, depth + 1);
  const many = typeof type === 'string' && type.startsWith('Multi') ? listed(coordinates) : [coordinates];
  const kind = String(type).replace('Multi', '');
  return {
    areas:
      kind === 'Polygon'
        ? many.flatMap((rings) =>
            (areasOf(rings, AS_THEY_ARE) ?? []).map((area) => ({ rings: area, properties: inner })),
          )
        : [],
    lines:
      kind === 'LineString'
        ? many.flatMap((line) => {
            const points = placesIn(line, AS_THEY_ARE);
            return points && points.length > 1 ? [{ points, properties: inner }] : [];
          })
        : [],
    points:
      kind === 'Point'
        ? many.flatMap((point) =>
            (placesIn([point], AS_THEY_ARE) ?? []).map((at) => ({ at, properties: inner })),
          )
        : [],
  };
}

function together(all: readonly Pieces[]): Pieces {
  return {
    areas: all.flatMap(({ areas }) => areas),
    lines: all.flatMap(({ lines }) => lines),
    points: all.flatMap(({ points }) => points),
  };
}
