import type { PoolClient } from 'pg';
import type { DivisibleSelect, TableRef } from '../engine.ts';
import type { OneState } from './checkout.ts';
import { quoteText } from './sql-text.ts';

/** Pages of a table from which a second connection is worth its beginning: 8 MB. */
const LARGE_PAGES = 1_024;
/** The first version that reads a range of pages without looking at the others. */
const RANGE_VERSION = 140_000;

/** A select in two parts, and the connection that reads the second beside the first. */
export interface Halves<Second> {
  sql: readonly [string, string];
  second: Second;
}

/**
 * Divides a select of a large table by its pages, for two connections that see the same state; undefined for a small one, for
 * what is no table of its own (a view, a partitioned table), where the server does not read ranges of pages, and where there is
 * no second connection. `client` must be in a transaction whose statements all see one state.
 */
export async function halvesOf<Second>(
  client: PoolClient,
  { table, where }: DivisibleSelect,
  secondOf: (state: OneState) => Promise<Second | undefined>,
): Promise<Halves<Second> | undefined> {
  const pages = await pagesOf(client, table);
  if (pages < LARGE_PAGES) return undefined;
  const second = await secondOf({ snapshot: await cellOf(client, 'SELECT pg_export_snapshot() AS cell') });
  const middle = `'(${Math.ceil(pages / 2)},0)'`;
  return second && { sql: [where(`ctid < ${middle}`), where(`ctid >= ${middle}`)], second };
}

/** Pages that the server believes an ordinary table to have; none where it cannot be read in parts. */
async function pagesOf(client: PoolClient, { schema, table }: TableRef): Promise<number> {
  const place = schema === undefined ? 'pg_table_is_visible(c.oid)' : `n.nspname = ${quoteText(schema)}`;
  const pages = await cellOf(
    client,
    `SELECT sum(c.relpages)::int AS cell FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE ${place} AND c.relname = ${quoteText(table)} AND c.relkind = 'r'
         AND current_setting('server_version_num')::int >= ${RANGE_VERSION}`,
  );
  return Number(pages);
}

async function cellOf(client: PoolClient, sql: string): Promise<string> {
  const { rows } = await client.query<{ cell: unknown }>(sql);
  return String(rows[0]?.cell ?? '');
}
