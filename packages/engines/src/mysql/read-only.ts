import { ChartroomError, type ErrorType } from '@chartroom/model';
import { type StatementText, splitStatements } from '@chartroom/query';
import { mysqlDialect } from './dialect.ts';

/**
 * First words of statements that a read-only transaction lets pass although they change the server, end the
 * transaction, or run text that does. (`BEGIN NOT ATOMIC` and `EXECUTE IMMEDIATE` take whole scripts.)
 */
const REFUSED = new Set(
  (
    'ALTER ANALYZE BACKUP BEGIN BINLOG CACHE CHANGE CHECK CLONE COMMIT CREATE DEALLOCATE DROP EXECUTE FLUSH GRANT HANDLER IMPORT INSTALL ' +
    'KILL LOAD LOCK OPTIMIZE PREPARE PURGE RELEASE RENAME REPAIR RESET RESTART REVOKE ROLLBACK SAVEPOINT SET SHUTDOWN START STOP TRUNCATE ' +
    'UNINSTALL UNLOCK XA'
  ).split(' '),
);
/** A variable of one's own: it ends with the statement, but harms nobody. */
const OWN_VARIABLE = /^SET @ \w+ (?:: )?= [^,]*$/;
/** Runs a reading statement to measure it. */
const MEASURE = /^ANALYZE (?:FORMAT = \w+ )?(?:SELECT|WITH) /;
/** Writes a file of the server, with the server's rights. */
const TO_FILE = / INTO (OUTFILE|DUMPFILE) /;

/** First words of statements that only read, where what follows does. */
const READING = new Set('SELECT WITH SHOW DESC DESCRIBE EXPLAIN'.split(' '));
/** Words behind them that write; `INSERT(…)` is a function. */
const WRITING = / (DELETE|UPDATE|MERGE|INTO|OVERWRITE|INSERT(?! \()) /;

/**
 * Throws what a read-only transaction would not refuse (400); the rest is left to the server. Where there are no such
 * transactions, only what reads by its first word passes.
 */
export function refuseWrites(sql: string, engine_name: string, transactions: boolean): void {
  const refuse = (message: string, error_type: ErrorType): never => {
    throw new ChartroomError(message, { status: 400, error_type, extra: { engine_name } });
  };
  for (const statement of statementsOf(sql, (reason) => refuse(reason, 'SYNTAX_ERROR'))) {
    const text = outline(statement);
    const what = transactions ? refusedWord(text) : writingWord(text);
    if (what !== undefined)
      refuse(`${what} cannot be run while only reading is allowed.`, 'DML_NOT_ALLOWED_ERROR');
  }
}

/** What a read-only transaction would let pass. */
function refusedWord(text: string): string | undefined {
  const word = firstWord(text);
  const isRefused = REFUSED.has(word) && !OWN_VARIABLE.test(text) && !MEASURE.test(text);
  return isRefused ? word : TO_FILE.exec(text)?.[1];
}

/** What does not only read. */
function writingWord(text: string): string | undefined {
  const word = firstWord(text);
  return READING.has(word) ? WRITING.exec(text)?.[1] : word;
}

function firstWord(text: string): string {
  return /^[A-Z]*/.exec(text)?.[0] ?? '';
}

function statementsOf(sql: string, onUnreadable: (reason: string) => never): StatementText[] {
  try {
    return splitStatements(sql, mysqlDialect.lexical);
  } catch (error) {
    return onUnreadable(error instanceof Error ? error.message : String(error));
  }
}

/** The words and signs in capitals, brackets before the first left out; texts and names become `?`. */
function outline({ tokens }: StatementText): string {
  const words = tokens.map(({ kind, text }) =>
    kind === 'string' || kind === 'identifier' ? '?' : text.toUpperCase(),
  );
  return `${words.slice(words.findIndex((word) => word !== '(')).join(' ')} `;
}
