import { sum } from '../draw/statistics.ts';
import { EARTH_PIXELS, type Place } from './layers.ts';
import { latitudeOf, southing } from './scale.ts';

/** Points that are drawn as one, in the middle of them. */
export interface Cluster<Point> {
  at: Place;
  points: readonly Point[];
}

interface Placed<Point> {
  point: Point;
  /** Pixels of the whole earth at the zoom. */
  x: number;
  y: number;
  isTaken: boolean;
}

/** Points together with those that lie within a radius of them at a zoom; the first of them gathers the others. */
export function clustered<Point extends { at: Place }>(
  points: readonly Point[],
  { zoom, radius }: { zoom: number; radius: number },
): Cluster<Point>[] {
  if (!(radius > 0)) return points.map((point) => ({ at: point.at, points: [point] }));
  const earth = EARTH_PIXELS * 2 ** zoom;
  const placed = points.map((point): Placed<Point> => {
    const [longitude, latitude] = point.at;
    return { point, x: (earth * longitude) / 360, y: earth * southing(latitude), isTaken: false };
  });
  const near = neighbourhoods(placed, radius);
  return placed.flatMap((first): Cluster<Point>[] => {
    if (first.isTaken) return [];
    const members = near(first).filter(
      ({ x, y, isTaken }) => !isTaken && Math.hypot(x - first.x, y - first.y) <= radius,
    );
    for (const member of members) member.isTaken = true;
    const only = members.length === 1 ? members[0] : undefined;
    return [{ at: only?.point.at ?? middleOf(members, earth), points: members.map(({ point }) => point) }];
  });
}

/** Whatever lies in the squares around a point, so that not every point is compared with every other. */
function neighbourhoods<Point>(
  placed: readonly Placed<Point>[],
  side: number,
): (around: Placed<Point>) => Placed<Point>[] {
  const squares = new Map<string, Placed<Point>[]>();
  const squareOf = ({ x, y }: Placed<Point>) => [Math.floor(x / side), Math.floor(y / side)] as const;
  for (const each of placed) {
    const key = squareOf(each).join('/');
    const square = squares.get(key);
    if (square) square.push(each);
    else squares.set(key, [each]);
  }
  const steps = [-1, 0, 1];
  return (around) => {
    const [column, row] = squareOf(around);
    return steps.flatMap((across) =>
      steps.flatMap((down) => squares.get(`${column + across}/${row + down}`) ?? []),
    );
  };
}

function middleOf<Point>(members: readonly Placed<Point>[], earth: number): Place {
  const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length / earth;
  return [mean(members.map(({ x }) => x)) * 360, latitudeOf(mean(members.map(({ y }) => y)))];
}
