import type { LineOverTime, TimePoint } from '../../draw/lines-over-time.ts';

/** A series as its change since a moment. */
export interface ChangeLine {
  line: LineOverTime;
  /** By moment, how many times the value of then it is; null where that cannot be said. */
  factors: readonly TimePoint[];
}

/** The moment of the answer that is nearest to a place on its axis; undefined when it has none. */
export function nearestMoment(lines: readonly LineOverTime[], place: number | undefined): number | undefined {
  const moments = lines[0]?.points.map(({ x }) => x) ?? [];
  if (place === undefined) return moments[0];
  return moments.reduce<number | undefined>(
    (best, x) => (best === undefined || Math.abs(x - place) < Math.abs(best - place) ? x : best),
    undefined,
  );
}

/** The series against their own values at a moment, or at the nearest one before it that has one, or behind it. */
export function changesSince(lines: readonly LineOverTime[], moment: number): ChangeLine[] {
  return lines.map((line) => {
    const present = line.points.filter(({ y }) => y !== null);
    const since = present.findLast(({ x }) => x <= moment) ?? present[0];
    const base = since?.y ?? 0;
    // What was below nought and is less so has risen.
    const factor = (y: number) => 1 + (y - base) / Math.abs(base);
    return {
      line,
      factors: line.points.map(({ x, y }) => ({ x, y: y === null || base === 0 ? null : factor(y) })),
    };
  });
}
