import type { TrashKind } from '@chartroom/model';
import type { Tables } from '../../records/tables.ts';
import { OBJECT_TYPES } from '../object-tags.ts';

/** Rows that belong to a thing. */
interface Part {
  table: keyof Tables;
  /** The column that says to which thing. */
  own: string;
  /** A condition more, where the table holds rows of other kinds of things. */
  only?: readonly [column: string, value: string | number];
  /** Columns that refer to rows of other tables: without these the row does not come back. */
  needs?: Readonly<Record<string, keyof Tables>>;
}

/** A kind of thing that can be put back. */
export interface TrashedKind {
  table: keyof Tables;
  /** View of the permission to change it. */
  view: string;
  /** Column with its name. */
  name: string;
  /** Who owns it: a table, or a column of its own. */
  owners: { table: keyof Tables; own: string } | 'created_by_id';
  /** Columns that are left empty when what they refer to is gone. */
  wants: Readonly<Record<string, keyof Tables>>;
  needs?: Readonly<Record<string, keyof Tables>>;
  /** Columns that have to be unique, and may be empty. */
  free?: readonly string[];
  parts: readonly Part[];
}

const SIGNED = { created_by_id: 'users', changed_by_id: 'users' } as const;
const stars = (kind: string): Part => ({
  table: 'favorites',
  own: 'object_id',
  only: ['kind', kind],
  needs: { user_id: 'users' },
});
const tags = (type: number): Part => ({
  table: 'tagged_objects',
  own: 'object_id',
  only: ['object_type', type],
  needs: { tag_id: 'tags' },
});

/** Every kind, with the rows that belong to a thing of it. */
export const TRASHED: Readonly<Record<TrashKind, TrashedKind>> = {
  dashboard: {
    table: 'dashboards',
    view: 'Dashboard',
    name: 'dashboard_title',
    owners: { table: 'dashboard_owners', own: 'dashboard_id' },
    wants: { ...SIGNED, theme_id: 'themes' },
    free: ['slug'],
    parts: [
      { table: 'dashboard_owners', own: 'dashboard_id', needs: { user_id: 'users' } },
      { table: 'dashboard_roles', own: 'dashboard_id', needs: { role_id: 'roles' } },
      { table: 'dashboard_charts', own: 'dashboard_id', needs: { chart_id: 'charts' } },
      { table: 'embedded_dashboards', own: 'dashboard_id' },
      { table: 'dashboard_views', own: 'dashboard_id', needs: { user_id: 'users' } },
      stars('Dashboard'),
      tags(OBJECT_TYPES.dashboard),
    ],
  },
  chart: {
    table: 'charts',
    view: 'Chart',
    name: 'slice_name',
    owners: { table: 'chart_owners', own: 'chart_id' },
    wants: { ...SIGNED, last_saved_by_id: 'users' },
    parts: [
      { table: 'chart_owners', own: 'chart_id', needs: { user_id: 'users' } },
      { table: 'dashboard_charts', own: 'chart_id', needs: { dashboard_id: 'dashboards' } },
      stars('slice'),
      tags(OBJECT_TYPES.chart),
    ],
  },
  dataset: {
    table: 'datasets',
    view: 'Dataset',
    name: 'table_name',
    owners: { table: 'dataset_owners', own: 'dataset_id' },
    wants: SIGNED,
    needs: { database_id: 'databases' },
    parts: [
      { table: 'dataset_owners', own: 'dataset_id', needs: { user_id: 'users' } },
      { table: 'dataset_columns', own: 'dataset_id' },
      { table: 'dataset_metrics', own: 'dataset_id' },
      // First of all: nobody reads rows that a rule keeps from them, not even for a moment.
      { table: 'row_rule_datasets', own: 'dataset_id', needs: { row_rule_id: 'row_rules' } },
      tags(OBJECT_TYPES.dataset),
    ],
  },
  saved_query: {
    table: 'saved_queries',
    view: 'SavedQuery',
    name: 'label',
    owners: 'created_by_id',
    wants: { ...SIGNED, database_id: 'databases' },
    parts: [
      { table: 'saved_query_versions', own: 'saved_query_id' },
      stars('query'),
      tags(OBJECT_TYPES.query),
    ],
  },
};
