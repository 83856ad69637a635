import type { DrawInput } from '../../chart-type.ts';
import { type LineOverTime, linesOverTime } from '../../draw/lines-over-time.ts';
import { countOf, largestNote } from '../../draw/note.ts';
import { sum } from '../../draw/statistics.ts';

/** More series than these cannot be told apart: the largest are drawn. */
const MOST_SERIES = 100;

/** A series and how far its parts of the wedges reach. */
export interface RoseSeries {
  line: LineOverTime;
  /** By moments; nothing, and less, has no size. */
  sizes: readonly number[];
}

export interface RoseData {
  moments: readonly number[];
  series: readonly RoseSeries[];
  /** How far the longest wedge reaches. */
  reach: number;
  /** What is not drawn. */
  notes: readonly string[];
}

/** The wedges of an answer: one per moment, their parts stacked from the centre, by radius or by area. */
export function roseData(input: DrawInput): RoseData {
  const all = linesOverTime(input);
  const drawn = largest(all);
  const moments = drawn[0]?.points.map(({ x }) => x) ?? [];
  const byArea = Boolean(input.form.rose_area_proportion);
  const reached = moments.map(() => 0);
  const series = drawn.map((line): RoseSeries => {
    const sizes = line.points.map(({ y }, at) => {
      const before = reached[at] ?? 0;
      const after = before + Math.max(0, y ?? 0);
      reached[at] = after;
      return byArea ? Math.sqrt(after) - Math.sqrt(before) : after - before;
    });
    return { line, sizes };
  });
  const below = sum(drawn.map(({ points }) => points.filter(({ y }) => y !== null && y < 0).length));
  const longest = reached.reduce((most, value) => Math.max(most, value), 0);
  return {
    moments,
    series,
    reach: byArea ? Math.sqrt(longest) : longest,
    notes: [
      ...(below > 0 ? [`Not drawn: ${countOf(below, 'value')} below zero`] : []),
      ...largestNote(drawn.length, all.length, 'series'),
    ],
  };
}

function largest(lines: readonly LineOverTime[]): readonly LineOverTime[] {
  if (lines.length <= MOST_SERIES) return lines;
  const sizeOf = ({ points }: LineOverTime) => sum(points.map(({ y }) => y ?? 0));
  const sized = lines.map((line) => ({ line, size: sizeOf(line) })).toSorted((a, b) => b.size - a.size);
  const kept = new Set(sized.slice(0, MOST_SERIES).map(({ line }) => line));
  return lines.filter((line) => kept.has(line));
}
