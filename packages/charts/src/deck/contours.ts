/** A point of the field between middles of cells, and the value there. */
interface Corner {
  x: number;
  y: number;
  value: number;
}

type Point = readonly [x: number, y: number];

/** Values at whole places; where none is told it is 0. */
export type Field = ReadonlyMap<string, Corner>;

/** A field of values at whole places. */
export function fieldOf(corners: readonly Corner[]): Field {
  return new Map(corners.map((corner) => [`${corner.x}/${corner.y}`, corner]));
}

/** The lines along which a field has a value, piece by piece. */
export function linesAt(field: Field, threshold: number): (readonly [Point, Point])[] {
  return quadsOf(field).flatMap((quad) => {
    const crossings = quad.flatMap((corner, side): Point[] => {
      const next = quad[(side + 1) % quad.length] ?? corner;
      return corner.value >= threshold === next.value >= threshold ? [] : [between(corner, next, threshold)];
    });
    const [first, second, third, fourth] = crossings;
    return [
      ...(first && second ? [[first, second] as const] : []),
      ...(third && fourth ? [[third, fourth] as const] : []),
    ];
  });
}

/** The areas in which a field lies between two values, piece by piece. */
export function bandsBetween(field: Field, lower: number, upper: number): (readonly Point[])[] {
  return quadsOf(field).flatMap((quad) => {
    const above = clipped(quad, lower, 1);
    const within = clipped(above, upper, -1);
    return within.length > 2 ? [within.map(({ x, y }): Point => [x, y])] : [];
  });
}

/** The squares between four neighbours of which at least one has a value, each once. */
function quadsOf(field: Field): Corner[][] {
  const at = (x: number, y: number): Corner => field.get(`${x}/${y}`) ?? { x, y, value: 0 };
  const starts = new Map(
    [...field.values()]
      .flatMap(({ x, y }) => [0, 1].flatMap((left) => [0, 1].map((down) => [x - left, y - down] as const)))
      .map((start) => [start.join('/'), start]),
  );
  return [...starts.values()].map(([x, y]) => [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]);
}

/** What of an outline lies above a value, or below it. */
function clipped(outline: readonly Corner[], threshold: number, direction: 1 | -1): Corner[] {
  const isInside = ({ value }: Corner) => (value - threshold) * direction >= 0;
  return outline.flatMap((corner, index) => {
    const next = outline[(index + 1) % outline.length] ?? corner;
    const kept = isInside(corner) ? [corner] : [];
    if (isInside(corner) === isInside(next)) return kept;
    const [x, y] = between(corner, next, threshold);
    return [...kept, { x, y, value: threshold }];
  });
}

function between(one: Corner, other: Corner, threshold: number): Point {
  const share = (threshold - one.value) / (other.value - one.value);
  return [one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share];
}
