import { type Place, POLE } from '../map/layers.ts';

const EARTH_RADIUS = 6_378_137;

/** Something at a place. */
interface Placed {
  at: Place;
}

/** A cell of a grid over the map, and what lies in it. */
export interface Cell<Item extends Placed> {
  /** Names it among the others. */
  key: string;
  ring: readonly Place[];
  items: readonly Item[];
}

/** Metres east and north, right at one latitude and near it. */
interface Plane {
  toMetres: (place: Place) => readonly [x: number, y: number];
  toPlace: (x: number, y: number) => Place;
}

/** Squares over the map, by the number of their column and of their row. */
interface Grid<Item extends Placed> {
  squares: readonly { column: number; row: number; found: readonly Item[] }[];
  /** The south-western corner of a square; parts of one lie within it. */
  placeAt: (column: number, row: number) => Place;
}

/** The squares of so many metres that have something in them. */
export function squareGrid<Item extends Placed>(items: readonly Item[], side: number): Grid<Item> {
  const { toMetres, toPlace } = planeOf(items);
  return {
    squares: grouped(items, (item) => {
      const [x, y] = toMetres(item.at);
      return [Math.floor(x / side), Math.floor(y / side)];
    }),
    placeAt: (column, row) => toPlace(column * side, row * side),
  };
}

/** The same as cells. */
export function squareCells<Item extends Placed>(items: readonly Item[], side: number): Cell<Item>[] {
  const { squares, placeAt } = squareGrid(items, side);
  return squares.map(({ column, row, found }) => ({
    key: `${column}/${row}`,
    items: found,
    ring: corners([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]).map(([right, up]) => placeAt(column + right, row + up)),
  }));
}

/** Hexagons of so many metres from the middle to a corner that have something in them. */
export function hexagonCells<Item extends Placed>(items: readonly Item[], radius: number): Cell<Item>[] {
  const { toMetres, toPlace } = planeOf(items);
  const [across, down] = [Math.sqrt(3) * radius, 1.5 * radius];
  const middleOf = (column: number, row: number): [number, number] => [
    (column + (row % 2 === 0 ? 0 : 0.5)) * across,
    row * down,
  ];
  return grouped(items, (item) => {
    const [x, y] = toMetres(item.at);
    const low = Math.floor(y / down);
    // The middle that is nearest is in one of the two rows around.
    const candidates = [low, low + 1].map((row): [number, number] => [
      Math.round(x / across - (row % 2 === 0 ? 0 : 0.5)),
      row,
    ]);
    const distance = ([column, row]: [number, number]) => {
      const [middleX, middleY] = middleOf(column, row);
      return Math.hypot(middleX - x, middleY - y);
    };
    return candidates.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  }).map(({ column, row, found }) => {
    const [x, y] = middleOf(column, row);
    const angles = [0, 1, 2, 3, 4, 5].map((side) => ((side + 0.5) * Math.PI) / 3);
    return {
      key: `${column}/${row}`,
      items: found,
      ring: corners(angles.map((angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)])).map(
        ([cornerX, cornerY]) => toPlace(cornerX, cornerY),
      ),
    };
  });
}

/** The corners and the first one again. */
function corners(list: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  return [...list, ...list.slice(0, 1)];
}

function grouped<Item>(items: readonly Item[], cellOf: (item: Item) => [column: number, row: number]) {
  const cells = new Map<string, { column: number; row: number; found: Item[] }>();
  for (const item of items) {
    const [column, row] = cellOf(item);
    const key = `${column}/${row}`;
    const cell = cells.get(key) ?? { column, row, found: [] };
    cell.found.push(item);
    cells.set(key, cell);
  }
  return [...cells.values()];
}

/** Metres are right in the middle of all places. */
function planeOf(items: readonly Placed[]): Plane {
  const latitudes = items.map(({ at }) => bounded(at[1]));
  const least = latitudes.reduce((a, b) => Math.min(a, b), POLE);
  const most = latitudes.reduce((a, b) => Math.max(a, b), -POLE);
  const metres = EARTH_RADIUS * Math.cos(radians(items.length === 0 ? 0 : (least + most) / 2));
  return {
    toMetres: ([longitude, latitude]) => {
      const angle = radians(bounded(latitude));
      return [metres * radians(longitude), metres * Math.log(Math.tan(Math.PI / 4 + angle / 2))];
    },
    toPlace: (x, y) => [degrees(x / metres), degrees(Math.atan(Math.sinh(y / metres)))],
  };
}

function bounded(latitude: number): number {
  return Math.max(-POLE, Math.min(POLE, latitude));
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}
