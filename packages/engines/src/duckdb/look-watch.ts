import type { DuckDBConnection } from '@duckdb/node-api';
import type { Look } from '../child/protocol.ts';

/** Milliseconds between two looks at how far the engine is. */
const EVERY_MS = 300;
/** Parts that a query is behind another one by when it is the next, and what the former has to have reached to count. */
const FALL = 0.2;
const REACHED = 0.5;

/** Has the engine count how far it is, which it does for a screen of its own otherwise. */
export async function countProgress(connection: DuckDBConnection): Promise<void> {
  await connection.run('SET enable_progress_bar = true');
  await connection.run('SET enable_progress_bar_print = false');
}

/**
 * Tells how far the queries of a connection are that read a whole file, one after the other, until it is ended. The engine
 * tells of the query that runs only: what falls back after most of a file was read has begun it anew.
 */
export function watchLooks(connection: DuckDBConnection, onLook: (look: Look) => void): () => void {
  let [pass, last] = [1, 0];
  const timer = setInterval(() => {
    const part = Math.min(1, Math.max(0, connection.progress.percentage / 100));
    if (part === 0) return;
    if (last >= REACHED && part < last - FALL) pass += 1;
    last = part;
    onLook({ pass, part });
  }, EVERY_MS);
  return () => clearInterval(timer);
}
