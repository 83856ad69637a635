import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Work that a server itself has begun: another one that shares the records may be at the rest of it. What is older than
 * these notes is anybody's.
 * @param serverId undefined = no other server shares the records
 */
export function ownWork(serverId: string | undefined) {
  return <Table extends 'queries' | 'jobs'>(
    on: ExpressionBuilder<Tables, Table>,
  ): ExpressionWrapper<Tables, Table, SqlBool> => {
    const column = sql<string | null>`server_id`;
    if (serverId === undefined) return on.and([]);
    return on.or([on(column, '=', serverId), on(column, 'is', null)]);
  };
}
