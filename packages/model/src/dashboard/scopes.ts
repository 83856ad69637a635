import type { Scope } from './filters.ts';
import { chartPaths, type Layout, ROOT_ID } from './layout.ts';
import type { DashboardMetadata } from './metadata.ts';

const EVERYWHERE: Scope = { rootPath: [ROOT_ID], excluded: [] };

/**
 * Charts that a scope covers: below one of its roots and not excluded. Charts of which it names layers come
 * first, wherever they stand (contract/ui.md C5).
 */
export function chartsInScope(scope: Scope | undefined, layout: Layout): number[] {
  const { rootPath, excluded, selectedLayers = [] } = scope ?? EVERYWHERE;
  const layered = new Set(selectedLayers.map((layer) => Number(/^chart-(\d+)-layer-/.exec(layer)?.[1])));
  const paths = [...chartPaths(layout)];
  const named = paths.filter(([id]) => layered.has(id));
  const below = paths.filter(
    ([id, path]) =>
      !layered.has(id) && !excluded.includes(id) && path.some((part) => rootPath.includes(part)),
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
