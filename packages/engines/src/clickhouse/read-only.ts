import { ChartroomError, type ErrorType } from '@chartroom/model';
import { type StatementText, splitStatements } from '@chartroom/query';
import { clickhouseDialect } from './dialect.ts';

/**
 * First words of statements that the engine's own read-only mode lets pass in some form although they do more than read:
 * `SYSTEM STOP MERGES`, `KILL QUERY` of other people, …
 */
const REFUSED = new Set(
  (
    'ALTER ATTACH BACKUP BEGIN CHECK COMMIT COPY CREATE DELETE DETACH DROP EXCHANGE EXECUTE GRANT INSERT KILL MOVE OPTIMIZE PARALLEL ' +
    'RENAME REPLACE RESTORE REVOKE ROLLBACK SET SNAPSHOT START STOP SYSTEM TRUNCATE UNDROP UNFREEZE UPDATE USE WATCH'
  ).split(' '),
);

/** Throws what the engine's read-only mode would not refuse (400); the rest is left to it. */
export function refuseWrites(sql: string, engine_name: string): void {
  const refuse = (message: string, error_type: ErrorType): never => {
    throw new ChartroomError(message, { status: 400, error_type, extra: { engine_name } });
  };
  for (const { tokens } of statementsOf(sql, (reason) => refuse(reason, 'SYNTAX_ERROR'))) {
    const word = tokens.find(({ text }) => text !== '(')?.text.toUpperCase() ?? '';
    if (REFUSED.has(word))
      refuse(`${word} cannot be run while only reading is allowed.`, 'DML_NOT_ALLOWED_ERROR');
  }
}

function statementsOf(sql: string, onUnreadable: (reason: string) => never): StatementText[] {
  try {
    return splitStatements(sql, clickhouseDialect.lexical);
  } catch (error) {
    return onUnreadable(error instanceof Error ? error.message : String(error));
  }
}
