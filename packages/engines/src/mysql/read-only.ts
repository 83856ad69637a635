import { ChartroomError } from '@chartroom/model';

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
const LEADING = /^(?:\s+|#[^\n]*\n?|--(?:[\s][^\n]*)?(?:\n|$)|\/\*(?!M?!)[\s\S]*?\*\/|\()*/;
const FIRST_WORD = /^(?:\/\*M?!|[a-z]+)/i;
/** A variable of one's own: it ends with the statement, but harms nobody. */
const OWN_VARIABLE = /^SET\s+@\w+\s*:?=[^,]*$/i;
/** Asks for the plan, or measures a reading statement. */
const MEASURE = /^ANALYZE\s+(?:FORMAT\s*=\s*\w+\s+)?(?:SELECT|WITH)\b/i;

/** Throws when a statement that only reads may not begin like this (400); the rest is left to the server's transaction. */
export function refuseCommands(sql: string, engine_name: string): void {
  const text = sql.replace(LEADING, '');
  const word = FIRST_WORD.exec(text)?.[0].toUpperCase() ?? '';
  const isComment = word.startsWith('/*');
  if (!isComment && (!REFUSED.has(word) || OWN_VARIABLE.test(text) || MEASURE.test(text))) return;
  const what = isComment ? 'A comment that is code' : word;
  throw new ChartroomError(`${what} cannot be run while only reading is allowed.`, {
    status: 400,
    error_type: 'DML_NOT_ALLOWED_ERROR',
    extra: { engine_name },
  });
}
