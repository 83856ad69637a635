import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** What saved queries were after each save. */
export function savedQueryVersions(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'saved_query_versions', {
        saved_query_id: 'int > saved_queries',
        number: 'int',
        changed_on: 'text',
        summary: 'text',
        document: 'text',
      });
      await createIndexes(db, 'saved_query_versions', [['!', 'saved_query_id', 'number']]);
    },
  };
}
