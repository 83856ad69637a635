import {
  chartsInScope,
  dashboardApi,
  type filterChanges,
  type Layout,
  type NativeFilter,
  tabsInScope,
} from '@chartroom/model';
import { api } from '../../../api/api.ts';

/**
 * Saves what has changed in the filters of a dashboard, with the charts and tabs that each reaches in its layout. A filter
 * that depended on one that goes no longer does; `kept` are those that stay.
 */
export async function saveFilters(
  { id, layout }: { id: number; layout: Layout },
  { modified, deleted, reordered }: ReturnType<typeof filterChanges>,
  kept: readonly NativeFilter[],
): Promise<void> {
  const ids = new Set(kept.map((filter) => filter.id));
  const body = { modified: modified.map((filter) => storedFilter(filter, ids, layout)), deleted, reordered };
  await api(dashboardApi.changeFilters, { params: { pk: id }, body });
}

function storedFilter(filter: NativeFilter, ids: ReadonlySet<string>, layout: Layout): NativeFilter {
  if (filter.type === 'DIVIDER') return filter;
  const charts = chartsInScope(filter.scope, layout);
  const parents = filter.cascadeParentIds?.filter((parent) => ids.has(parent));
  return {
    ...filter,
    ...(parents && { cascadeParentIds: parents }),
    chartsInScope: charts,
    tabsInScope: tabsInScope(charts, layout),
  };
}
