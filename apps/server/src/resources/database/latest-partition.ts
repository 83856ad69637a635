import { ChartroomError, type TableMetadata } from '@chartroom/model';
import type { Dialect } from '@chartroom/query';
import type { WithData } from '../../data/ports.ts';
import type { Act } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';

/** Names that a template takes as they are. */
const PLAIN = /^\w+$/;

/**
 * The newest partition of a table, as templates of the asker would be told it; undefined for tables without partitions, with
 * partitions of several fields, and where the engine does not tell.
 */
export async function latestPartition(
  databaseId: number,
  dialect: Dialect,
  table: { table: string; schema: string | null; catalog: string | null },
  act: Act<Ground & WithData>,
): Promise<TableMetadata['partitions']> {
  const [namespace] = dialect.partitionMacros ?? [];
  const path = [table.catalog, table.schema, table.table].filter((part) => part !== null);
  if (namespace === undefined || !path.every((part) => PLAIN.test(part))) return undefined;
  const data = await act.services.data();
  const template = `{{ ${namespace}.latest_partition('${path.join('.')}') or '' }}`;
  try {
    const latest = await data.neutralSql(databaseId, template, null, table, act.caller.principal);
    if (latest === '') return undefined;
    const own = [...path.slice(0, -1), `${table.table}$partitions`].map(dialect.quoteIdentifier);
    return { latest, partitionQuery: `SELECT *\nFROM ${own.join('.')}` };
  } catch (error) {
    if (error instanceof ChartroomError) return undefined;
    throw error;
  }
}
