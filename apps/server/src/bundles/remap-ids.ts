import { isJsonObject } from '@chartroom/model';
import { member } from './bundle-schemas.ts';

type Mapping = Record<string, unknown>;

/** How things of a bundle are called here. */
export interface NewIds {
  /** Chart uuid → id. */
  charts: ReadonlyMap<string, number>;
  /** Id of a chart where the bundle was made → id. */
  oldCharts: ReadonlyMap<number, number>;
  /** Dataset uuid → id. */
  datasets: ReadonlyMap<string, number>;
  /** Theme uuid → id. */
  themes: ReadonlyMap<string, number>;
}

/** A dashboard's layout and settings with the ids of this house in the place of the bundle's (contract/api.md §5.2). */
export function remapDashboard(
  position: Mapping | null | undefined,
  metadata: Mapping | null | undefined,
  ids: NewIds,
): { position: Mapping; metadata: Mapping; missing: string[] } {
  const charts = new Map<number, number>();
  const missing: string[] = [];
  const moved = remapPosition(position ?? {}, ids, charts, missing);
  for (const uuid of filterDatasetUuids(metadata ?? {}))
    if (!ids.datasets.has(uuid))
      missing.push(`A filter asks the dataset ${uuid}, which is not in the bundle`);
  return { position: moved, metadata: remapMetadata(metadata ?? {}, charts, ids), missing };
}

/** Uuids of the charts that a layout shows. */
export function chartUuidsInLayout(position: Mapping): string[] {
  return Object.values(position).flatMap((node) => {
    const uuid = isJsonObject(node) && node.type === 'CHART' ? member(node, 'meta')?.uuid : undefined;
    return typeof uuid === 'string' ? [uuid] : [];
  });
}

/** Uuids of the datasets that the filters of a dashboard ask. */
export function filterDatasetUuids(metadata: Mapping): string[] {
  const filters = Array.isArray(metadata.native_filter_configuration)
    ? metadata.native_filter_configuration
    : [];
  const targets = filters.flatMap((filter: unknown): unknown[] =>
    isJsonObject(filter) && Array.isArray(filter.targets) ? filter.targets : [],
  );
  return targets.flatMap((target) =>
    isJsonObject(target) && typeof target.datasetUuid === 'string' ? [target.datasetUuid] : [],
  );
}

/** Charts of a layout, by their new ids. */
export function chartsInLayout(position: Mapping): number[] {
  return Object.values(position).flatMap((node) => {
    const id = isJsonObject(node) && node.type === 'CHART' ? member(node, 'meta')?.chartId : undefined;
    return typeof id === 'number' ? [id] : [];
  });
}

/** Places of charts that the bundle does not hold are left out: their ids would show other charts of this house. */
function remapPosition(
  position: Mapping,
  ids: NewIds,
  charts: Map<number, number>,
  missing: string[],
): Mapping {
  const gone = new Set<unknown>();
  const moved = mapped(position, (node) => {
    if (!isJsonObject(node) || node.type !== 'CHART') return node;
    const meta = member(node, 'meta') ?? {};
    const old = typeof meta.chartId === 'number' ? meta.chartId : undefined;
    const id =
      (typeof meta.uuid === 'string' ? ids.charts.get(meta.uuid) : undefined) ?? ids.oldCharts.get(old ?? -1);
    if (id === undefined) {
      gone.add(node.id);
      missing.push(
        `The chart "${String(meta.sliceName ?? meta.uuid ?? node.id)}" of the layout is not in the bundle`,
      );
    } else if (old !== undefined) charts.set(old, id);
    return id === undefined ? node : { ...node, meta: { ...meta, chartId: id } };
  });
  const left = Object.entries(moved).filter(
    ([, node]) => !isJsonObject(node) || node.type !== 'CHART' || !gone.has(node.id),
  );
  return mapped(Object.fromEntries(left), (node) =>
    isJsonObject(node) && Array.isArray(node.children)
      ? { ...node, children: node.children.filter((child) => !gone.has(child)) }
      : node,
  );
}

function remapMetadata(metadata: Mapping, charts: ReadonlyMap<number, number>, ids: NewIds): Mapping {
  const chartList = (value: unknown) =>
    Array.isArray(value)
      ? value.flatMap((id: unknown) => (typeof id === 'number' ? (charts.get(id) ?? []) : []))
      : value;
  const byChart = (value: unknown, change: (each: unknown, id: number) => unknown) => {
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => {
        const id = charts.get(Number(key));
        return id === undefined ? [] : [[String(id), change(each, id)]];
      }),
    );
  };
  const scope = (value: unknown) =>
    isJsonObject(value) ? { ...value, excluded: chartList(value.excluded) } : value;
  const crossFilters = (value: unknown) =>
    isJsonObject(value)
      ? { ...value, scope: scope(value.scope), chartsInScope: chartList(value.chartsInScope) }
      : value;
  const changes: Record<string, (value: unknown) => unknown> = {
    timed_refresh_immune_slices: chartList,
    expanded_slices: (value) => byChart(value, (each) => each),
    filter_scopes: (value) =>
      byChart(value, (each) =>
        isJsonObject(each)
          ? mapped(each, (field) =>
              isJsonObject(field) ? { ...field, immune: chartList(field.immune) } : field,
            )
          : each,
      ),
    default_filters: (value) => remapDefaultFilters(value, byChart),
    chart_configuration: (value) =>
      byChart(value, (each, id) =>
        isJsonObject(each) ? { ...each, id, crossFilters: crossFilters(each.crossFilters) } : each,
      ),
    global_chart_configuration: crossFilters,
    native_filter_configuration: (value) =>
      Array.isArray(value)
        ? value.map((filter: unknown) => remapFilter(filter, { chartList, scope, ids }))
        : value,
  };
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, changes[key]?.(value) ?? value]),
  );
}

function remapFilter(
  filter: unknown,
  {
    chartList,
    scope,
    ids,
  }: { chartList: (value: unknown) => unknown; scope: (value: unknown) => unknown; ids: NewIds },
): unknown {
  if (!isJsonObject(filter)) return filter;
  const targets = Array.isArray(filter.targets)
    ? filter.targets.map((target: unknown) => {
        if (!isJsonObject(target)) return target;
        // A number names a dataset of the house where the bundle was made, and here another one or none.
        const { datasetUuid, datasetId: _, ...rest } = target;
        return typeof datasetUuid === 'string' ? { ...rest, datasetId: ids.datasets.get(datasetUuid) } : rest;
      })
    : filter.targets;
  return { ...filter, targets, scope: scope(filter.scope), chartsInScope: chartList(filter.chartsInScope) };
}

/** Old filter values are a JSON text inside the JSON. */
function remapDefaultFilters(
  value: unknown,
  byChart: (value: unknown, change: (each: unknown) => unknown) => unknown,
): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.stringify(byChart(JSON.parse(value), (each) => each));
  } catch {
    // Unreadable defaults of an old dashboard select nothing.
    return '{}';
  }
}

function mapped(value: Mapping, change: (each: unknown) => unknown): Mapping {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));
}
