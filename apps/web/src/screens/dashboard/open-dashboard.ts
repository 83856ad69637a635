import { queryOptions } from '@tanstack/react-query';
import { errorText } from '../../api/client.ts';
import { type DataMasks, fetchDashboard, fetchFilterState, fetchPermalink, type OpenDashboard } from '../../api/dashboards.ts';
import { queryClient } from '../../app/providers.tsx';
import { toast } from '../../app/toasts.tsx';
import { preloadDrawingLibrary } from '../../shared/chart/drawing-library.ts';
import { parseNativeFilters } from './url-filters.ts';

interface Opened {
  dashboard: OpenDashboard;
  masks: DataMasks;
  tabs: string[];
}

/** Begins to fetch a dashboard and what draws it while its screen is still being loaded. */
export function beginOpening(idOrSlug: string, searchText: string): void {
  preloadDrawingLibrary();
  // The screen asks for the same, and says what went wrong.
  void queryClient.prefetchQuery(openDashboardQuery(idOrSlug, searchText));
}

/** The question for a dashboard as its address opens it. */
export function openDashboardQuery(idOrSlug: string, searchText: string) {
  return queryOptions({
    queryKey: ['dashboard', 'open', idOrSlug],
    // Long enough for the screen to take over what was begun.
    gcTime: 3_000,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }): Promise<Opened> => openFrom(idOrSlug, new URLSearchParams(searchText), signal),
  });
}

/** The dashboard with the filters that its address carries: a permalink's, a kept key's, or spelled out. */
async function openFrom(idOrSlug: string, search: URLSearchParams, signal: AbortSignal): Promise<Opened> {
  const permalink = search.get('permalink_key');
  const link = permalink ? await fetchPermalink(permalink) : undefined;
  const dashboard = await fetchDashboard(idOrSlug, signal);
  const key = search.get('native_filters_key');
  let masks = link?.state.dataMask ?? {};
  if (!link && key) {
    try {
      masks = await fetchFilterState(dashboard.info.id, key);
    } catch (error) {
      toast.warning(`The filters of this link are no longer kept: ${errorText(error)}`);
    }
  }
  const spelled = search.get('native_filters');
  if (!link && spelled) masks = { ...masks, ...parseNativeFilters(spelled) };
  return { dashboard, masks, tabs: link?.state.activeTabs ?? [] };
}
