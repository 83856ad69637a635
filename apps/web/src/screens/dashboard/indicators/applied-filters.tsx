import { useMemo } from 'react';
import type { TileState } from '../store/chart-answers.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import { FilterBadge } from './filter-badge.tsx';
import { indicatorsOf } from './indicators.ts';

/** How many filters a chart follows; on a closer look which, and which it does not follow, and why. */
export function AppliedFilters({ id, tile }: { id: number; tile: TileState | undefined }) {
  const applied = useDashboard((state) => state.applied);
  const scopes = useDashboard((state) => state.scopes);
  const dashboard = useDashboard((state) => state.dashboard);
  const all = useMemo(
    () => indicatorsOf(id, tile, { applied, scopes, dashboard }),
    [id, tile, applied, scopes, dashboard],
  );
  // A chart that reaches for nothing needs no badge; filters without a value are told with the others.
  if (!all.some(({ status }) => status !== 'unset')) return null;
  return <FilterBadge all={all} />;
}
