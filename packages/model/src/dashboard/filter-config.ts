import { isDeepEqual } from '../json.ts';
import type { NativeFilter } from './filters.ts';
import { ROOT_ID } from './layout.ts';

/** Native filters as people configure them (contract/ui.md C2, C3). */

/** Fields of the configuration that can be wrong. */
export type FilterField = 'name' | 'dataset' | 'column' | 'parents' | 'default';

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
): Partial<Record<FilterField, string>> {
  if (filter.type === 'DIVIDER') return filter.title?.trim() ? {} : { name: 'Title is required' };
  const { filterType, targets, controlValues = {}, defaultDataMask } = filter;
  const [target] = targets ?? [];
  const needsColumn = filterType === 'filter_select' || filterType === 'filter_range';
  const value = defaultDataMask?.filterState?.value;
  const isRequired = controlValues.enableEmptyFilter === true && controlValues.defaultToFirstItem !== true;
  return {
    ...(!filter.name?.trim() && { name: 'Name is required' }),
    ...(filterType !== 'filter_time' &&
      target?.datasetId === undefined && { dataset: 'Dataset is required' }),
    ...(needsColumn && target?.column === undefined && { column: 'Column is required' }),
    ...(isCyclic(filter, all) && { parents: 'Cyclic dependency detected' }),
    ...(isRequired && isNothing(value) && { default: 'Please choose a valid value' }),
  };
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
