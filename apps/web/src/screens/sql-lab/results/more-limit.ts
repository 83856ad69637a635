import type { SqlAnswer } from '@chartroom/model';

/** The next higher limit of a query that the chosen one has cut; undefined where there is none, and for scripts, which may write. */
export function moreLimit({ query, earlier }: SqlAnswer, most: number): number | undefined {
  const { limit, limitingFactor } = query;
  if (limitingFactor !== 'DROPDOWN' || limit === null || (earlier?.length ?? 0) > 0) return undefined;
  const next = Math.min(limit * 10, most);
  return next > limit ? next : undefined;
}
