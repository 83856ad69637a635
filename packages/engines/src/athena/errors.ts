import { asWritten, type ErrorRule, errorReader } from '../sql/error-rules.ts';

/** Texts of the service, first match wins; wordings as in the conformance table of engine errors. */
const RULES: readonly ErrorRule[] = [
  {
    pattern: /line \d+:\d+: (?:mismatched input|extraneous input|no viable alternative at input) '(.*?)'/,
    error_type: 'SYNTAX_ERROR',
    message: (match) =>
      `Please check your query for syntax errors at or near "${match[1]}". Then, try running your query again.`,
  },
  { pattern: /mismatched input/, error_type: 'SYNTAX_ERROR', message: asWritten },
  {
    pattern: /COLUMN_NOT_FOUND|Column '.+?' cannot be resolved/,
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  {
    pattern: /TABLE_NOT_FOUND|Table '?.+?'? does not exist|Table not found/,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  {
    pattern: /SCHEMA_NOT_FOUND|Schema '?.+?'? does not exist|Database .+ not found/,
    error_type: 'SCHEMA_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  { pattern: /FUNCTION_NOT_FOUND/, error_type: 'OBJECT_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern:
      /security token|signature we calculated|Could not load credentials|Missing Authentication Token|token.* expired/i,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: asWritten,
  },
  {
    pattern: /is not authorized to perform|Access ?denied|Insufficient permissions/i,
    error_type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
    message: asWritten,
  },
  { pattern: /SYNTAX_ERROR/, error_type: 'SYNTAX_ERROR', message: asWritten },
];

/** What a text of Athena means. */
export const classifyAthenaError = errorReader('Amazon Athena', RULES);
