import { onlyStatement, refusal, wordsOf } from '../sql/only-statement.ts';
import { oracleDialect } from './dialect.ts';
import { ENGINE_NAME } from './errors.ts';

/**
 * The one statement to run, without its semicolon, which the server would not read. A transaction that only reads lets
 * pass what ends it (every DDL) and blocks of PL/SQL: where only reading is allowed, a statement is a query, and one
 * without functions of its own (`WITH FUNCTION`). @throws ChartroomError 400
 */
export function checkedStatement(sql: string, readOnly: boolean): string {
  const statement = onlyStatement(sql, oracleDialect.lexical, ENGINE_NAME);
  if (!readOnly) return statement.sql;
  const { first, words } = wordsOf(statement);
  const isQuery = first === 'SELECT' || first === 'WITH';
  const own = /^(FUNCTION|PROCEDURE)$/.test(words[1] ?? '') ? words[1] : undefined;
  const refused = isQuery ? own : first;
  if (refused !== undefined)
    throw refusal(
      `${refused} cannot be run while only reading is allowed.`,
      'DML_NOT_ALLOWED_ERROR',
      ENGINE_NAME,
    );
  return statement.sql;
}
