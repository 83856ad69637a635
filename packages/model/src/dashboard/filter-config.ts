import { isDeepEqual } from '../json.ts';
import type { NativeFilter } from './filters.ts';
import { ROOT_ID } from './layout.ts';

/** Native filters as people configure them (contract/ui.md C2, C3). */

/** Fields of the configuration that can be wrong. */
export type FilterField = 'name' | 'dataset' | 'column' | 'parents' | 'preFilter' | 'default';

/** The range that bounds nothing. */
const NO_RANGE = 'No filter';

/** What somebody has said that they will fill in, and may not have filled in yet. */
export interface FilterWishes {
  preFilter?: boolean;
  default?: boolean;
}

/** A new filter of values, for a dataset. */
export function newFilter(id: string, datasetId: number | undefined): NativeFilter {
  return {
    id,
    type: 'NATIVE_FILTER',
    name: '',
    filterType: 'filter_select',
    targets: [datasetId === undefined ? {} : { datasetId }],
    controlValues: {
      enableEmptyFilter: false,
      defaultToFirstItem: false,
      creatable: true,
      multiSelect: true,
      searchAllOptions: false,
      inverseSelection: false,
      sortAscending: true,
    },
    defaultDataMask: { extraFormData: {}, filterState: {} },
    cascadeParentIds: [],
    scope: { rootPath: [ROOT_ID], excluded: [] },
    description: '',
  };
}

/** A new line between filters. */
export function newFilterDivider(id: string): NativeFilter {
  return {
    id,
    type: 'DIVIDER',
    title: '',
    description: '',
    scope: { rootPath: [ROOT_ID], excluded: [] },
  };
}

/** What is wrong with a filter, by field; nothing where it can be saved. */
export function filterProblems(
  filter: NativeFilter,
  all: readonly NativeFilter[],
  wishes: FilterWishes = {},
): Partial<Record<FilterField, string>> {
  if (filter.type === 'DIVIDER') return filter.title?.trim() ? {} : { name: 'Title is required' };
  const { filterType, targets, controlValues = {}, defaultDataMask } = filter;
  const [target] = targets ?? [];
  const needsColumn = filterType === 'filter_select' || filterType === 'filter_range';
  const { validateStatus } = defaultDataMask?.filterState ?? {};
  const needsDefault = controlValues.defaultToFirstItem !== true && (isNeeded(filter) || wishes.default);
  return {
    ...(!filter.name?.trim() && { name: 'Name is required' }),
    ...(filterType !== 'filter_time' &&
      target?.datasetId === undefined && { dataset: 'Dataset is required' }),
    ...(needsColumn && target?.column === undefined && { column: 'Column is required' }),
    ...(isCyclic(filter, all) && { parents: 'Cyclic dependency detected' }),
    ...(needsColumn && wishes.preFilter && !hasPreFilter(filter) && { preFilter: 'Pre-filter is required' }),
    ...(((needsDefault && !hasDefault(filter)) || validateStatus === 'error') && {
      default: 'Please choose a valid value',
    }),
  };
}

/** Whether a filter has to have a value from the start: it is required, and does not begin with the first one offered. */
export function isNeeded({ controlValues = {} }: NativeFilter): boolean {
  return controlValues.enableEmptyFilter === true && controlValues.defaultToFirstItem !== true;
}

/** Whether a filter says something when the dashboard is opened. */
export function hasDefault({ defaultDataMask }: NativeFilter): boolean {
  return !isNothing(defaultDataMask?.filterState?.value);
}

/** Whether the values that a filter offers are narrowed. */
export function hasPreFilter({ adhoc_filters, time_range }: NativeFilter): boolean {
  return (adhoc_filters?.length ?? 0) > 0 || (Boolean(time_range) && time_range !== NO_RANGE);
}

/** A filter that offers all its values. The time column stays where a filter of times on which it depends needs it. */
export function withoutPreFilter(filter: NativeFilter): NativeFilter {
  const { adhoc_filters: _conditions, time_range: _range, ...rest } = filter;
  return rest;
}

/** Whether a filter depends on one of times, which needs a time column to narrow it by. */
export function dependsOnTime(filter: NativeFilter, all: readonly NativeFilter[]): boolean {
  const parents = all.filter(({ id }) => filter.cascadeParentIds?.includes(id));
  return parents.some(({ filterType }) => filterType === 'filter_time');
}

/** Another order of filters: the one at `from` stands at `to`. */
export function movedFilter(filters: readonly NativeFilter[], from: number, to: number): NativeFilter[] {
  const [moved] = filters.slice(from, from + 1);
  if (!moved || to < 0 || to >= filters.length) return [...filters];
  return filters.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Whether a filter depends on itself, over however many others. */
function isCyclic(filter: NativeFilter, all: readonly NativeFilter[]): boolean {
  const seen = new Set<string>();
  const pending = [...(filter.cascadeParentIds ?? [])];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === filter.id) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    pending.push(...(all.find((each) => each.id === id)?.cascadeParentIds ?? []));
  }
  return false;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.every(isNothing));
}

/** What has changed between two lists of filters, as it is saved. */
export function filterChanges(
  before: readonly NativeFilter[],
  after: readonly NativeFilter[],
): { modified: NativeFilter[]; deleted: string[]; reordered: string[] } {
  const old = new Map(before.map((filter) => [filter.id, filter]));
  const ids = after.map(({ id }) => id);
  const deleted = [...old.keys()].filter((id) => !ids.includes(id));
  const modified = after.filter((filter) => !isDeepEqual(filter, old.get(filter.id)));
  const left = [...old.keys()].filter((id) => ids.includes(id));
  const isSameOrder = isDeepEqual(left, ids.slice(0, left.length));
  return { modified, deleted, reordered: isSameOrder ? [] : ids };
}
