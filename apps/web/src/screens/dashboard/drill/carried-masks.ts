import { bucketOf, type DrillFilter } from '@chartroom/charts';
import { columnLabel, type DataMask, type DataMasks, type NativeFilter, selectMask } from '@chartroom/model';
import { rangeMask, timeMask } from '../../../shared/filter-values/value-masks.ts';

/** What the filters of another dashboard are set to by the values that were clicked: each takes those of its own column. */
export function carriedMasks(filters: readonly NativeFilter[], values: readonly DrillFilter[]): DataMasks {
  const masks: DataMasks = {};
  for (const filter of filters) {
    const mask = filter.type === 'NATIVE_FILTER' ? maskOf(filter, values) : undefined;
    if (mask) masks[filter.id] = { id: filter.id, ...mask };
  }
  return masks;
}

function maskOf(filter: NativeFilter, values: readonly DrillFilter[]): DataMask | undefined {
  if (filter.filterType === 'filter_time') {
    const range = values.flatMap(bucketRange)[0];
    return range === undefined ? undefined : timeMask(range);
  }
  const value = values.find(({ col }) => takes(filter, columnLabel(col)))?.val;
  if (value === undefined) return undefined;
  if (filter.filterType !== 'filter_range') return selectMask(filter, [value]);
  return typeof value === 'number' ? rangeMask(filter, [value, value]) : undefined;
}

/** Whether a filter takes values of a column. */
export function takes(
  { type, filterType = 'filter_select', targets }: NativeFilter,
  column: string,
): boolean {
  const isOfValues = filterType === 'filter_select' || filterType === 'filter_range';
  return type === 'NATIVE_FILTER' && isOfValues && targets?.[0]?.column?.name === column;
}

/** The bucket that a moment stands for, as a time range. */
function bucketRange({ grain, val }: DrillFilter): string[] {
  const bucket = grain !== undefined && typeof val === 'number' ? bucketOf(grain, val) : undefined;
  return bucket ? [`${moment(bucket.from)} : ${moment(bucket.to)}`] : [];
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}
