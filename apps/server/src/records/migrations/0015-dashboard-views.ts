import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** How people look at dashboards: views with names, and one without a name each, the last. */
export function dashboardViews(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'dashboard_views', {
        id: 'id',
        dashboard_id: 'int > dashboards',
        user_id: 'int > users',
        name: 'text?',
        is_shared: 'flag',
        state: 'text',
        changed_on: 'text',
      });
      await createIndexes(db, 'dashboard_views', [['dashboard_id', 'user_id'], ['user_id']]);
    },
  };
}
