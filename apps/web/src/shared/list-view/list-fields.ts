import type { BundledKind, Person } from '@chartroom/model';
import { fetchList } from '../../api/list.ts';
import { bootstrap, isAdmin, may } from '../../base/bootstrap.ts';
import type { ListFilterField } from './list-filters.tsx';

/** Filters that several lists share. */
export const OWNER_FILTER: ListFilterField = {
  key: 'owner',
  label: 'Owner',
  column: 'owners',
  operator: 'rel_m_m',
  kind: 'select',
};
export const MODIFIED_BY_FILTER: ListFilterField = {
  key: 'modified_by',
  label: 'Modified by',
  column: 'changed_by',
  operator: 'rel_o_m',
  kind: 'select',
};
const YES_NO = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
];

/** 'Tag', by the operator of the list. */
export function tagFilter(operator: string): ListFilterField {
  return {
    key: 'tag',
    label: 'Tag',
    column: 'tags',
    operator,
    kind: 'select',
    load: async (search, signal) => {
      const filters = [
        { col: 'type', opr: 'custom_tag', value: true },
        ...(search ? [{ col: 'name', opr: 'ct', value: search }] : []),
      ];
      const list = await fetchList<{ id: number; name: string }>(
        'tag',
        { filters, page: 0, page_size: 100 },
        signal,
      );
      return list.result.map((tag) => ({ label: tag.name, value: tag.id }));
    },
  };
}

/** 'Favorite' and 'Certified' of charts and dashboards. */
export function favoriteFilters(kind: 'chart' | 'dashboard'): ListFilterField[] {
  return [
    {
      key: 'favorite',
      label: 'Favorite',
      column: 'id',
      operator: `${kind}_is_favorite`,
      kind: 'select',
      choices: YES_NO,
    },
    {
      key: 'certified',
      label: 'Certified',
      column: 'id',
      operator: `${kind}_is_certified`,
      kind: 'select',
      choices: YES_NO,
    },
  ];
}

/** Whether the person looking may change or delete a thing of these owners; the server decides again. */
export function ownsOrAdmin(owners: readonly Person[]): boolean {
  return isAdmin() || owners.some((owner) => owner.id === bootstrap.user?.userId);
}

/** What a list of things that travel in bundles offers the person looking: nothing without the right to export. */
export function bundlesOf(
  kind: BundledKind,
  view: string,
): { bundle?: { kind: BundledKind; mayImport: boolean } } {
  return may('can_export', view) ? { bundle: { kind, mayImport: may('can_write', view) } } : {};
}
