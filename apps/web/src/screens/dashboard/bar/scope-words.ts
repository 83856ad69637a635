import { chartIdOf, chartPaths, type Layout, type Scope } from '@chartroom/model';

/** What a filter reaches, for people: whole tabs by their names, and single charts. */
export interface ScopeWords {
  isAll: boolean;
  tabs: string[];
  charts: string[];
}

/** The words for the charts that a scope covers. */
export function scopeWords(scope: Scope | undefined, charts: readonly number[], layout: Layout): ScopeWords {
  const reached = new Set(charts);
  const paths = chartPaths(layout);
  const isWhole = (tab: string) => [...paths].every(([id, path]) => !path.includes(tab) || reached.has(id));
  const tabs = (scope?.rootPath ?? []).filter((id) => layout[id]?.type === 'TAB' && isWhole(id));
  const single = [...paths].filter(
    ([id, path]) => reached.has(id) && !tabs.some((tab) => path.includes(tab)),
  );
  return {
    isAll: [...paths.keys()].every((id) => reached.has(id)) && paths.size > 0,
    tabs: tabs.map((id) => titleOf(layout, id)),
    charts: single.map(([id]) => nameOf(layout, id)),
  };
}

/** The scope in one line. */
export function scopeText({ isAll, tabs, charts }: ScopeWords): string {
  if (isAll) return 'All charts';
  const names = [...tabs, ...charts];
  if (names.length === 0) return 'None';
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const MOST_NAMED = 4;

function titleOf(layout: Layout, id: string): string {
  const tab = layout[id];
  return tab?.type === 'TAB' ? tab.meta.text || tab.meta.defaultText || 'Tab title' : '';
}

function nameOf(layout: Layout, chart: number): string {
  const item = Object.values(layout).find((each) => chartIdOf(each) === chart);
  const meta = item?.type === 'CHART' ? item.meta : undefined;
  return meta?.sliceNameOverride || meta?.sliceName || `Chart ${chart}`;
}
