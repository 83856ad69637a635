import { withDashboardFilters } from '@chartroom/charts';
import { type ChartFormData, type ExtraFormData, isJsonObject } from '@chartroom/model';
import { browserStorage } from '../base/browser-storage.ts';

/** Where a dashboard tells Explore what it lays over its charts (contract/ui.md B7). */
const KEY = 'dashboard__explore_context';

/** What one open dashboard tells, under the id of its page. */
export interface ExploreContext {
  dashboardId: number;
  /** What filters lay over each chart, by the chart's id. */
  extraFormData: Readonly<Record<number, ExtraFormData>>;
  /** Its page is gone. */
  isRedundant?: boolean;
}

/** Tells what a dashboard lays over its charts; those whose pages are gone are forgotten. */
export function tellContext(page: string, context: ExploreContext): void {
  const others = Object.entries(kept()).filter(
    ([, each]) => !isJsonObject(each) || each.isRedundant !== true,
  );
  keep({ ...Object.fromEntries(others), [page]: context });
}

/** Says that a dashboard's page is gone: Explore may still read what it told, the next dashboard forgets it. */
export function leaveContext(page: string): void {
  const { [page]: own, ...others } = kept();
  if (isJsonObject(own)) keep({ ...others, [page]: { ...own, isRedundant: true } });
}

/** A chart's form data as the dashboard of a page shows it: its filters are in it, marked as not the chart's own. */
export function asOnDashboard(form: ChartFormData, chart: number, page: string): ChartFormData {
  const context = kept()[page];
  if (!isJsonObject(context)) return form;
  const { extraFormData } = context;
  const extra = isJsonObject(extraFormData) ? extraFormData[chart] : undefined;
  const { applied_time_extras: _, ...merged } = withDashboardFilters({ ...form, extra_form_data: extra });
  return { ...merged, datasource: form.datasource, viz_type: form.viz_type };
}

function kept(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(browserStorage()?.getItem(KEY) ?? '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    // Not ours, or damaged: nothing was told.
    return {};
  }
}

function keep(contexts: Record<string, unknown>): void {
  try {
    browserStorage()?.setItem(KEY, JSON.stringify(contexts));
  } catch {
    // The browser has no room: Explore opens the chart as it is stored.
  }
}
