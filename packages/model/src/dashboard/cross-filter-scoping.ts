import type { Scope } from './filters.ts';
import { type Layout, ROOT_ID } from './layout.ts';
import type { DashboardMetadata } from './metadata.ts';
import { chartsInScope } from './scopes.ts';

/** How far the marks of charts reach, as people say it: everywhere the same, and for some charts otherwise (contract/ui.md C9). */
export interface CrossFilterScoping {
  everywhere: Scope;
  own: readonly OwnScoping[];
}

/** A chart whose marks reach elsewhere. */
export interface OwnScoping {
  chart: number;
  scope: Scope;
}

/** What the settings of a dashboard say of it. */
export function crossFilterScoping(metadata: DashboardMetadata): CrossFilterScoping {
  return {
    everywhere: metadata.global_chart_configuration?.scope ?? { rootPath: [ROOT_ID], excluded: [] },
    own: Object.entries(metadata.chart_configuration ?? {}).flatMap(([chart, { crossFilters }]) => {
      const scope = crossFilters?.scope;
      return scope === undefined || scope === 'global' ? [] : [{ chart: Number(chart), scope }];
    }),
  };
}

/** The scoping with one of a chart's own, which begins as that of all others; a chart does not filter itself. */
export function withOwnScoping(
  scoping: CrossFilterScoping,
  chart: number,
  scope?: Scope,
): CrossFilterScoping {
  const { rootPath, excluded } = scope ?? scoping.everywhere;
  const own = { chart, scope: { ...scope, rootPath, excluded: [...new Set([...excluded, chart])] } };
  const isKnown = scoping.own.some((each) => each.chart === chart);
  return {
    ...scoping,
    own: isKnown ? scoping.own.map((each) => (each.chart === chart ? own : each)) : [...scoping.own, own],
  };
}

/** The scoping with a chart that reaches as far as all others again. */
export function withoutOwnScoping(scoping: CrossFilterScoping, chart: number): CrossFilterScoping {
  return { ...scoping, own: scoping.own.filter((each) => each.chart !== chart) };
}

/**
 * The settings that say so: of all charts whose marks filter, with the charts that each reaches in a layout. What else is
 * said of a chart stays.
 */
export function scopingSettings(
  { everywhere, own }: CrossFilterScoping,
  before: DashboardMetadata,
  layout: Layout,
  filtering: readonly number[],
): Pick<DashboardMetadata, 'chart_configuration' | 'global_chart_configuration'> {
  const all = chartsInScope(everywhere, layout);
  const known = before.chart_configuration ?? {};
  const configured = filtering.map((id) => {
    const scope = own.find(({ chart }) => chart === id)?.scope;
    const reached = scope ? chartsInScope(scope, layout) : all;
    const crossFilters = {
      ...known[String(id)]?.crossFilters,
      scope: scope ?? ('global' as const),
      chartsInScope: reached.filter((other) => other !== id),
    };
    return [String(id), { ...known[String(id)], id, crossFilters }] as const;
  });
  return {
    chart_configuration: { ...known, ...Object.fromEntries(configured) },
    global_chart_configuration: {
      ...before.global_chart_configuration,
      scope: everywhere,
      chartsInScope: all,
    },
  };
}
