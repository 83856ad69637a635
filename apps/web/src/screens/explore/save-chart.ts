import type { QueryClient } from '@tanstack/react-query';
import {
  chartPayload,
  createChart,
  createDashboard,
  dashboardsOfChart,
  ownForm,
  updateChart,
} from '../../api/charts.ts';
import { fetchExplore } from '../../api/explore.ts';
import { bootstrap, isAdmin } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { type ExploreState, useExplore } from './explore-store.ts';
import { placeOnDashboard } from './place-on-dashboard.ts';

/** Dashboard to add the chart to: one that exists, or a new one by its title. */
export type Target = { id: number } | { title: string } | undefined;

export interface SaveChoice {
  title: string;
  /** Over the chart that is open, rather than as a new one. */
  isOverwriting: boolean;
  /** Whatever somebody else has saved in between. */
  isForced?: boolean;
  target?: Target;
}

/** Whether the open chart may be saved over itself. */
export function mayOverwrite({ slice }: Pick<ExploreState, 'slice'>): boolean {
  return (
    slice !== null &&
    !slice.is_managed_externally &&
    (isAdmin() || slice.owners.includes(bootstrap.user?.userId ?? -1))
  );
}

/**
 * Saves what the panel says, puts the chart onto a dashboard if one is named, and says so. Answers the chart's and the
 * dashboard's ids; an `ApiError` of 412 when somebody else has saved the chart since it was opened.
 */
export async function saveChart(
  { title, isOverwriting, isForced = false, target }: SaveChoice,
  client: QueryClient,
): Promise<{ id: number; dashboard: number | undefined }> {
  const { slice, form, type, saved } = useExplore.getState();
  if (!type) throw new Error(`There is no chart type "${form.viz_type}".`);
  const old = isOverwriting ? slice : null;
  const before = old ? await dashboardsOfChart(old.slice_id) : [];
  const dashboard = target && ('id' in target ? target.id : await createDashboard(target.title));
  const dashboards = dashboard === undefined ? before : [...new Set([...before, dashboard])];
  const payload = chartPayload(form, title, type.question(ownForm(form), { stored: true }), dashboards);
  const id = old ? old.slice_id : await createChart(payload);
  if (old) await updateChart(id, payload, isForced ? undefined : old.changed_on);
  if (dashboard !== undefined) await placeOnDashboard(dashboard, { id, slice_name: title });
  toast.success(old ? `Chart [${title}] has been overwritten` : `Chart [${title}] has been saved`);
  if (target && 'title' in target)
    toast.success(`Dashboard [${target.title}] just got created and chart [${title}] was added to it`);
  await client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'chart' || queryKey[0] === 'dashboard',
  });
  const answer = await fetchExplore(new URLSearchParams({ slice_id: String(id) }));
  if (answer.slice) saved(answer.slice);
  return { id, dashboard };
}
