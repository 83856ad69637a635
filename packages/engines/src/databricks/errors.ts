import { asWritten, type ErrorRule, errorReader } from '../sql/error-rules.ts';

/** Texts of the service, first match wins. */
const RULES: readonly ErrorRule[] = [
  {
    pattern: /\[PARSE_SYNTAX_ERROR\][\s\S]*?at or near '(.+?)'/,
    error_type: 'SYNTAX_ERROR',
    message: (match) =>
      `Please check your query for syntax errors at or near "${match[1]}". Then, try running your query again.`,
  },
  { pattern: /PARSE_SYNTAX_ERROR|ParseException/, error_type: 'SYNTAX_ERROR', message: asWritten },
  { pattern: /\[UNRESOLVED_COLUMN/, error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: asWritten },
  { pattern: /\[TABLE_OR_VIEW_NOT_FOUND/, error_type: 'TABLE_DOES_NOT_EXIST_ERROR', message: asWritten },
  { pattern: /\[SCHEMA_NOT_FOUND/, error_type: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern: /\[(?:NO_SUCH_CATALOG|CATALOG_NOT_FOUND)/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: asWritten,
  },
  { pattern: /\[UNRESOLVED_ROUTINE/, error_type: 'OBJECT_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern: /Invalid access token|^error 401|Credential was not sent|invalid_client/,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: asWritten,
  },
  {
    pattern: /^error 403|INSUFFICIENT_PERMISSIONS|PERMISSION_DENIED/,
    error_type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
    message: asWritten,
  },
];

/** What a text of Databricks means. */
export const classifyDatabricksError = errorReader('Databricks', RULES);
