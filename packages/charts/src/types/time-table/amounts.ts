import { sum } from '../../draw/statistics.ts';
import type { TimeColumn } from './columns.ts';

/** The values of a row, in the order of their moments. */
export type Course = readonly (number | null)[];

/** What all rows together are at the newest moment. */
export function wholeNow(courses: readonly Course[]): number {
  return sum(courses.map((course) => course.at(-1) ?? 0));
}

/**
 * What a column says of a row: one number; null where there is none.
 *
 * @param whole what all rows together are at the newest moment
 */
export function amountIn(column: TimeColumn, course: Course, whole: number): number | null {
  switch (column.kind) {
    case 'time':
      return compared(column, course);
    case 'contrib':
      return shareNow(course, whole);
    case 'avg':
      return average(column, course);
    default:
      return newest(course);
  }
}

function newest(course: Course): number | null {
  return course.findLast((value) => value !== null) ?? null;
}

/** The value of now against the one of then; a moment without one gives way to those before it. */
function compared({ lag, comparison }: TimeColumn, course: Course): number | null {
  const back = course.toReversed();
  const from = lag < 0 ? back.length + lag : lag;
  if (from < 0 || from >= back.length) return null;
  const then = back.slice(from).find((value) => value !== null) ?? null;
  const now = newest(course);
  if (then === null || now === null || comparison === 'value') return then;
  if (comparison === 'diff') return now - then;
  if (then === 0) return null;
  return comparison === 'perc' ? now / then : now / then - 1;
}

function shareNow(course: Course, whole: number): number | null {
  const now = course.at(-1) ?? null;
  return now === null || whole === 0 ? null : now / whole;
}

function average({ lag }: TimeColumn, course: Course): number | null {
  const present = (lag === 0 ? course : course.slice(-Math.abs(lag))).filter((value) => value !== null);
  return present.length === 0 ? null : sum(present) / present.length;
}

/** The points of a small line: the last ones, or each as a share of the one so many before it. */
export function lineIn({ lag, ratio }: TimeColumn, course: Course): Course {
  const shown = lag > 0 ? course.slice(-lag - ratio) : course;
  if (ratio === 0) return shown;
  return shown.slice(ratio).map((value, index) => {
    const before = shown[index] ?? null;
    return value === null || before === null || before === 0 ? null : value / before;
  });
}
