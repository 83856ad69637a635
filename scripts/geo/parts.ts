import type { Feature, Geometry } from 'geojson';
import { BY_HAND } from './by-hand.ts';
import { alphaThreeOf, countries, plainName } from './country-codes.ts';
import { joined, type RegionShape } from './simplify.ts';

/** A code of a country and one of its part; what is cut short stands for several. */
const WHOLE_CODE = /^[A-Z]{2}-\w+$/;

/** A part of a country as ISO 3166-2 lists it. */
export interface Subdivision {
  code: string;
  name: string;
  type: string;
  parent?: string;
}

/** Where so many of the parts found by name have the same code in both lists, the others are believed to. */
const ALIKE = 0.8;

/** As many letters of a name seldom begin two of them. */
const SURE_LETTERS = 4;

/** Words that say what kind of a part it is, in one list and not in the other. */
const KINDS =
  /\b(province|region|state|district|governorate|county|department|prefecture|oblast|kraj|kray|lan|okrug|zupanija|novads|krai|republic|respublika|municipality|city|island|islands|parish|canton|division|emirate|rayon|al|el|ad|ash|as|an|ar|az|of|the|de|du|la|le)\b/g;

/**
 * The parts of a country with the codes of ISO 3166-2: by name, else by the code that they came with, where both lists
 * agree; a part that is found by neither keeps that one.
 */
export function partsOf(
  chartName: string,
  shapes: readonly Feature<Geometry, Record<string, unknown>>[],
  subdivisions: readonly Subdivision[],
): RegionShape[] {
  const alphaThree = alphaThreeOf(chartName);
  const alphaTwo = countries.find(({ cca3 }) => cca3 === alphaThree)?.cca2 ?? '';
  const own = subdivisions.filter(({ code }) => code.startsWith(`${alphaTwo}-`));
  const taken = new Set<string>();
  const take = (found: Subdivision | undefined) => {
    if (found === undefined || taken.has(found.code)) return undefined;
    taken.add(found.code);
    return found.code;
  };
  const named = shapes.map(({ id, properties, geometry }) => {
    const name = String(properties.name ?? '').trim();
    const code = String(id ?? '').replaceAll('.', '-');
    return { name, hasc: WHOLE_CODE.test(code) ? code : '', geometry };
  });
  // What is surer takes its code first.
  const ways: ((name: string) => Subdivision | undefined)[] = [
    (name) => own.find(({ code }) => code === BY_HAND.get(`${alphaTwo}:${name}`)),
    (name) => byName(own, name, plainName),
    (name) => byName(own, name, kindless),
    (name) => byBeginning(own, name),
  ];
  const found = ways.reduce<((typeof named)[number] & { code?: string | undefined })[]>(
    (parts, way) => parts.map((part) => ({ ...part, code: part.code ?? take(way(part.name)) })),
    named,
  );
  const sure = found.filter(({ code, hasc }) => code !== undefined && hasc !== '');
  const isAlike = sure.filter(({ code, hasc }) => code === hasc).length > sure.length * ALIKE;
  const isIso = (code: string) => own.some((each) => each.code === code);
  const parts = found.map(({ name, hasc, geometry, code }) => {
    // A code that ISO gives to another part would colour the wrong one.
    const brought = isIso(hasc) && !isAlike ? '' : hasc;
    const settled =
      code ?? (isIso(brought) ? take(own.find((each) => each.code === brought)) : brought) ?? '';
    return {
      code: settled,
      name: name || settled,
      geometry,
      ...(brought === settled || brought === '' || isIso(brought) ? {} : { also: brought }),
    };
  });
  if (chartName.endsWith('_regions')) return joined(parts, largerOf(own));
  return chartName === 'france' ? parts.filter(({ name }) => !OVERSEAS.test(name)) : parts;
}

/** What lies so far from the rest of France that both do not fit one picture. */
const OVERSEAS = /^(?:Martinique|Guyane française|La Réunion|Mayotte|Guadeloupe)$/;

/** The region that a part belongs to in ISO 3166-2, and that belongs to no larger one. */
function largerOf(own: readonly Subdivision[]) {
  const found = (code: string | undefined) => own.find((each) => each.code === code);
  return ({ code }: RegionShape): Subdivision | undefined => {
    let larger = found(found(code)?.parent);
    for (let next = larger; next !== undefined; next = found(next.parent)) larger = next;
    return larger;
  };
}

function byName(own: readonly Subdivision[], name: string, read: (name: string) => string) {
  const wanted = read(name);
  if (wanted === '') return undefined;
  return own.find((each) => readingsOf(each.name).some((text) => read(text) === wanted));
}

/** Where only the endings differ, and one alone begins so. */
function byBeginning(own: readonly Subdivision[], name: string): Subdivision | undefined {
  const wanted = kindless(name).replaceAll(' ', '');
  if (wanted.length < SURE_LETTERS) return undefined;
  const candidates = own.filter((each) =>
    readingsOf(each.name).some((text) => {
      const read = kindless(text).replaceAll(' ', '');
      return read.length >= SURE_LETTERS && (read.startsWith(wanted) || wanted.startsWith(read));
    }),
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** A name, and what stands in it behind a comma, in brackets or as another language's. */
function readingsOf(name: string): string[] {
  return [name, ...name.split(/[,;/]|\[|\(/)];
}

function kindless(name: string): string {
  return plainName(name).replace(KINDS, ' ').replace(/\s+/g, ' ').trim();
}
