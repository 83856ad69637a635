import type { PoolClient } from 'pg';
import type { RunOptions } from '../engine.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** A transaction whose statements all see one state: that of another transaction, or its own. */
export interface OneState {
  snapshot: string | undefined;
}

/** One round trip: the transaction and its settings, which end with it. */
export function beginStatements(
  options: Pick<RunOptions, 'readOnly' | 'timeoutMs' | 'schema'>,
  settings: readonly string[],
  state?: OneState,
): string {
  const timeout = Number.isFinite(options.timeoutMs) ? Math.max(0, Math.ceil(options.timeoutMs)) : 0;
  return [
    `BEGIN${state ? ' ISOLATION LEVEL REPEATABLE READ' : ''}${options.readOnly ? ' READ ONLY' : ''}`,
    ...(state?.snapshot ? [`SET TRANSACTION SNAPSHOT ${quoteText(state.snapshot)}`] : []),
    ...settings.map((setting) => `SET LOCAL ${setting}`),
    `SET LOCAL statement_timeout = ${timeout === 0 ? 0 : timeout + 1_000}`,
    ...(options.schema ? [`SET LOCAL search_path = ${quoteName(options.schema)}`] : []),
    'SELECT pg_backend_pid()',
  ].join('; ');
}

export function backendPid(result: unknown): number {
  if (typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)) {
    const row: unknown = result.rows[0];
    if (typeof row === 'object' && row !== null && 'pg_backend_pid' in row) return Number(row.pg_backend_pid);
  }
  throw new Error('The server did not say which of its processes answers.');
}

/**
 * Ends the transaction. Reading ends with ROLLBACK, which also undoes settings a statement made. A connection on
 * which something was stopped ends: another attempt to cancel may be on its way, and would meet the next statement.
 */
export async function giveBack(
  client: PoolClient,
  { keep, wasStopped, reuse }: { keep: boolean; wasStopped: boolean; reuse: boolean },
): Promise<void> {
  if (wasStopped && !keep) return client.release(true);
  try {
    await client.query(keep ? 'COMMIT' : 'ROLLBACK');
    if (keep) await client.query('DISCARD ALL');
    client.release(wasStopped || !reuse);
  } catch (error) {
    client.release(true);
    if (keep) throw error;
  }
}
