import { type ExtendedFeature, geoEquirectangular, geoStream } from 'd3-geo';
import type { Feature, Position } from 'geojson';

/** Degrees stay degrees: all that this does is to cut shapes where the date line cuts them. */
const CUT = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .precision(0);

/**
 * A shape of the round earth for maps that know it flat: what crosses the date line is cut there, so that no line runs
 * around the whole earth. Each of its edges becomes an area of its own: land has no holes that are not land themselves.
 */
export function flatShape(shape: Feature): Feature {
  const areas: Position[][][] = [];
  let edge: Position[] = [];
  const sink = {
    lineStart: () => {
      edge = [];
    },
    point: (longitude: number, minusLatitude: number) => {
      edge.push([longitude, -minusLatitude]);
    },
    lineEnd: () => {
      const [first] = edge;
      if (first && edge.length > 2) areas.push([[...edge, first]]);
    },
    polygonStart: () => undefined,
    polygonEnd: () => undefined,
  };
  const round: ExtendedFeature = { type: 'Feature', properties: {}, geometry: shape.geometry };
  geoStream(round, CUT.stream(sink));
  return {
    type: 'Feature',
    properties: shape.properties,
    geometry: { type: 'MultiPolygon', coordinates: areas },
  };
}
