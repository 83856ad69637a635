import { asWritten, type ErrorRule, errorReader } from '../sql/error-rules.ts';

/** Texts of the service and its driver, first match wins; wordings as in the conformance table of engine errors. */
const RULES: readonly ErrorRule[] = [
  {
    pattern: /syntax error line .+? at position .+? unexpected '(.+?)'/,
    error_type: 'SYNTAX_ERROR',
    message: (match) =>
      `Please check your query for syntax errors at or near "${match[1]}". Then, try running your query again.`,
  },
  {
    pattern:
      /Incorrect username or password was specified|JWT token is invalid|Invalid OAuth access token|authentication/i,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: asWritten,
  },
  { pattern: /invalid identifier '.+?'/, error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern: /Object '.+?' does not exist or not authorized|(?:Table|View) '.+?' does not exist/,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  { pattern: /Schema '.+?' does not exist/, error_type: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern: /Database '.+?' does not exist/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: asWritten,
  },
  {
    pattern: /Unknown (?:user-defined )?function/,
    error_type: 'OBJECT_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  {
    pattern: /Insufficient privileges/,
    error_type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
    message: asWritten,
  },
  {
    pattern: /Network error\. Could not reach Snowflake/,
    error_type: 'CONNECTION_HOST_DOWN_ERROR',
    message: (_, context) => `The host "${context.hostname ?? ''}" might be down, and can't be reached.`,
  },
];

/** What a text of Snowflake means. */
export const classifySnowflakeError = errorReader('Snowflake', RULES);
