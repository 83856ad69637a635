import type { DashboardMetadata } from './metadata.ts';

/** How the charts of a dashboard are asked again from time to time (contract/ui.md B8). */

/** Milliseconds over which charts are spread at least. */
const LEAST_SPREAD = 5_000;
/** Part of the interval over which they are spread. */
const SPREAD = 0.2;

/** Milliseconds after a tick at which each of some charts is asked; all at once where the dashboard wants no spreading. */
export function refreshDelays(
  charts: number,
  interval: number,
  { stagger_refresh, stagger_time }: Pick<DashboardMetadata, 'stagger_refresh' | 'stagger_time'>,
): number[] {
  const spread = Math.max(interval * SPREAD, stagger_time ?? LEAST_SPREAD);
  const gap = stagger_refresh === false || charts < 2 ? 0 : spread / (charts - 1);
  return Array.from({ length: charts }, (_, at) => at * gap);
}
