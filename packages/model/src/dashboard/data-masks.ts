import type { DataMask, DataMasks, NativeFilter } from './filters.ts';

/** What each filter says at first: its default, over which comes what a link carries. */
export function initialMasks(filters: readonly NativeFilter[], given: DataMasks): DataMasks {
  const masks: DataMasks = {};
  for (const filter of filters) {
    if (filter.type !== 'NATIVE_FILTER') continue;
    masks[filter.id] = {
      id: filter.id,
      extraFormData: {},
      filterState: {},
      ...filter.defaultDataMask,
      ...given[filter.id],
    };
  }
  for (const [id, mask] of Object.entries(given)) if (!(id in masks) && /^\d+$/.test(id)) masks[id] = mask;
  return masks;
}

/** What a value filter gives for its values (contract/ui.md C4); `inverse`: they are left out instead of shown. */
export function selectMask(
  filter: NativeFilter,
  values: readonly (string | number | boolean | null)[],
  inverse = filter.controlValues?.inverseSelection === true,
): DataMask {
  const column = filter.targets?.[0]?.column?.name ?? '';
  const value = values.length > 0 ? [...values] : null;
  const label =
    values.map((each) => (each === null ? '<NULL>' : String(each))).join(', ') +
    (inverse && value ? ' (excluded)' : '');
  const filterState = {
    value,
    label: value ? label : undefined,
    ...(filter.controlValues?.inverseSelection === true ? { excludeFilterValues: inverse } : {}),
  };
  if (value)
    return {
      extraFormData: { filters: [{ col: column, op: inverse ? 'NOT IN' : 'IN', val: value }] },
      filterState,
    };
  if (filter.controlValues?.enableEmptyFilter === true && !inverse) {
    return {
      extraFormData: { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] },
      filterState,
    };
  }
  return { extraFormData: {}, filterState };
}

/** Whether a filter is to begin with the first value that it offers, and says nothing yet (contract/ui.md C3). */
export function wantsFirst(filter: NativeFilter, masks: DataMasks): boolean {
  if (filter.type !== 'NATIVE_FILTER' || filter.controlValues?.defaultToFirstItem !== true) return false;
  const isOfValues = filter.filterType === undefined || filter.filterType === 'filter_select';
  return isOfValues && (masks[filter.id]?.filterState?.value ?? null) === null;
}

/**
 * What filters say that begin with the first value they offer: those on which others depend are asked first. `firstOf`
 * answers what a filter says with what the others say; undefined where it offers nothing, `failed` where nobody could tell.
 */
export async function withFirstValues(
  filters: readonly NativeFilter[],
  given: DataMasks,
  firstOf: (filter: NativeFilter, masks: DataMasks) => Promise<DataMask | 'failed' | undefined>,
): Promise<{ masks: DataMasks; failed: NativeFilter[] }> {
  let masks = given;
  const failed: NativeFilter[] = [];
  let pending = filters.filter((filter) => wantsFirst(filter, given));
  while (pending.length > 0) {
    const ids = new Set(pending.map(({ id }) => id));
    const free = pending.filter((filter) => !(filter.cascadeParentIds ?? []).some((id) => ids.has(id)));
    // Filters that depend on each other in a circle are asked all at once.
    const now = free.length > 0 ? free : pending;
    const before = masks;
    const found = await Promise.all(now.map((filter) => firstOf(filter, before)));
    for (const [at, filter] of now.entries()) {
      const mask = found[at];
      if (mask === 'failed') failed.push(filter);
      else if (mask) masks = { ...masks, [filter.id]: { id: filter.id, ...mask } };
    }
    pending = pending.filter((filter) => !now.includes(filter));
  }
  return { masks, failed };
}
