import { dashboardViewsApi, initialMasks, type NamedView, type ViewState } from '@chartroom/model';
import { api } from '../../../api/api.ts';
import { masksOf } from '../../../api/dashboards.ts';
import { bootstrap } from '../../../base/bootstrap.ts';
import { standaloneOf } from '../../../base/standalone.ts';
import type { DashboardState, DashboardStore } from '../store/dashboard-store.ts';

/** The parameter of the address that names a view. */
export const VIEW = 'view_id';

/** A report is a picture that everybody gets alike. */
const REPORT = 3;

/** Whether there is somebody whose state is remembered: guests and reports begin afresh each time. */
export function isRemembered(): boolean {
  const standalone = standaloneOf(new URLSearchParams(window.location.search));
  return bootstrap.user !== null && bootstrap.embedded === undefined && standalone !== REPORT;
}

/** The state of a view, or with none named the one in which the person has left the dashboard; undefined where there is none. */
export async function fetchState(
  idOrSlug: string,
  view: string | null,
  signal: AbortSignal,
): Promise<ViewState | undefined> {
  const { last, result } = await api(dashboardViewsApi.list, { params: { pk: idOrSlug }, signal });
  return view === null ? (last ?? undefined) : result.find(({ id }) => String(id) === view)?.state;
}

/** Filters in force and open tabs, as they are kept. */
export function viewStateOf({ applied, activeTabs }: DashboardState): ViewState {
  // Pages of tables and their like are no filters.
  const dataMask = Object.fromEntries(
    Object.entries(applied).map(([id, { ownState: _, ...mask }]) => [id, mask]),
  );
  return { dataMask, activeTabs: [...activeTabs] };
}

/** The state of a dashboard that nobody has filtered. */
export const AFRESH: ViewState = { dataMask: {}, activeTabs: [] };

/** Puts the filters of a state into force and opens its tabs; filters that it does not know are as they are at first. */
export function showState(store: DashboardStore, { dataMask, activeTabs }: ViewState): void {
  const { dashboard, applied, layout, apply, openTab } = store.getState();
  const next = initialMasks(dashboard.metadata.native_filter_configuration ?? [], masksOf(dataMask));
  const unmarked = Object.keys(applied).filter((id) => next[id] === undefined);
  store.setState({
    chosen: {
      ...Object.fromEntries(unmarked.map((id) => [id, { id, extraFormData: {}, filterState: {} }])),
      ...next,
    },
  });
  apply();
  for (const tab of activeTabs) if (layout[tab]?.type === 'TAB') openTab(tab);
}

/** The address of a view of a dashboard. */
export function viewLink(view: Pick<NamedView, 'id'>): string {
  const address = new URL(window.location.href);
  address.search = new URLSearchParams({ [VIEW]: String(view.id) }).toString();
  address.hash = '';
  return address.toString();
}
