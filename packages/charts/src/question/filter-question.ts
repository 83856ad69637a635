import type { DataMasks, ExtraFormData, NativeFilter, QueryContext, QueryObject } from '@chartroom/model';
import { baseQuery } from './base-query.ts';
import { isAdhocFilter } from './filters.ts';

/** Who asks for the choices of a filter, and for which of them. */
export interface FilterAsker {
  dashboardId: number | undefined;
  /** Time column by which ranges narrow where the filter names none. */
  mainTime: string | null | undefined;
  /** Rows that are offered at most. */
  rows: number;
  search?: string;
}

const NO_RANGE = 'No filter';

/**
 * What a filter asks to know its own choices; undefined where it needs nothing from the server (contract/ui.md C4). It
 * says which filter of which dashboard asks, and what is searched for: some may read the data through the dashboard alone (contract/api.md §3.3).
 */
export function filterQuestion(
  filter: NativeFilter,
  extra: ExtraFormData,
  { dashboardId, mainTime, rows, search = '' }: FilterAsker,
): QueryContext | undefined {
  const target = filter.targets?.[0];
  const column = target?.column?.name;
  if (target?.datasetId === undefined || column === undefined) return undefined;
  const base = narrowing(filter, extra, mainTime);
  if (search !== '') base.filters?.push({ col: column, op: 'ILIKE', val: `%${search}%` });
  return {
    datasource: { id: target.datasetId, type: 'table' },
    queries: [{ ...base, ...wanted(filter, column, rows) }],
    result_format: 'json',
    result_type: 'full',
    force: false,
    form_data: { dashboardId, type: 'NATIVE_FILTER', native_filter_id: filter.id },
  };
}

/** What of the data is looked at: the filter's own pre-filter, and what the filters say on which it depends. */
function narrowing(
  filter: NativeFilter,
  extra: ExtraFormData,
  mainTime: string | null | undefined,
): QueryObject {
  const { filters, extras } = baseQuery({
    datasource: '',
    viz_type: filter.filterType ?? 'filter_select',
    adhoc_filters: (filter.adhoc_filters ?? []).filter(isAdhocFilter),
    extra_form_data: extra,
  });
  const range = extra.time_range ?? filter.time_range;
  const time = filter.granularity_sqla || mainTime;
  return {
    filters: filters ?? [],
    extras: extras ?? {},
    ...(range && range !== NO_RANGE && { time_range: range, ...(time && { granularity: time }) }),
  };
}

/** The bounds of a range, or the values in their order where there shall be one (contract/ui.md C4, `sortAscending`). */
function wanted({ filterType, controlValues, sortMetric }: NativeFilter, column: string, rows: number) {
  if (filterType === 'filter_range') {
    const metrics = (['MIN', 'MAX'] as const).map((aggregate) => ({
      expressionType: 'SIMPLE' as const,
      aggregate,
      column: { column_name: column },
      label: aggregate.toLowerCase(),
      hasCustomLabel: true,
    }));
    return { columns: [], metrics };
  }
  const isSorted = (sortMetric ?? undefined) !== undefined || controlValues?.sortAscending !== undefined;
  const order: [string, boolean] = [sortMetric ?? column, controlValues?.sortAscending !== false];
  return {
    columns: [column],
    metrics: sortMetric ? [sortMetric] : [],
    orderby: isSorted ? [order] : [],
    row_limit: rows,
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
