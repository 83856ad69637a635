import { asWritten, type ErrorRule, errorReader } from '../sql/error-rules.ts';

/** Texts of the coordinator, first match wins; wordings as in the conformance table of engine errors. */
const RULES: readonly ErrorRule[] = [
  {
    pattern: /line (\d+):(\d+): .*Column '(.+?)' cannot be resolved/,
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    message: (match) => `We can't seem to resolve the column "${match[3]}" at line ${match[1]}:${match[2]}.`,
  },
  {
    pattern: /line \d+:\d+: .*Table '?([^']+?)'? does not exist/,
    error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
    message: (match) =>
      `The table "${match[1]}" does not exist. A valid table must be used to run this query.`,
  },
  { pattern: /Schema '?.+?'? does not exist/, error_type: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: asWritten },
  {
    pattern: /Catalog '?.+?'? (?:does not exist|not found)/,
    error_type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
    message: asWritten,
  },
  {
    pattern: /Function '?.+?'? not registered/,
    error_type: 'OBJECT_DOES_NOT_EXIST_ERROR',
    message: asWritten,
  },
  {
    pattern: /line \d+:\d+: (?:mismatched input|no viable alternative|extraneous input|missing )/,
    error_type: 'SYNTAX_ERROR',
    message: asWritten,
  },
  {
    pattern: /Access Denied: Invalid credentials|error 401|Unauthorized/i,
    error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: asWritten,
  },
  { pattern: /^error 403/, error_type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR', message: asWritten },
  { pattern: /READ_ONLY_VIOLATION/, error_type: 'DML_NOT_ALLOWED_ERROR', message: asWritten },
];

/** What a text of a coordinator means, for an engine of the family. */
export function classifierOf(engineName: string): ReturnType<typeof errorReader> {
  return errorReader(engineName, RULES);
}
