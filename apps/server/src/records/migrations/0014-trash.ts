import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** Things that were deleted and can be put back for a while. */
export function trash(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'trash', {
        id: 'id',
        kind: 'text',
        object_id: 'int',
        name: 'text',
        owners: 'text',
        deleted_on: 'text',
        deleted_by_id: 'int? >? users',
        document: 'text',
      });
      await createIndexes(db, 'trash', [['deleted_on'], ['kind', 'object_id']]);
    },
  };
}
