import {
  filterDatasetUuids,
  isJsonObject,
  readDashboardMetadata,
  type StoredDocument,
  withChartIds,
  withChartMetas,
} from '@chartroom/model';

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

/** A dashboard's layout and settings with the ids of this installation in the place of the bundle's (contract/api.md §5.2). */
export function remapDashboard(
  position: StoredDocument,
  metadata: StoredDocument,
  ids: NewIds,
): { position: StoredDocument; metadata: StoredDocument; missing: string[] } {
  const charts = new Map<number, number>();
  const missing: string[] = [];
  // Places of charts that the bundle does not hold are left out: their ids would show other charts of this installation.
  const moved = withChartMetas(position, (meta, place) => {
    const old = typeof meta.chartId === 'number' ? meta.chartId : undefined;
    const id =
      (typeof meta.uuid === 'string' ? ids.charts.get(meta.uuid) : undefined) ?? ids.oldCharts.get(old ?? -1);
    if (id === undefined) {
      const name = String(meta.sliceName ?? meta.uuid ?? place);
      missing.push(`The chart "${name}" of the layout is not in the bundle`);
      return undefined;
    }
    if (old !== undefined) charts.set(old, id);
    return { ...meta, chartId: id };
  });
  for (const uuid of filterDatasetUuids(readDashboardMetadata(metadata)))
    if (!ids.datasets.has(uuid))
      missing.push(`A filter asks the dataset ${uuid}, which is not in the bundle`);
  const { native_filter_configuration: filters, ...rest } = withChartIds(metadata, (id) => charts.get(id));
  const asked = Array.isArray(filters) ? filters.map((filter: unknown) => withTargets(filter, ids)) : filters;
  return {
    position: moved,
    metadata: { ...rest, ...(filters !== undefined && { native_filter_configuration: asked }) },
    missing,
  };
}

/** A filter that asks the datasets of this installation. */
function withTargets(filter: unknown, ids: NewIds): unknown {
  if (!isJsonObject(filter) || !Array.isArray(filter.targets)) return filter;
  const targets = filter.targets.map((target: unknown) => {
    if (!isJsonObject(target)) return target;
    // A number names a dataset of the installation where the bundle was made, and here another one or none.
    const { datasetUuid, datasetId: _, ...rest } = target;
    return typeof datasetUuid === 'string' ? { ...rest, datasetId: ids.datasets.get(datasetUuid) } : rest;
  });
  return { ...filter, targets };
}
