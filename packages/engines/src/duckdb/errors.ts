import { ChartroomError, type ErrorType } from '@chartroom/model';
import { FILE_ERROR } from '../files/file-problem.ts';

const PATTERNS: readonly (readonly [RegExp, ErrorType])[] = [
  [/^Catalog Error: Table with name .+ does not exist/s, 'TABLE_DOES_NOT_EXIST_ERROR'],
  [/^(Catalog|Binder) Error: (?:.*)[Ss]chema .*(does not exist|not found)/s, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
  [/^Binder Error: (Referenced column|Table ".+" does not have a column)/s, 'COLUMN_DOES_NOT_EXIST_ERROR'],
  [/^(Failed to extract statements: )?Parser Error: /, 'SYNTAX_ERROR'],
  [/^IO Error: (Cannot open|Could not set lock|Could not)/, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
];

/** What a text of DuckDB means; host paths never pass. */
export function classifyDuckDbError(
  text: string,
  code: string | undefined,
  hidden: string[],
): ChartroomError {
  let message = text.replace('Failed to extract statements: ', '').trimEnd();
  const held = /Could not set lock on file "(?:[^"]*\/)?([^"/]+)"/.exec(text)?.[1];
  if (held !== undefined)
    message = `The database file "${held}" is in use by another process. Close it there and try again.`;
  for (const path of hidden) message = message.replaceAll(path, 'the file');
  const extra = { engine_name: 'DuckDB' };
  if (code === 'TABLE_EXISTS' || code === FILE_ERROR)
    return new ChartroomError(message, { status: 422, error_type: 'GENERIC_COMMAND_ERROR', extra });
  // Behind the first line stand settings that nobody may change here.
  const [short = ''] = message.split('\n');
  if (message.startsWith('Out of Memory Error'))
    return new ChartroomError(short, {
      status: 413,
      error_type: 'RESULT_TOO_LARGE_ERROR',
      level: 'error',
      extra,
    });
  const error_type = PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? 'GENERIC_DB_ENGINE_ERROR';
  return new ChartroomError(message, { status: 400, error_type, level: 'error', extra });
}
