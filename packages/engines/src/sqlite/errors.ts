import { ChartroomError, type ErrorType } from '@chartroom/model';

const PATTERNS: readonly (readonly [RegExp, ErrorType])[] = [
  [/no such column: (.+)/, 'COLUMN_DOES_NOT_EXIST_ERROR'],
  [/no such table: (.+)/, 'TABLE_DOES_NOT_EXIST_ERROR'],
  [/syntax error|incomplete input|unrecognized token/, 'SYNTAX_ERROR'],
  [/unable to open database file|file is not a database/, 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
];

/** What a text of SQLite means. */
export function classifySqliteError(text: string): ChartroomError {
  const error_type = PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? 'GENERIC_DB_ENGINE_ERROR';
  const column = /no such column: (.+)/.exec(text)?.[1];
  const message = column === undefined ? text : `We can't seem to resolve the column "${column}"`;
  return new ChartroomError(message, {
    status: 400,
    error_type,
    level: 'error',
    extra: { engine_name: 'SQLite' },
  });
}
