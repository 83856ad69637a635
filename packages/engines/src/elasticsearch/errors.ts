import type { Engine } from '../engine.ts';
import { asWritten, classifierByRules, NETWORK_RULES } from '../sql/error-rules.ts';

/** Makes the reader of what a server of this family says of a failed request. */
export function classifierOf(engineName: string): Engine['classify'] {
  return classifierByRules(engineName, [
    {
      pattern: /^HTTP 40[13]\b|security_exception/,
      error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: (_, { username }) => `Either the username "${username ?? ''}" or the password is incorrect.`,
    },
    {
      pattern: /Unknown index|index_not_found_exception|IndexNotFoundException|no such index/,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: asWritten,
    },
    {
      pattern: /Unknown column|can't resolve Symbol\(namespace=FIELD_NAME/,
      error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: asWritten,
    },
    {
      pattern: /Unknown function|unsupported function name/,
      error_type: 'OBJECT_DOES_NOT_EXIST_ERROR',
      message: asWritten,
    },
    {
      pattern:
        /parsing_exception|SyntaxCheckException|SqlParseException|SQLFeatureNotSupportedException|ParserException/,
      error_type: 'SYNTAX_ERROR',
      message: asWritten,
    },
    {
      pattern: /timed out|timeout_exception|TimeoutException/i,
      error_type: 'BACKEND_TIMEOUT_ERROR',
      message: asWritten,
    },
    ...NETWORK_RULES,
  ]);
}
