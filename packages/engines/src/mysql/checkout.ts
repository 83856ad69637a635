import type { PoolConnection } from 'mysql2';
import type { RunOptions } from '../engine.ts';
import { ask } from './rows.ts';
import { quoteName } from './sql-text.ts';

/** What a connection is taken for. */
export type CheckOutOptions = Pick<RunOptions, 'signal' | 'readOnly' | 'timeoutMs' | 'schema' | 'catalog'>;

/** Modes in which a server reads quotes and backslashes in another way, or which bring such a mode with them. */
const OTHER_QUOTES = [
  'NO_BACKSLASH_ESCAPES',
  'ANSI_QUOTES',
  'ANSI',
  'DB2',
  'MAXDB',
  'MSSQL',
  'ORACLE',
  'POSTGRESQL',
];

/**
 * The settings of the session, in a database named by its parts, which end when the connection is given back, and its transaction. Comments with
 * `M!` are code to MariaDB, those with a version of MySQL 5.7 are to MySQL only: each has its own names for
 * reading only and for the time limit, which lies a little beyond the one kept here. Texts read `\` and `"` as
 * the dialect says.
 */
export function beginStatements(
  options: CheckOutOptions & { database: readonly string[]; transactions: boolean },
): string[] {
  const { readOnly, timeoutMs, database, transactions } = options;
  const use = database.length === 0 ? [] : [`USE ${database.map(quoteName).join('.')}`];
  // Such servers know neither these settings nor these transactions, and read backslashes as the dialect says.
  if (!transactions) return [...use, 'SET NAMES utf8mb4'];

  const limit = Number.isFinite(timeoutMs) && timeoutMs > 0 ? Math.ceil(timeoutMs) + 1_000 : 0;
  const only = readOnly ? 1 : 0;
  const settings = [
    'NAMES utf8mb4',
    `SESSION sql_mode = ${OTHER_QUOTES.reduce((modes, mode) => `REPLACE(${modes}, '${mode}', '')`, '@@sql_mode')}`,
    'SESSION net_write_timeout = 3600',
    'SESSION autocommit = 1',
  ].join(', ');
  const ofMariaDb = `/*M!100101 , SESSION tx_read_only = ${only}, SESSION max_statement_time = ${limit / 1_000} */`;
  const ofMysql = `/*!50720 , SESSION transaction_read_only = ${only}, SESSION max_execution_time = ${limit} */`;
  return [
    // A statement before may have selected another.
    ...use,
    `SET ${settings} ${ofMariaDb} ${ofMysql}`,
    `START TRANSACTION READ ${readOnly ? 'ONLY' : 'WRITE'}`,
  ];
}

/** Ends the transaction and forgets what the statement left in the session. A connection that was killed is not used again. */
export async function giveBack(
  connection: PoolConnection,
  { keep, reuse }: { keep: boolean; reuse: boolean },
): Promise<void> {
  try {
    if (keep) await ask(connection, 'COMMIT');
    if (!reuse) return connection.destroy();
    await new Promise<void>((resolve, reject) =>
      connection.reset((error) => (error ? reject(error) : resolve())),
    );
    connection.release();
  } catch (error) {
    connection.destroy();
    if (keep) throw error;
  }
}
