import type { PoolConnection } from 'mysql2';
import type { RunOptions } from '../engine.ts';
import { ask } from './rows.ts';
import { quoteName } from './sql-text.ts';

export type CheckOutOptions = Pick<RunOptions, 'signal' | 'readOnly' | 'timeoutMs' | 'schema'>;

/** A connection in use. */
export interface Checkout {
  connection: PoolConnection;
  /** Another database than the address's is selected. */
  elsewhere: boolean;
}

/** The end of a query before its time: begun once, and done when the server was told. */
export class Stop {
  readonly #kill: () => Promise<void>;
  #running: Promise<void> | undefined;
  reason: unknown;

  constructor(kill: () => Promise<void>) {
    this.#kill = kill;
  }

  get begun(): boolean {
    return this.#running !== undefined;
  }

  get done(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  because(reason: unknown): void {
    if (this.#running) return;
    this.reason = reason;
    this.#running = this.#kill();
  }
}

/**
 * The settings of the session, which end when the connection is given back, and its transaction. Comments with
 * `M!` are code to MariaDB, those with a version of MySQL 5.7 are to MySQL only: each has its own name for the
 * time limit, which lies a little beyond the one kept here. Texts read `\` and `"` as the dialect says.
 */
export function beginStatements({ readOnly, timeoutMs }: CheckOutOptions): string[] {
  const limit = Number.isFinite(timeoutMs) && timeoutMs > 0 ? Math.ceil(timeoutMs) + 1_000 : 0;
  const settings = [
    "sql_mode = REPLACE(REPLACE(REPLACE(@@sql_mode, 'NO_BACKSLASH_ESCAPES', ''), 'ANSI_QUOTES', ''), 'ANSI', '')",
    'net_write_timeout = 3600',
    'autocommit = 1',
  ].join(', ');
  return [
    'SET NAMES utf8mb4',
    `SET SESSION ${settings} /*M!100101 , max_statement_time = ${limit / 1_000} */ /*!50708 , max_execution_time = ${limit} */`,
    `SET SESSION TRANSACTION READ ${readOnly ? 'ONLY' : 'WRITE'}`,
    `START TRANSACTION ${readOnly ? 'READ ONLY' : 'READ WRITE'}`,
  ];
}

/** Ends the transaction and forgets what the statement left in the session. A connection that was killed is not used again. */
export async function giveBack(
  { connection, elsewhere }: Checkout,
  { keep, usable, home }: { keep: boolean; usable: boolean; home: string | undefined },
): Promise<void> {
  if (!usable) return connection.destroy();
  try {
    await ask(connection, keep ? 'COMMIT' : 'ROLLBACK');
    await new Promise<void>((resolve, reject) => connection.reset((error) => (error ? reject(error) : resolve())));
    if (elsewhere && home !== undefined) await ask(connection, `USE ${quoteName(home)}`);
    if (elsewhere && home === undefined) connection.destroy();
    else connection.release();
  } catch (error) {
    connection.destroy();
    if (keep) throw error;
  }
}
