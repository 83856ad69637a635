import { EARTH_PIXELS, POLE } from '@chartroom/charts';

/** One square of a map: how far it is looked into, and which column and row of all squares of that depth it is. */
export interface Tile {
  z: number;
  /** Beyond the sides of the earth where that is seen again. */
  x: number;
  y: number;
}

/** Width of a square, in pixels. */
const TILE_PIXELS = 256;
/** Servers of tiles have none that look into the map further. */
const DEEPEST = 19;
/** More are not asked at a time: those one step less deep are. */
const MOST = 64;
/** How many steps less deep a square may be that stands in for one which is not there yet. */
const STAND_INS = 4;

/** What of the earth is seen, in degrees, and how closely. */
export interface Seen {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
}

/** The squares that show what is seen. */
export function tilesFor(seen: Seen): Tile[] {
  const depth = Math.round(seen.zoom + Math.log2(EARTH_PIXELS / TILE_PIXELS));
  for (let z = Math.min(DEEPEST, Math.max(0, depth)); ; z -= 1) {
    const tiles = tilesAt(z, seen);
    if (tiles.length <= MOST || z === 0) return tiles;
  }
}

function tilesAt(z: number, { west, south, east, north }: Seen): Tile[] {
  const count = 2 ** z;
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * count);
  const row = (latitude: number) =>
    Math.min(count - 1, Math.max(0, Math.floor(southOf(Math.min(POLE, Math.max(-POLE, latitude))) * count)));
  const tiles: Tile[] = [];
  for (let x = column(west); x <= column(east) && tiles.length <= MOST; x += 1)
    for (let y = row(north); y <= row(south) && tiles.length <= MOST; y += 1) tiles.push({ z, x, y });
  return tiles;
}

/** How far below the northern edge of a square map of the earth a latitude is, as a part of its height. */
function southOf(latitude: number): number {
  const angle = (latitude * Math.PI) / 180;
  return (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2;
}

/** Where a square ends, in degrees. */
export function boundsOf({ z, x, y }: Tile): [west: number, south: number, east: number, north: number] {
  const count = 2 ** z;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI;
  return [(x / count) * 360 - 180, latitude(y + 1), ((x + 1) / count) * 360 - 180, latitude(y)];
}

/** Where the picture of a square is. */
export function addressOf(address: string, { z, x, y }: Tile): string {
  const count = 2 ** z;
  const column = ((x % count) + count) % count;
  return address.replaceAll('{z}', String(z)).replaceAll('{x}', String(column)).replaceAll('{y}', String(y));
}

/** What is shown until all squares are there: those that are, above larger ones that stand in for the others. */
export function shownTiles(wanted: readonly Tile[], isThere: (tile: Tile) => boolean): Tile[] {
  const there = wanted.filter(isThere);
  const larger = new Map<string, Tile>();
  for (const tile of wanted) {
    if (isThere(tile)) continue;
    let instead = tile;
    for (let step = 0; step < STAND_INS && instead.z > 0; step += 1) {
      instead = { z: instead.z - 1, x: Math.floor(instead.x / 2), y: Math.floor(instead.y / 2) };
      if (!isThere(instead)) continue;
      larger.set(`${instead.z} ${instead.x} ${instead.y}`, instead);
      break;
    }
  }
  return [...[...larger.values()].toSorted((one, other) => one.z - other.z), ...there];
}
