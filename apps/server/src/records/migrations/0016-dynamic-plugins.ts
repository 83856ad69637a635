import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createTable } from './table-shapes.ts';

/** Chart types that are loaded by their addresses. */
export function dynamicPlugins(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'dynamic_plugins', {
        id: 'id',
        created_on: 'text',
        changed_on: 'text',
        created_by_id: 'int? >? users',
        changed_by_id: 'int? >? users',
        name: 'text!',
        key: 'text!',
        bundle_url: 'text!',
      });
    },
  };
}
