/** Something on the picture. */
interface Weight {
  x: number;
  y: number;
  weight: number;
}

/** A block of the picture and how dense it is there, as a part of the densest one. */
export interface Block {
  x: number;
  y: number;
  side: number;
  density: number;
}

/** Pixels of a block; larger ones where what is spread reaches far. */
const FINEST = 3;
const BLOCKS_PER_RADIUS = 12;
/** How fast it fades out: at a fourth of the radius it is a third, at its end nothing. */
const STEEP = 18;
/** Less is nothing. */
const LEAST = 0.05;

/**
 * How dense weights lie around each block of a picture: each fades out over the radius.
 *
 * @param isMean whether it is what they weigh around it, however many they are
 */
export function densities(
  weights: readonly Weight[],
  { radius, width, height, isMean }: { radius: number; width: number; height: number; isMean: boolean },
): Block[] {
  const side = Math.max(FINEST, Math.ceil(radius / BLOCKS_PER_RADIUS));
  const reach = Math.ceil(radius / side);
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const fading = fadingOf(reach, radius / side);
  const gathered = gatheredIn(weights, side, reach, { columns, rows });
  const total = new Float64Array(columns * rows);
  const count = new Float64Array(columns * rows);
  for (const { column, row, weight, number } of gathered)
    for (const { right, down, strength } of fading) {
      const [x, y] = [column + right, row + down];
      if (x < 0 || y < 0 || x >= columns || y >= rows) continue;
      total[y * columns + x] = (total[y * columns + x] ?? 0) + weight * strength;
      count[y * columns + x] = (count[y * columns + x] ?? 0) + number * strength;
    }
  const dense = Array.from(total, (weight, at) => {
    const around = count[at] ?? 0;
    if (!isMean) return weight;
    return around > LEAST ? weight / around : 0;
  });
  const most = dense.reduce((a, b) => Math.max(a, b), 0);
  return dense.flatMap((density, at) =>
    most > 0 && density / most > LEAST
      ? [{ x: (at % columns) * side, y: Math.floor(at / columns) * side, side, density: density / most }]
      : [],
  );
}

/** How strong something still is in the blocks around its own. */
function fadingOf(reach: number, radius: number) {
  const steps = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
  return steps.flatMap((down) =>
    steps.flatMap((right) => {
      const far = Math.hypot(right, down) / Math.max(1, radius);
      return far > 1 ? [] : [{ right, down, strength: Math.exp(-STEEP * far * far) }];
    }),
  );
}

/** What lies in one block counts as one thing; what is too far away to be seen does not. */
function gatheredIn(
  weights: readonly Weight[],
  side: number,
  reach: number,
  { columns, rows }: { columns: number; rows: number },
) {
  const blocks = new Map<number, { column: number; row: number; weight: number; number: number }>();
  for (const { x, y, weight } of weights) {
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    if (column < -reach || row < -reach || column >= columns + reach || row >= rows + reach) continue;
    const key = (row + reach) * (columns + 2 * reach) + column + reach;
    const block = blocks.get(key) ?? { column, row, weight: 0, number: 0 };
    block.weight += weight;
    block.number += 1;
    blocks.set(key, block);
  }
  return [...blocks.values()];
}
