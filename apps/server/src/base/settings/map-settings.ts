import { z } from 'zod';
import { structured } from './setting-kinds.ts';

/** What may stand before an address of tiles, as clients of the reference write it. */
const TILE = 'tile://';

const PLACES = ['{z}', '{x}', '{y}'];

const tileAddress = z
  .string()
  .transform((text) => (text.startsWith(TILE) ? text.slice(TILE.length) : text))
  .refine(
    (text) => /^https?:\/\/[^/]/.test(text) && PLACES.every((place) => text.includes(place)),
    'must be an address of http or https with {z}, {x} and {y} in it',
  );

/** Grounds of maps besides the one that is drawn without asking any other site (contract/charts.md §3.31). */
export const MAP_SETTINGS = {
  /** Addresses of tiles, each with its name and, where another than OpenStreetMap has made them, whose they are. */
  DECKGL_BASE_MAP: structured(
    z.array(z.tuple([tileAddress, z.string().min(1), z.string().min(1).optional()])),
  )
    .transform((maps) =>
      maps.map(([address, label, attribution = '© OpenStreetMap contributors']) => ({
        address,
        label,
        attribution,
      })),
    )
    .default([]),
};
