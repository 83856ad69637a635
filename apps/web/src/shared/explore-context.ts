import {
  type DataMasks,
  dataMasksSchema,
  type ExtraFormData,
  extraFormDataFor,
  isJsonObject,
} from '@chartroom/model';
import { z } from 'zod';
import { browserStorage } from '../base/browser-storage.ts';

/** What an open dashboard leaves in the browser for Explore, by the page on which it is open (contract/ui.md B7). */
const KEY = 'dashboard__explore_context';

const inScope = z.looseObject({ chartsInScope: z.array(z.number()).default([]) });
const contextSchema = z.looseObject({
  dashboardId: z.number(),
  dashboardTitle: z.string().optional(),
  colorScheme: z.string().optional(),
  labelsColor: z.record(z.string(), z.string()).optional(),
  labelsColorMap: z.record(z.string(), z.string()).optional(),
  sharedLabelsColors: z.array(z.string()).optional(),
  /** Charts that filter others. */
  chartConfiguration: z.record(z.string(), z.looseObject({ crossFilters: inScope.optional() })).catch({}),
  nativeFilters: z.record(z.string(), inScope).catch({}),
  dataMask: dataMasksSchema.catch({}),
  /** Whether the page is gone: the next dashboard that is opened takes it away. */
  isRedundant: z.boolean().optional(),
});
export type ExploreContext = z.infer<typeof contextSchema>;

/** Keeps what a dashboard stands for at present; those of pages that are gone go. */
export function keepExploreContext(pageId: string, context: ExploreContext): void {
  const others = Object.entries(kept()).filter(
    ([, each]) => !isJsonObject(each) || each.isRedundant !== true,
  );
  write({ ...Object.fromEntries(others), [pageId]: context });
}

/** Says that the page is gone. Explore, which may be opened just now, still finds it. */
export function endExploreContext(pageId: string): void {
  const all = kept();
  const own = all[pageId];
  if (isJsonObject(own)) write({ ...all, [pageId]: { ...own, isRedundant: true } });
}

/** What a dashboard adds to the question of one of its charts; undefined when nothing is known of that page any more. */
export function exploreExtras(
  pageId: string,
  chart: number,
): { title: string | undefined; extra: ExtraFormData } | undefined {
  const read = contextSchema.safeParse(kept()[pageId]);
  if (!read.success) return undefined;
  const { dashboardTitle, nativeFilters, chartConfiguration, dataMask } = read.data;
  const scopes = new Map<string, number[]>();
  for (const [id, { chartsInScope }] of Object.entries(nativeFilters)) scopes.set(id, chartsInScope);
  for (const [id, { crossFilters }] of Object.entries(chartConfiguration))
    scopes.set(id, crossFilters?.chartsInScope ?? []);
  const masks: DataMasks = dataMask;
  return { title: dashboardTitle, extra: extraFormDataFor(chart, masks, scopes) };
}

function kept(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(browserStorage()?.getItem(KEY) ?? '{}');
    return isJsonObject(stored) ? stored : {};
  } catch {
    // Somebody else has written there: nothing of it can be used.
    return {};
  }
}

function write(all: Record<string, unknown>): void {
  try {
    browserStorage()?.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser without room keeps nothing: Explore opens without the filters, as from elsewhere.
  }
}
