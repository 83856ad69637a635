import type { Migration } from 'kysely';

/** Which of several servers works at something: what one has left behind is put in order by that one, and by no other. */
export function servers(): Migration {
  return {
    up: async (db) => {
      for (const table of ['queries', 'jobs'])
        await db.schema.alterTable(table).addColumn('server_id', 'text').execute();
    },
  };
}
