import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** Where sessions come from, keys of programs, and links that set a new password. */
export function accountAccess(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await db.schema.alterTable('sessions').addColumn('address', 'text').execute();
      await db.schema.alterTable('sessions').addColumn('agent', 'text').execute();
      await createTable(db, kind, 'api_keys', {
        id: 'id',
        user_id: 'int > users',
        name: 'text',
        hint: 'text',
        hash: 'text!',
        created_on: 'text',
        seen_on: 'text?',
        expires_on: 'text?',
      });
      await createIndexes(db, 'api_keys', [['user_id']]);
      await createTable(db, kind, 'password_links', {
        hash: 'text!',
        user_id: 'int > users',
        created_by_id: 'int? >? users',
        created_on: 'text',
        expires_on: 'text',
      });
      await createIndexes(db, 'password_links', [['user_id']]);
    },
  };
}
