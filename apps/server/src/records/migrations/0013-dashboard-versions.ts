import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** What dashboards were after each save. They outlive their dashboard, which may come back out of the trash. */
export function dashboardVersions(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'dashboard_versions', {
        id: 'id',
        dashboard_id: 'int',
        number: 'int',
        changed_on: 'text',
        changed_by_id: 'int? >? users',
        summary: 'text',
        document: 'text',
      });
      await createIndexes(db, 'dashboard_versions', [['!', 'dashboard_id', 'number'], ['changed_on']]);
    },
  };
}
