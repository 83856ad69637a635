import { sql } from 'kysely';
import {
  createdByMe,
  either,
  HAS_MAKER,
  SIGNED_FILTERS,
  starred,
  tagFilters,
} from '../../lists/common-filters.ts';
import { type Filters, matches } from '../../lists/filters.ts';
import { callerId } from '../../security/caller.ts';

/** Filters of the list of charts (contract/api.md §2.3). */
export const CHART_FILTERS: Filters = {
  columns: {
    id: { kind: 'number' },
    uuid: { kind: 'text' },
    slice_name: { kind: 'text' },
    description: { kind: 'text' },
    viz_type: { kind: 'text' },
    datasource_id: { kind: 'number' },
    datasource_name: { kind: 'text' },
    datasource_type: { kind: 'text' },
    last_saved_at: { kind: 'date' },
    ...SIGNED_FILTERS,
    last_saved_by: { kind: 'one', column: 'last_saved_by_id' },
    owners: { kind: 'many', link: 'chart_owners', own: 'chart_id', other: 'user_id' },
    dashboards: { kind: 'many', link: 'dashboard_charts', own: 'chart_id', other: 'dashboard_id' },
    tags: { kind: 'many', link: 'tagged_objects', own: 'object_id', other: 'tag_id' },
  },
  custom: {
    slice_name: {
      chart_all_text: (value) => {
        if (value === null || value === '') return undefined;
        const text = String(value);
        const named = matches(sql.ref('fds.table_name'), text);
        const names = ['t.slice_name', 't.description', 't.viz_type'].map((column) =>
          matches(sql.ref(column), text),
        );
        const table = sql<boolean>`t.datasource_id in (select fds.id from datasets as fds where ${named})`;
        return sql<boolean>`(${sql.join([...names, table], sql` or `)})`;
      },
    },
    id: {
      chart_is_favorite: starred('slice'),
      // Written as a comparison, which an index answers.
      chart_is_certified: either(sql<boolean>`t.certified_by >= ''`),
      chart_owned_created_favored_by_me: (_value, caller) => {
        const id = callerId(caller);
        return sql<boolean>`t.id in (select fm.id from charts as fm where fm.created_by_id = ${id}
          union all select fc.id from charts as fc where fc.changed_by_id = ${id}
          union all select fo.chart_id from chart_owners as fo where fo.user_id = ${id}
          union all select fav.object_id from favorites as fav where fav.kind = 'slice' and fav.user_id = ${id})`;
      },
    },
    created_by: {
      chart_has_created_by: HAS_MAKER,
      chart_created_by_me: createdByMe,
    },
    tags: tagFilters(2, 'chart'),
  },
};
