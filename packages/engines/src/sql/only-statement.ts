import { ChartroomError, type ErrorType } from '@chartroom/model';
import { type Lexical, type StatementText, splitStatements } from '@chartroom/query';

/** A statement that is not passed on to an engine: 400. */
export function refusal(message: string, error_type: ErrorType, engine_name: string): ChartroomError {
  return new ChartroomError(message, { status: 400, error_type, level: 'error', extra: { engine_name } });
}

/** The one statement of a text, without the semicolon behind it. @throws ChartroomError 400 when there is none, or more */
export function onlyStatement(sql: string, lexical: Lexical, engineName: string): StatementText {
  const [statement, ...others] = statementsOf(sql, lexical, engineName);
  if (!statement || others.length > 0) {
    throw refusal(
      `One statement can be run at a time, not ${statement ? others.length + 1 : 'none'}.`,
      'SYNTAX_ERROR',
      engineName,
    );
  }
  return statement;
}

function statementsOf(sql: string, lexical: Lexical, engineName: string): StatementText[] {
  try {
    return splitStatements(sql, lexical);
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error), 'SYNTAX_ERROR', engineName);
  }
}

/** The words of a statement in capitals, and the first of them that is not a bracket. */
export function wordsOf({ tokens }: StatementText): { first: string; words: string[] } {
  return {
    first: tokens.find(({ text, kind }) => text !== '(' && kind !== 'comment')?.text.toUpperCase() ?? '',
    words: tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text.toUpperCase()] : [])),
  };
}
