import { sum } from '../../draw/statistics.ts';
import { twoSidedProbability } from './student.ts';

/** The values of a group, in the order of their moments. */
export type Course = readonly (number | null)[];

/** What a group is, seen from the one that it is compared with; NaN where that cannot be said. */
export interface Comparison {
  /** How much more it sums up to, in per cent. */
  lift: number;
  /** How likely such a difference is by chance alone. */
  p: number;
}

/** Compares a group with another one, moment by moment. */
export function comparison(group: Course, control: Course): Comparison {
  const [own, other] = [group, control].map((course) => sum(course.map((value) => value ?? 0)));
  const lift = own === undefined || !other ? Number.NaN : ((own - other) / other) * 100;
  return { lift, p: pairedProbability(group, control) };
}

/** Student's test of paired differences. Moments at which one of the two has no value do not count. */
function pairedProbability(group: Course, control: Course): number {
  const differences = group.flatMap((value, index) => {
    const against = control[index] ?? null;
    return value === null || against === null ? [] : [value - against];
  });
  const count = differences.length;
  if (count < 2) return Number.NaN;
  const mean = sum(differences) / count;
  const variance = sum(differences.map((each) => (each - mean) ** 2)) / (count - 1);
  // Differences that are all alike are no chance, unless there are none.
  return twoSidedProbability(mean / Math.sqrt(variance / count), count - 1);
}
