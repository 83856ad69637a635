import type { DialectCapabilities, Lexical } from './dialect.ts';

/** What an engine can do unless its dialect says otherwise (contract/query.md §3.5). */
export const STANDARD_CAPABILITIES: DialectCapabilities = {
  joins: true,
  subqueries: true,
  aliasInOrderBy: true,
  ilike: false,
  isTrue: true,
  crossCatalog: false,
  cteInSubquery: true,
};

/** How an engine reads text unless its dialect says otherwise: as the SQL standard has it. */
export const STANDARD_LEXICAL: Lexical = {
  backticks: false,
  bracketIdentifiers: false,
  backslashEscapes: false,
  escapeStrings: false,
  dollarQuotes: false,
  hashComments: false,
  nestedComments: false,
};
