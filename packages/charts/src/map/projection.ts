import {
  type GeoProjection,
  geoAlbersUsa,
  geoArea,
  geoAzimuthalEqualArea,
  geoCentroid,
  geoMercator,
  geoNaturalEarth1,
} from 'd3-geo';
import type { Feature, FeatureCollection, Polygon } from 'geojson';
import { sum } from '../draw/statistics.ts';
import type { Region } from './atlas.ts';
import { EARTH_PIXELS, type MapView, POLE } from './layers.ts';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Free room around shapes that fill the picture, in pixels. */
const MARGIN = 8;
/** Beyond it, the usual picture of a country is nothing but the pole. */
const POLAR = 75;
/** How much of a country's land fills the picture. */
const MAINLAND = 0.985;
/** Between two points of an outline it is straight: most long ones are borders along a parallel, and no great circles. */
const STRAIGHT = 0;
/** Nobody looks for it on a map of countries, and it takes a fourth of the room. */
const ANTARCTICA = 'ATA';

/**
 * How places become pixels.
 *
 * @param isMarked whether a region has to be seen
 */
export function projectionOf(
  view: MapView,
  atlas: { name: string; regions: readonly Region[] } | undefined,
  { width, height }: Size,
  isMarked: (region: Region) => boolean,
): GeoProjection {
  if (view.kind === 'place') {
    return geoMercator()
      .precision(STRAIGHT)
      .scale(scaleOf(view.zoom))
      .center([...wrapped(view.centre)])
      .translate([width / 2, height / 2])
      .clipExtent([
        [-MARGIN, -MARGIN],
        [width + MARGIN, height + MARGIN],
      ]);
  }
  const regions = atlas?.regions ?? [];
  const shapes =
    view.kind === 'world'
      ? collected(regions.filter(({ code }) => code !== ANTARCTICA).map(({ shape }) => shape))
      : collected([...largestParts(regions), ...regions.filter(isMarked).map(({ shape }) => shape)]);
  const room: [[number, number], [number, number]] = [
    [MARGIN, MARGIN],
    [Math.max(MARGIN + 1, width - MARGIN), Math.max(MARGIN + 1, height - MARGIN)],
  ];
  const projection =
    view.kind === 'world' ? geoNaturalEarth1().precision(STRAIGHT) : countryProjection(atlas?.name, shapes);
  return shapes.features.length === 0 ? projection : projection.fitExtent(room, shapes);
}

function collected(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

/** The parts of the land without the small islands far from it, for which the rest would have to be tiny. */
function largestParts(regions: readonly Region[]): Feature[] {
  const parts = regions
    .flatMap(({ shape: { geometry } }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []))
    .map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
    .map((geometry) => ({ geometry, area: geoArea(geometry) }))
    .sort((one, other) => other.area - one.area);
  const land = sum(parts.map(({ area }) => area));
  let covered = 0;
  return parts.flatMap(({ geometry, area }): Feature[] => {
    const isSeen = covered < land * MAINLAND;
    covered += area;
    return isSeen ? [{ type: 'Feature', geometry, properties: {} }] : [];
  });
}

/** A country lies in the middle of its picture, so that none is cut where the days change. */
function countryProjection(name: string | undefined, shapes: FeatureCollection): GeoProjection {
  if (name === 'usa') return geoAlbersUsa();
  const [longitude, latitude] = geoCentroid(shapes);
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return geoMercator();
  return Math.abs(latitude) > POLAR
    ? geoAzimuthalEqualArea().rotate([-longitude, -latitude])
    : geoMercator().precision(STRAIGHT).rotate([-longitude, 0]);
}

function scaleOf(zoom: number): number {
  return (EARTH_PIXELS * 2 ** zoom) / (2 * Math.PI);
}

function wrapped([longitude, latitude]: readonly [number, number]): [number, number] {
  return [longitude, Math.max(-POLE, Math.min(POLE, latitude))];
}
