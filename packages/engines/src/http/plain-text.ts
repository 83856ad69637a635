import { ChartroomError } from '@chartroom/model';
import { type Lexical, splitStatements } from '@chartroom/query';

/** Name of the one schema of engines that have none: the interfaces above know tables of a schema only. */
export const ONLY_SCHEMA = 'default';

/**
 * Statements for engines that read neither comments nor schemas: comments are left out, and so is the name of the only schema
 * before a table's. Throws SYNTAX_ERROR (400) for text that has no end.
 */
export function plainStatements(sql: string, lexical: Lexical, engine_name: string): string[] {
  try {
    return splitStatements(sql, lexical).map(({ tokens }) => {
      const isSchema = (at: number): boolean =>
        tokens[at + 1]?.text === '.' &&
        tokens[at - 1]?.text !== '.' &&
        (tokens[at]?.text ?? '').replaceAll(/^["`]|["`]$/g, '') === ONLY_SCHEMA &&
        tokens[at]?.kind !== 'string';
      let end = tokens[0]?.start ?? 0;
      return tokens.reduce((text, token, at) => {
        const gap = token.start > end && text !== '' ? ' ' : '';
        end = token.start + token.text.length;
        return isSchema(at) || (token.text === '.' && isSchema(at - 1))
          ? text + gap
          : text + gap + token.text;
      }, '');
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ChartroomError(message, { status: 400, error_type: 'SYNTAX_ERROR', extra: { engine_name } });
  }
}

/** The one statement that the engine can be sent. Throws SYNTAX_ERROR (400) where there are several. */
export function plainStatement(sql: string, lexical: Lexical, engine_name: string): string {
  const [statement = '', ...others] = plainStatements(sql, lexical, engine_name);
  if (others.length === 0) return statement;
  throw new ChartroomError('Only one statement can be run at a time.', {
    status: 400,
    error_type: 'SYNTAX_ERROR',
    extra: { engine_name },
  });
}
