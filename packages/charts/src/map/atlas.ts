import { ownMember } from '@chartroom/model';
import type { Feature } from 'geojson';
import { feature } from 'topojson-client';
import { SHAPES, type StoredShapes } from './shapes/index.ts';

/** One of the regions that a map is made of. */
export interface Region {
  /** ISO 3166-2 code of a part of a country, ISO 3166-1 alpha-3 code of a country. */
  code: string;
  name: string;
  shape: Feature;
}

/** The shapes of one map. */
export interface Atlas {
  name: string;
  regions: readonly Region[];
  /** The region that is meant by a code or a name, in whatever letters. */
  find(text: string): Region | undefined;
}

const loaded = new Map<string, Promise<Atlas>>();

/** Shapes by their name, fetched once; undefined when there are none of that name. */
export function loadAtlas(name: string): Promise<Atlas> | undefined {
  const load = ownMember(SHAPES, name);
  if (load === undefined) return undefined;
  const atlas = loaded.get(name) ?? load().then((stored) => atlasOf(name, stored));
  loaded.set(name, atlas);
  // Whoever asks again tries again.
  atlas.catch(() => loaded.delete(name));
  return atlas;
}

function atlasOf(name: string, { default: topology }: StoredShapes): Atlas {
  const { features } = feature(topology, topology.objects.regions);
  const regions = features.map((shape) => ({
    code: String(shape.id ?? ''),
    name: shape.properties.name,
    shape,
  }));
  const others = features.flatMap(({ properties }, index) =>
    properties.also === undefined ? [] : [[properties.also, regions[index]] as const],
  );
  // What comes later counts: where a name is the code of another region, the code.
  const known = new Map(
    [
      ...regions.map((region) => [region.name, region] as const),
      ...others,
      ...regions.map((region) => [region.code, region] as const),
    ]
      .filter(([text]) => text !== '')
      .map(([text, region]) => [plain(text), region]),
  );
  return { name, regions, find: (text) => known.get(plain(text)) };
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/[._]/g, '-');
}
