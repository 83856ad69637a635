import { asWritten, classifierByRules, NETWORK_RULES } from '../sql/error-rules.ts';

/** Reads what Druid says of a failed request. */
export const classify = classifierByRules('Apache Druid', [
  {
    pattern: /^HTTP 40[13]\b/,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: (_, { username }) => `Either the username "${username ?? ''}" or the password is incorrect.`,
  },
  { pattern: /Column '.*?' not found/, error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: asWritten },
  { pattern: /Object '.*?' not found/, error_type: 'TABLE_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern: /No match found for function signature/,
    error_type: 'OBJECT_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  {
    pattern: /SQL parse failed|unexpected token|Incorrect syntax|Encountered "|Lexical error/i,
    error_type: 'SYNTAX_ERROR',
    message: asWritten,
  },
  {
    pattern: /Query did not complete within|Query timed? ?out/i,
    error_type: 'BACKEND_TIMEOUT_ERROR',
    message: asWritten,
  },
  ...NETWORK_RULES,
]);
