import { isJsonObject } from '@chartroom/model';

/** What a dashboard's `json_metadata` says. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Ids of the datasets that a native filter asks. */
export function targetsOf(filter: unknown): number[] {
  if (!isJsonObject(filter) || !Array.isArray(filter.targets)) return [];
  return filter.targets.flatMap((target) =>
    isJsonObject(target) && typeof target.datasetId === 'number' ? [target.datasetId] : [],
  );
}

/** Ids of the datasets that the native filters of a dashboard ask. */
export function filterDatasets({ native_filter_configuration: filters }: Metadata): number[] {
  return Array.isArray(filters) ? filters.flatMap(targetsOf) : [];
}
