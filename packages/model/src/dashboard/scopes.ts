import type { Scope } from './filters.ts';
import { chartIdOf, chartPlaces, type Layout, ROOT_ID, visibleCharts } from './layout.ts';
import type { DashboardMetadata } from './metadata.ts';

const EVERYWHERE: Scope = { rootPath: [ROOT_ID], excluded: [] };

/**
 * Charts that a scope covers: below one of its roots and not excluded. Charts of which it names layers come
 * first, wherever they stand (contract/ui.md C5).
 */
export function chartsInScope(scope: Scope | undefined, layout: Layout): number[] {
  const { rootPath, excluded, selectedLayers = [] } = scope ?? EVERYWHERE;
  const layered = new Set(selectedLayers.map((layer) => Number(/^chart-(\d+)-layer-/.exec(layer)?.[1])));
  const paths = [...chartPlaces(layout)];
  const named = paths.filter(([id]) => layered.has(id));
  const below = paths.filter(
    ([id, places]) =>
      !layered.has(id) && !excluded.includes(id) && places.flat().some((part) => rootPath.includes(part)),
  );
  return [...named, ...below].map(([id]) => id);
}

/** For every filter and every cross-filtering chart: the charts that it reaches. */
export function scopesOf(
  metadata: DashboardMetadata,
  layout: Layout,
  charts: readonly number[],
): Map<string, number[]> {
  const scopes = new Map<string, number[]>();
  for (const filter of metadata.native_filter_configuration ?? []) {
    if (filter.type === 'NATIVE_FILTER') scopes.set(filter.id, chartsInScope(filter.scope, layout));
  }
  const everywhere = chartsInScope(metadata.global_chart_configuration?.scope, layout);
  for (const id of charts) {
    const own = metadata.chart_configuration?.[String(id)]?.crossFilters?.scope;
    const reached = own === undefined || own === 'global' ? everywhere : chartsInScope(own, layout);
    scopes.set(
      String(id),
      reached.filter((other) => other !== id),
    );
  }
  return scopes;
}

/**
 * The scope that covers just the charts whose components are given: their nearest tabs on the highest level that one of
 * them stands on, without the other charts below those (contract/ui.md C5).
 */
export function scopeOf(components: readonly string[], layout: Layout): Scope {
  const chosen = new Set(components.filter((id) => layout[id]?.type === 'CHART'));
  const chains = [...chosen].map((id) => [ROOT_ID, ...tabsAbove(layout, id)]);
  const level = Math.min(...chains.map((chain) => chain.length)) - 1;
  const rootPath = [...new Set(chains.flatMap((chain) => chain[level] ?? []))];
  // A chart that stands in several places is reached when one of them is chosen.
  const reached = new Set([...chosen].map((id) => layout[id] && chartIdOf(layout[id])));
  const excluded = Object.values(layout).flatMap((item) => {
    const chart = chartIdOf(item);
    const isBelow = [ROOT_ID, ...(item.parents ?? [])].some((part) => rootPath.includes(part));
    return chart !== undefined && !reached.has(chart) && isBelow ? [chart] : [];
  });
  return { rootPath, excluded: [...new Set(excluded)] };
}

/**
 * The components that are chosen after one of them was chosen or let go: a chart is chosen in all of its places, or in none.
 */
export function alikePlaces(chosen: readonly string[], before: readonly string[], layout: Layout): string[] {
  const chartsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => (layout[id] && chartIdOf(layout[id])) ?? []);
  const gone = new Set(chartsOf(before.filter((id) => !chosen.includes(id))));
  const charts = new Set(chartsOf(chosen).filter((chart) => !gone.has(chart)));
  return Object.values(layout).flatMap((item) => {
    const chart = chartIdOf(item);
    return chart !== undefined && charts.has(chart) ? [item.id] : [];
  });
}

/** Tabs that hold one of some charts, from the outermost (contract/ui.md C5). */
export function tabsInScope(charts: readonly number[], layout: Layout): string[] {
  const tabs = Object.values(layout).flatMap((item) => {
    const chart = chartIdOf(item);
    return chart !== undefined && charts.includes(chart) ? tabsAbove(layout, item.id) : [];
  });
  return [...new Set(tabs)];
}

/**
 * Whether something that reaches charts is worth showing with these tabs open: it reaches one that can be seen, or is meant
 * for one of the open tabs (contract/ui.md C5). Without tabs everything is.
 */
export function isScopeInView(
  { charts, scope }: { charts: readonly number[]; scope: Scope | undefined },
  layout: Layout,
  activeTabs: ReadonlySet<string>,
): boolean {
  if (!Object.values(layout).some(({ type }) => type === 'TAB')) return true;
  if (scope?.rootPath.some((root) => activeTabs.has(root))) return true;
  const visible = visibleCharts(layout, activeTabs);
  return charts.some((chart) => visible.includes(chart));
}

function tabsAbove(layout: Layout, id: string): string[] {
  return (layout[id]?.parents ?? []).filter((part) => layout[part]?.type === 'TAB');
}
