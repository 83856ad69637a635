import { onlyStatement, refusal, wordsOf } from '../sql/only-statement.ts';
import { mssqlDialect } from './dialect.ts';
import { ENGINE_NAME } from './errors.ts';

/**
 * Reserved words (none can be a name without brackets) that write, change the session, or start a statement of another
 * kind. The server needs no semicolon between statements, so they are looked for everywhere.
 */
const REFUSED = new Set(
  (
    'ALTER BACKUP BEGIN BREAK BULK CHECKPOINT CLOSE COMMIT CONTINUE CREATE DBCC DEALLOCATE DECLARE DELETE DENY DROP DUMP EXEC EXECUTE GOTO ' +
    'GRANT IF INSERT INTO KILL LOAD LINENO MERGE OPEN PRINT PROC PROCEDURE RAISERROR READTEXT RECONFIGURE RESTORE RETURN REVERT REVOKE ' +
    'ROLLBACK SAVE SET SETUSER SHUTDOWN TRAN TRANSACTION TRIGGER TRUNCATE UPDATE UPDATETEXT USE WAITFOR WHILE WRITETEXT'
  ).split(' '),
);

/**
 * Refuses (400) what is more than one statement; and, where only reading is allowed, all but a query. The server has no
 * transactions that only read: what this lets pass runs in one that is rolled back.
 */
export function checkStatement(sql: string, readOnly: boolean): void {
  const statement = onlyStatement(sql, mssqlDialect.lexical, ENGINE_NAME);
  if (!readOnly) return;
  const { first, words } = wordsOf(statement);
  const word = first === 'SELECT' || first === 'WITH' ? words.find((each) => REFUSED.has(each)) : first;
  if (word !== undefined)
    throw refusal(
      `${word} cannot be run while only reading is allowed.`,
      'DML_NOT_ALLOWED_ERROR',
      ENGINE_NAME,
    );
}
