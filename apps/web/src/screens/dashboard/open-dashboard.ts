import { queryOptions } from '@tanstack/react-query';
import { errorText } from '../../api/client.ts';
import { fetchDashboardAnd, fetchFilterState, fetchPermalink, masksOf } from '../../api/dashboards.ts';
import { queryClient } from '../../api/query-client.ts';
import { toast } from '../../base/toasts.tsx';
import { preloadDrawingLibrary } from '../../shared/chart/drawing-library.ts';
import { createDashboardStore, type DashboardStore, type Opening } from './store/dashboard-store.ts';
import { chartAlone } from './ui-config.ts';
import { parseNativeFilters } from './url-filters.ts';
import { fetchState, isRemembered, VIEW } from './views/viewer-state.ts';

/** Parameters of the address that belong to the page, not to the charts. */
const OWN = new Set([
  'standalone',
  'uiConfig',
  'edit',
  'native_filters_key',
  'native_filters',
  'permalink_key',
  'show_filters',
  'expand_filters',
  'css',
  'focused_chart',
  'force',
  'chart',
  'language',
  VIEW,
]);
/** What an address stands for, before its parameters are read. */
type Opened = Omit<Opening, 'urlParams' | 'alone' | 'isForced'>;

/** Begins to fetch a dashboard and what draws it while its screen is still being loaded. */
export function beginOpening(idOrSlug: string, searchText: string): void {
  preloadDrawingLibrary();
  const query = openDashboardQuery(idOrSlug, searchText);
  // The screen asks for the same, and says what went wrong.
  void queryClient.prefetchQuery(query).then(() => {
    const opened = queryClient.getQueryData(query.queryKey);
    if (opened && isDashboardAddress()) storeOf(opened);
  });
}

/** Whether the window is at the address of a dashboard. */
export function isDashboardAddress(): boolean {
  return window.location.pathname.startsWith('/superset/dashboard/');
}

/** The stores of what was opened, so that its charts are asked once, whoever comes first: the address or the screen. */
const stores = new WeakMap<Opened, DashboardStore>();

/** What a store was opened from, or has been saved as since. */
const known = new WeakMap<DashboardStore, Opened>();

/** The store of a dashboard; the first to want it lays it out and asks for its charts. */
export function storeOf(opened: Opened): DashboardStore {
  const present = stores.get(opened);
  if (present) return present;
  const search = new URLSearchParams(window.location.search);
  const parameters = [...search].filter(([name]) => !OWN.has(name));
  const store = createDashboardStore({
    ...opened,
    alone: chartAlone(),
    urlParams: Object.fromEntries(parameters),
    isForced: !['false', '0', null].includes(search.get('force')),
  });
  remember(opened, store);
  void store.getState().begin();
  return store;
}

/** Takes what was saved over into what is known of the dashboard, so that it is the same when it is opened again. */
export function rememberSaved(store: DashboardStore): void {
  const opened = known.get(store);
  const own = opened && queryOf(opened);
  if (!opened || !own) return;
  const { dashboard, layout, applied, activeTabs } = store.getState();
  const saved: Opened = {
    dashboard: { ...dashboard, position: layout },
    masks: applied,
    tabs: [...activeTabs],
    isBack: false,
  };
  stores.delete(opened);
  remember(saved, store);
  queryClient.setQueryData(own.queryKey, saved);
}

function remember(opened: Opened, store: DashboardStore): void {
  stores.set(opened, store);
  known.set(store, opened);
}

/** Gives up what the dashboard still waits for. Who comes back opens it anew, with the filters that its address carries then. */
export function leaveDashboard(opened: Opened): void {
  const store = stores.get(opened);
  if (!store) return;
  store.getState().close();
  stores.delete(opened);
  // Not before its screen is gone, which would ask for it again.
  setTimeout(() => {
    const query = queryOf(opened);
    if (query) queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
  });
}

function queryOf(opened: Opened) {
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['dashboard', 'open'] });
  return queries.find(({ state }) => state.data === opened);
}

/** The question for a dashboard as its address opens it. */
export function openDashboardQuery(idOrSlug: string, searchText: string) {
  return queryOptions({
    queryKey: ['dashboard', 'open', idOrSlug],
    // Long enough for the screen to take over what was begun.
    gcTime: 3_000,
    staleTime: Number.POSITIVE_INFINITY,
    // What was refused while the screen was on its way is not asked again by the screen.
    retryOnMount: false,
    // A store is known by what it was opened from, which therefore stays the very same.
    structuralSharing: false,
    queryFn: ({ signal }): Promise<Opened> => openFrom(idOrSlug, new URLSearchParams(searchText), signal),
  });
}

/** The dashboard with the filters that its address carries: a permalink's, a kept key's, or spelled out. */
async function openFrom(idOrSlug: string, search: URLSearchParams, signal: AbortSignal): Promise<Opened> {
  const permalink = search.get('permalink_key');
  const link = permalink ? await fetchPermalink(permalink) : undefined;
  const key = search.get('native_filters_key');
  const spelled = search.get('native_filters');
  const isSaid = link !== undefined || key !== null || spelled !== null;
  const [dashboard, state] = await fetchDashboardAnd(idOrSlug, signal, async (metadata) => {
    const isWanted = search.has(VIEW) || metadata.remember_viewer_state !== false;
    if (isSaid || !isWanted || !isRemembered()) return undefined;
    return stateToShow(idOrSlug, search.get(VIEW), signal);
  });
  let masks = masksOf(link?.state.dataMask ?? state?.dataMask);
  if (!link && key) {
    try {
      masks = await fetchFilterState(dashboard.info.id, key);
    } catch (error) {
      toast.warning(`The filters of this link are no longer kept: ${errorText(error)}`);
    }
  }
  if (!link && spelled) {
    const given = parseNativeFilters(spelled);
    masks = { ...masks, ...given.masks };
    if (!given.isWhole)
      toast.warning('Some filters of this address could not be read. The dashboard opens without them.');
  }
  const tabs = link?.state.activeTabs ?? state?.activeTabs ?? [];
  return { dashboard, masks, tabs, isBack: state !== undefined && !search.has(VIEW) };
}

/** The state that a view or the person's last visit says; a dashboard opens without it, too. */
async function stateToShow(idOrSlug: string, view: string | null, signal: AbortSignal) {
  try {
    const state = await fetchState(idOrSlug, view, signal);
    if (view !== null && !state) toast.warning('The view of this link is no longer there.');
    return state;
  } catch (error) {
    if (!signal.aborted) toast.warning(`Your last filters could not be read: ${errorText(error)}`);
    return undefined;
  }
}
