import { geoArea } from 'd3-geo';
import type { Feature, FeatureCollection, GeoJsonObject, Geometry, MultiPolygon, Position } from 'geojson';
import { feature, merge, quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, quantile, simplify } from 'topojson-simplify';
import type { Objects, Topology } from 'topojson-specification';

/** Steps of each side of a map to which its points are rounded. */
const STEPS = 1e4;
const HALF_EARTH = 2 * Math.PI;
/** Less is no area. */
const SPECK = 2e-9;

/** A region before it is stored. */
export interface RegionShape {
  code: string;
  name: string;
  also?: string;
  geometry: Geometry;
}

/** The shapes of the one object of a file of TopoJSON. */
export function wholeShapes(text: string): Feature<Geometry, Record<string, unknown>>[] {
  const stored: Topology = JSON.parse(text);
  const objects = Object.values(stored.objects);
  const object = stored.objects.countries ?? objects[0];
  if (object === undefined) return [];
  const made = feature(stored, object);
  const features = made.type === 'FeatureCollection' ? made.features : [made];
  return features
    .filter((each) => each.geometry !== null)
    .map((each) => ({ ...each, properties: { ...each.properties } }));
}

/**
 * Regions as TopoJSON with at most so many points: the ones that matter least for the picture go, and islands of less
 * than a share of all the land, the largest of each region excepted.
 */
export function storedTopology(
  regions: readonly RegionShape[],
  { points: most, island }: { points: number; island: number },
): object {
  const wound = regions.map((region) => ({ ...region, parts: partsIn(region.geometry) }));
  const land = wound.flatMap(({ parts }) => parts.map(areaOf)).reduce((sum, area) => sum + area, 0);
  const collection: FeatureCollection<MultiPolygon> = {
    type: 'FeatureCollection',
    features: wound.map(({ code, name, also, parts }) => ({
      type: 'Feature',
      id: code,
      properties: { name, ...(also === undefined ? {} : { also }) },
      geometry: { type: 'MultiPolygon', coordinates: withoutIslands(parts, land * island) },
    })),
  };
  const weighed = presimplify(topologyOf({ regions: collection }));
  const points = weighed.arcs.reduce((sum, arc) => sum + arc.length, 0);
  const simple = points > most ? simplify(weighed, quantile(weighed, most / points)) : simplify(weighed, 0);
  const { bbox: _derived, ...kept } = quantize(simple, STEPS);
  return kept;
}

/** The areas of a region, their outlines turned as the drawing library expects it: what lies outside is never the inside. */
function partsIn(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [wound(geometry.coordinates)];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.map(wound) : [];
}

function withoutIslands(parts: readonly Position[][][], least: number): Position[][][] {
  const largest = Math.max(...parts.map(areaOf));
  return parts.filter((part) => areaOf(part) >= Math.min(least, largest));
}

function areaOf(coordinates: Position[][]): number {
  return geoArea({ type: 'Polygon', coordinates });
}

function wound(rings: Position[][]): Position[][] {
  // A ring at the pole that holds nothing may stand first.
  const [outline = [], ...holes] = rings.some(isArea) ? rings.filter(isArea) : rings;
  return [
    turned(outline, (area) => area > HALF_EARTH),
    ...holes.map((hole) => turned(hole, (area) => area < HALF_EARTH)),
  ];
}

function isArea(ring: Position[]): boolean {
  const area = areaOf([ring]);
  return area > SPECK && area < 2 * HALF_EARTH - SPECK;
}

function turned(ring: Position[], isWrong: (area: number) => boolean): Position[] {
  return isWrong(areaOf([ring])) ? [...ring].reverse() : ring;
}

/** Regions put together to larger ones; those without one stay out. */
export function joined(
  regions: readonly RegionShape[],
  largerOf: (region: RegionShape) => { code: string; name: string } | undefined,
): RegionShape[] {
  const whole = topologyOf(Object.fromEntries(regions.map(({ geometry }, index) => [`r${index}`, geometry])));
  const groups = Map.groupBy(
    regions.flatMap((region, index) => {
      const larger = largerOf(region);
      const object = whole.objects[`r${index}`];
      return larger && (object?.type === 'Polygon' || object?.type === 'MultiPolygon')
        ? [{ larger, object }]
        : [];
    }),
    ({ larger }) => larger.code,
  );
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first
      ? [
          {
            ...first.larger,
            geometry: merge(
              whole,
              members.map(({ object }) => object),
            ),
          },
        ]
      : [];
  });
}

/** Through JSON: the types of the packages differ in whether properties may be missing. */
function topologyOf(objects: Record<string, GeoJsonObject>): Topology<Objects> {
  const made: Topology<Objects> = JSON.parse(JSON.stringify(topology(objects)));
  return made;
}
