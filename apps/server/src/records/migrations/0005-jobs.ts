import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createIndexes, createTable } from './table-shapes.ts';

/** Work that nobody waits for: known until it has ended, whatever becomes of the server. */
export function jobs(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await createTable(db, kind, 'jobs', {
        id: 'id',
        kind: 'text',
        name: 'text',
        payload: 'text',
        repeatable: 'flag',
        state: 'text',
        runs: 'int',
        created_on: 'text',
      });
      await createIndexes(db, 'jobs', [
        ['!', 'kind', 'name'],
        ['kind', 'state', 'id'],
      ]);
    },
  };
}
