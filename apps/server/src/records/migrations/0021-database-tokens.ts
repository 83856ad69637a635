import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** Tokens by which people let the installation read a database as them, sealed. */
export function databaseTokens(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'database_tokens', {
        id: 'id',
        user_id: 'int > users',
        database_id: 'int > databases',
        tokens: 'text',
        ends_on: 'text?',
      });
      await createIndexes(db, 'database_tokens', [['!', 'user_id', 'database_id'], ['database_id']]);
    },
  };
}
