import { geoArea, geoCentroid } from 'd3-geo';
import type { Geometry, Polygon } from 'geojson';
import { countries } from './country-codes.ts';

/** Names that data use and the list of countries does not know, by code. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  TUR: ['Turkey'],
  HKG: ['Hong Kong, China'],
  MAC: ['Macao, China', 'Macau, China'],
  CZE: ['Czech Republic'],
  CIV: ["Cote d'Ivoire"],
  SWZ: ['Swaziland'],
  MKD: ['Macedonia, FYR'],
};

/** The rows of `countries.table.json`; where their columns are is told by `stored-shapes.d.ts`. */
export function countryTable(shapes: readonly { code: string; geometry: Geometry }[]): unknown[] {
  return countries.map(({ cca3, cca2, cioc, name, altSpellings, latlng }) => {
    const geometry = shapes.find(({ code }) => code === cca3)?.geometry;
    const [longitude = 0, latitude = 0] = geometry ? middleOf(geometry) : [...latlng].reverse();
    const others = [...new Set([name.official, ...altSpellings, ...(FURTHER[cca3] ?? [])])].filter(
      (other) => other !== name.common && other.length > 2,
    );
    return [cca3, cca2, cioc, round(longitude), round(latitude), name.common, others];
  });
}

/** The middle of the largest part, so that no country has its middle in the sea between its islands. */
function middleOf(geometry: Geometry): [number, number] {
  if (geometry.type !== 'MultiPolygon') return geoCentroid(geometry);
  const parts = geometry.coordinates.map((coordinates): Polygon => ({ type: 'Polygon', coordinates }));
  return geoCentroid(parts.reduce((largest, part) => (geoArea(part) > geoArea(largest) ? part : largest)));
}

function round(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
