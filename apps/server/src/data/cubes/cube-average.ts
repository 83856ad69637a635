import { type Cell, type CubeAverage, Decimal, type Frame } from '@chartroom/query';

/**
 * How the engine makes averages on this machine. It divides the sum by the count in the machine's long floating point numbers and
 * rounds the quotient to a double: with 64 bits of mantissa (`extended`) one of some 4,000 averages of many rows differs
 * from the plain quotient in its last bit. `plain` is for machines whose long numbers are no longer than doubles, or so
 * long that it makes no difference.
 */
export type AverageWay = 'extended' | 'plain';

const MANTISSA = 64;
const LONG_SUM = 2n ** 63n;

/** The average as the engine makes it; undefined for a sum that no mantissa holds. @internal tests look at it */
export function averageOf(sum: bigint, count: bigint, way: AverageWay): number | undefined {
  const size = sum < 0n ? -sum : sum;
  if (size >= LONG_SUM) return undefined;
  if (way === 'plain' || sum === 0n) return Number(sum) / Number(count);
  const shift = MANTISSA - bitsOf(size) + bitsOf(count);
  const isLonger = ((size << BigInt(shift)) / count) >> BigInt(MANTISSA) > 0n;
  const by = isLonger ? shift - 1 : shift;
  const dividend = size << BigInt(by);
  const quotient = dividend / count;
  const twice = 2n * (dividend - quotient * count);
  const isUp = twice > count || (twice === count && quotient % 2n === 1n);
  const average = Number(isUp ? quotient + 1n : quotient) * 2 ** -by;
  return sum < 0n ? -average : average;
}

function bitsOf(number: bigint): number {
  return number.toString(2).length;
}

/**
 * Rows with their averages in the place of plain quotients, made of the sums and counts behind them; undefined where one cannot be
 * made.
 */
export function withAverages(
  frame: Frame,
  averages: readonly CubeAverage[],
  way: AverageWay,
): Frame | undefined {
  if (averages.length === 0) return frame;
  const columns = [...frame.columns];
  for (const { place, sum, count, scale, isSmall } of averages) {
    const own = columns[place];
    const [sums, counts] = [columns[sum]?.values ?? [], columns[count]?.values ?? []];
    if (!own) return undefined;
    const values: Cell[] = [];
    for (let row = 0; row < frame.length; row += 1) {
      const [whole, many] = [sums[row] ?? null, counts[row] ?? null];
      if (whole === null || many === 0) {
        values.push(null);
        continue;
      }
      const average = isShort(whole, many, scale)
        ? whole / Number(many)
        : averageOf(integerOf(whole), integerOf(many) * 10n ** BigInt(scale), isSmall ? 'plain' : way);
      if (average === undefined) return undefined;
      values.push(average);
    }
    columns[place] = { ...own, values };
  }
  return { ...frame, columns };
}

/** Counts up to which no quotient of two integers comes so near to the middle of two doubles that the ways differ. */
const SHORT_COUNT = 2 ** 11;

function isShort(sum: Cell, count: Cell, scale: number): sum is number {
  return scale === 0 && Number.isSafeInteger(sum) && typeof count === 'number' && count < SHORT_COUNT;
}

/** The integer of the digits of a number. */
function integerOf(cell: Cell): bigint {
  return BigInt(cell instanceof Decimal ? cell.text.replace('.', '') : String(cell));
}

/** Counts and sums whose plain quotient differs from that of 64 bits of mantissa; the small ones fit small integers. */
const LARGE =
  '(4110, 614819353), (4110, -839512367), (4123, 1220996660), (4175, 58025126), (4214, 581485774), (4318, -238273368), (4435, 39506471), (4630, 679017357)';
const SMALL = '(4103, 12433), (4118, -6686), (4142, 1198), (4235, 393)';

/** Sums, counts, whether they are of the small type, and averages of the engine in each type that is summed up. */
export const AVERAGE_CHECK = `
  WITH large AS (
    SELECT n, s, CASE WHEN unnest(range(n)) = 0 THEN s ELSE 0 END AS v FROM (VALUES ${LARGE}) pairs(n, s)
  ), small AS (
    SELECT n, s, s // n + CASE WHEN unnest(range(n)) < s - s // n * n THEN 1 ELSE 0 END AS v
    FROM (VALUES ${SMALL}) pairs(n, s)
  )
  SELECT SUM(v), COUNT(*), false, AVG(v::INTEGER), AVG(v::BIGINT), AVG(v::DECIMAL(18, 0)) FROM large GROUP BY n, s
  UNION ALL
  SELECT SUM(v), COUNT(*), false, AVG(v::TINYINT), AVG(v::BIGINT), AVG(v::INTEGER) FROM small GROUP BY n, s
  UNION ALL
  SELECT SUM(v), COUNT(*), true, AVG(v::SMALLINT), AVG(v::DECIMAL(4, 0)), AVG(v::DECIMAL(3, 0)) FROM small GROUP BY n, s`;

/** The way in which the engine made these averages; undefined where it is none that is known. */
export function wayOf({ columns, length }: Frame): AverageWay | undefined {
  const ways: AverageWay[] = ['extended', 'plain'];
  return ways.find((way) =>
    Array.from({ length }, (_, row) => row).every((row) => {
      const [sum, count, isSmall, ...averages] = columns.map(({ values }) => values[row] ?? null);
      const own = averageOf(integerOf(sum ?? 0), integerOf(count ?? 0), isSmall === true ? 'plain' : way);
      return averages.every((average) => average === own);
    }),
  );
}
