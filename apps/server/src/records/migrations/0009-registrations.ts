import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** People who have asked for an account and do not have it yet. */
export function registrations(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'user_registrations', {
        id: 'id',
        username: 'text',
        email: 'text',
        first_name: 'text',
        last_name: 'text',
        password_hash: 'text',
        registration_date: 'text',
        registration_hash: 'text!',
      });
      await createIndexes(db, 'user_registrations', [['registration_date']]);
    },
  };
}
