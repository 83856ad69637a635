import type { DataMasks, ExtraFormData, NativeFilter, QueryContext } from '@chartroom/model';
import { bootstrap } from '../../base/bootstrap.ts';

/** Rows that a value filter offers at most; the operator says how many. */
export const OFFERED = Number(bootstrap.conf.NATIVE_FILTER_DEFAULT_ROW_LIMIT ?? 1_000);

/**
 * What a filter asks to know its own choices; undefined where it needs nothing from the server (contract/ui.md C4). It
 * says which filter of which dashboard asks, and what is searched for: some may read the data through the dashboard alone (contract/api.md §3.3).
 */
export function filterQuestion(
  filter: NativeFilter,
  extra: ExtraFormData,
  { dashboardId, search = '' }: { dashboardId: number | undefined; search?: string },
): QueryContext | undefined {
  const target = filter.targets?.[0];
  const column = target?.column?.name;
  if (target?.datasetId === undefined || column === undefined) return undefined;
  const filters = (extra.filters ?? []).map((each) => ({
    col: each.col,
    op: each.op,
    ...(each.val === undefined ? {} : { val: comparable(each.val) }),
  }));
  if (search !== '') filters.push({ col: column, op: 'ILIKE', val: `%${search}%` });
  const base = { filters, extras: {}, ...(extra.time_range ? { time_range: extra.time_range } : {}) };
  const ascending = filter.controlValues?.sortAscending !== false;
  const query =
    filter.filterType === 'filter_range'
      ? {
          ...base,
          columns: [],
          metrics: (['MIN', 'MAX'] as const).map((aggregate) => ({
            expressionType: 'SIMPLE' as const,
            aggregate,
            column: { column_name: column },
            label: aggregate.toLowerCase(),
            hasCustomLabel: true,
          })),
        }
      : {
          ...base,
          columns: [column],
          metrics: filter.sortMetric ? [filter.sortMetric] : [],
          orderby: filter.sortMetric
            ? [[filter.sortMetric, ascending] as [string, boolean]]
            : [[column, ascending] as [string, boolean]],
          row_limit: OFFERED,
        };
  return {
    datasource: { id: target.datasetId, type: 'table' },
    queries: [query],
    result_format: 'json',
    result_type: 'full',
    force: false,
    form_data: { dashboardId, type: 'NATIVE_FILTER', native_filter_id: filter.id },
  };
}

/** What the filters that this one depends on narrow it to. */
export function parentExtras(filter: NativeFilter, masks: DataMasks): ExtraFormData {
  const merged: ExtraFormData = {};
  for (const id of filter.cascadeParentIds ?? []) {
    const extra = masks[id]?.extraFormData;
    if (!extra) continue;
    merged.filters = [...(merged.filters ?? []), ...(extra.filters ?? [])];
    if (extra.time_range) merged.time_range = extra.time_range;
  }
  return merged;
}

type Scalar = string | number | boolean | null;

function comparable(value: unknown): Scalar | Scalar[] {
  if (Array.isArray(value)) return value.map((each) => (isScalar(each) ? each : String(each)));
  return isScalar(value) ? value : String(value);
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
