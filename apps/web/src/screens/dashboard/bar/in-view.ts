import { isScopeInView, type NativeFilter } from '@chartroom/model';
import { useMemo } from 'react';
import { useDashboard } from '../store/dashboard-context.ts';

/** The filters that matter with the tabs that are open, and the others (contract/ui.md C5). */
export function useFiltersInView(filters: readonly NativeFilter[]): {
  inView: NativeFilter[];
  outOfView: NativeFilter[];
} {
  const layout = useDashboard((state) => state.layout);
  const activeTabs = useDashboard((state) => state.activeTabs);
  const scopes = useDashboard((state) => state.scopes);
  return useMemo(() => {
    const isInView = (filter: NativeFilter) =>
      filter.type === 'DIVIDER' ||
      isScopeInView({ charts: scopes.get(filter.id) ?? [], scope: filter.scope }, layout, activeTabs);
    return {
      inView: filters.filter(isInView),
      outOfView: filters.filter((filter) => !isInView(filter)),
    };
  }, [filters, layout, activeTabs, scopes]);
}
