import type { DataMask, ExtraFormData, NativeFilter } from '@chartroom/model';

/** What a numerical range gives for its bounds; null is open. One that cannot be taken filters nothing, and says why. */
export function rangeMask(
  filter: NativeFilter,
  [low, high]: readonly [number | null, number | null],
  problem?: string,
): DataMask {
  if (problem !== undefined) {
    const filterState = { value: [low, high], validateStatus: 'error', validateMessage: problem };
    return { extraFormData: {}, filterState };
  }
  const col = filter.targets?.[0]?.column?.name ?? '';
  const filters: NonNullable<ExtraFormData['filters']> = [];
  if (low !== null && low === high) filters.push({ col, op: '==', val: low });
  else {
    if (low !== null) filters.push({ col, op: '>=', val: low });
    if (high !== null) filters.push({ col, op: '<=', val: high });
  }
  return {
    extraFormData: filters.length > 0 ? { filters } : {},
    filterState: { value: filters.length > 0 ? [low, high] : null, label: rangeLabel(low, high) },
  };
}

/** What a time range gives. */
export function timeMask(range: string): DataMask {
  const set = range !== '' && range !== 'No filter';
  return { extraFormData: set ? { time_range: range } : {}, filterState: set ? { value: range } : {} };
}

/** What a time column or time grain gives. */
export function choiceMask(
  key: 'granularity_sqla' | 'time_grain_sqla',
  value: string | undefined,
  label?: string,
): DataMask {
  return value
    ? { extraFormData: { [key]: value }, filterState: { value: [value], ...(label ? { label } : {}) } }
    : { extraFormData: {}, filterState: { value: null } };
}

/** Whether a filter has to have a value and has none. */
export function isMissing(filter: NativeFilter, mask: DataMask | undefined): boolean {
  if (filter.controlValues?.enableEmptyFilter !== true) return false;
  const value = mask?.filterState?.value;
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function rangeLabel(low: number | null, high: number | null): string | undefined {
  if (low !== null && low === high) return `x = ${low}`;
  if (low !== null && high !== null) return `${low} ≤ x ≤ ${high}`;
  if (low !== null) return `x ≥ ${low}`;
  if (high !== null) return `x ≤ ${high}`;
  return undefined;
}
