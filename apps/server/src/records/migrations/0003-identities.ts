import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** Who an account is at an identity provider, and which provider began a session. */
export function identities(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await db.schema.alterTable('sessions').addColumn('provider', 'text').execute();
      await createTable(db, kind, 'identities', {
        id: 'id',
        provider: 'text',
        subject: 'text',
        user_id: 'int > users',
        created_on: 'text',
      });
      await createIndexes(db, 'identities', [['!', 'provider', 'subject'], ['user_id']]);
    },
  };
}
