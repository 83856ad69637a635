import { z } from 'zod';
import { extraFormDataSchema } from '../form-data.ts';
import { member, readableItems } from '../stored.ts';

/** Native filters of dashboards and what they give to charts (contract/ui.md C1, C8). */

/** Which charts something reaches: those below one of the roots that are not excluded. */
export const scopeSchema = z.looseObject({
  rootPath: readableItems(z.string()).default([]),
  excluded: readableItems(z.number()).default([]),
  /** `chart-{id}-layer-{n}`: charts of several layers, of which some are reached. */
  selectedLayers: member(readableItems(z.string())),
});
export type Scope = z.infer<typeof scopeSchema>;

/** What a filter gives to the charts in its scope, and what it shows of itself. */
export const dataMaskSchema = z.looseObject({
  id: z.string().optional(),
  extraFormData: extraFormDataSchema.optional(),
  filterState: z.looseObject({ value: z.unknown().optional(), label: z.string().optional() }).optional(),
  ownState: z.record(z.string(), z.unknown()).optional(),
});
export type DataMask = z.infer<typeof dataMaskSchema>;
/** By the ids of the filters and of the charts that filter others. */
export const dataMasksSchema = z.record(z.string(), dataMaskSchema);
export type DataMasks = z.infer<typeof dataMasksSchema>;

export const FILTER_TYPES = [
  'filter_select',
  'filter_range',
  'filter_time',
  'filter_timecolumn',
  'filter_timegrain',
] as const;

/** What a filter asks: a column of a dataset. In bundles the dataset stands by its uuid. */
const targetSchema = z.looseObject({
  datasetId: member(z.number()),
  datasetUuid: member(z.string()),
  column: member(z.looseObject({ name: z.string() })),
});

/** One item of `native_filter_configuration`: a filter, or a line between filters. */
export const nativeFilterSchema = z.looseObject({
  id: z.string(),
  type: z.enum(['NATIVE_FILTER', 'DIVIDER']).catch('NATIVE_FILTER'),
  name: member(z.string()),
  title: member(z.string()),
  description: member(z.string()),
  filterType: member(z.enum(FILTER_TYPES)),
  targets: member(readableItems(targetSchema)),
  controlValues: member(z.record(z.string(), z.unknown())),
  defaultDataMask: member(dataMaskSchema),
  cascadeParentIds: member(readableItems(z.string())),
  scope: member(scopeSchema),
  chartsInScope: member(readableItems(z.number())),
  tabsInScope: member(readableItems(z.string())),
  adhoc_filters: member(z.array(z.unknown())),
  time_range: member(z.string()),
  granularity_sqla: member(z.string()),
  sortMetric: member(z.string().nullable()),
  requiredFirst: member(z.boolean()),
});
export type NativeFilter = z.infer<typeof nativeFilterSchema>;

/** Ids of the datasets that a filter asks. */
export function targetsOf({ targets }: Pick<NativeFilter, 'targets'>): number[] {
  return (targets ?? []).flatMap(({ datasetId }) => (datasetId === undefined ? [] : [datasetId]));
}
