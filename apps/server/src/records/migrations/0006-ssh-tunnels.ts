import type { Migration } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';
import { createTable } from './table-shapes.ts';

/** Tunnels to databases, and the keys by which SSH servers are known. */
export function sshTunnels(kind: RecordsKind): Migration {
  return {
    up: async (db) => {
      await db.schema.alterTable('databases').addColumn('ssh_tunnel', 'text').execute();
      await createTable(db, kind, 'ssh_servers', {
        id: 'id',
        server: 'text!',
        key: 'text',
        created_on: 'text',
      });
    },
  };
}
