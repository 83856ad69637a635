import { asWritten, type ErrorRule, errorReader } from '../sql/error-rules.ts';

/** Texts of the service, first match wins; wordings as in the conformance table of engine errors. */
const RULES: readonly ErrorRule[] = [
  {
    pattern: /Access Denied: Project .+?: User does not have bigquery\.jobs\.create permission in project/,
    error_type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
    message: () =>
      'Unable to connect. Verify that the following roles are set on the service account: "BigQuery Data Viewer", "BigQuery Metadata Viewer", ' +
      '"BigQuery Job User" and the following permissions are set "bigquery.readsessions.create", "bigquery.readsessions.getData"',
  },
  {
    pattern: /Unrecognized name: (\S+?)(?:; .*)?(?: at \[(.+?)\])?$/,
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    message: (match) =>
      `We can't seem to resolve column "${match[1]}"${match[2] ? ` at line ${match[2]}` : ''}.`,
  },
  {
    pattern: /Not found: Table|Table ".*" must be qualified with a dataset/,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  { pattern: /Not found: Dataset/, error_type: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern: /Not found: Project|has not enabled BigQuery/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: asWritten,
  },
  {
    pattern: /Syntax error: .* got (?:identifier|keyword|string literal|integer literal)? ?"?(.+?)"? at \[/,
    error_type: 'SYNTAX_ERROR',
    message: (match) =>
      `Please check your query for syntax errors at or near "${match[1]}". Then, try running your query again.`,
  },
  { pattern: /Syntax error: /, error_type: 'SYNTAX_ERROR', message: asWritten },
  { pattern: /Function not found: /, error_type: 'OBJECT_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern:
      /invalid_grant|Invalid JWT|Request had invalid authentication|Could not load the default credentials|Login Required|Invalid Credentials/,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: asWritten,
  },
  {
    pattern: /Access Denied|permission/,
    error_type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
    message: asWritten,
  },
];

/** What a text of BigQuery means. */
export const classifyBigQueryError = errorReader('Google BigQuery', RULES);
