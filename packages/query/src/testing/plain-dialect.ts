import type { Dialect } from '../dialect.ts';

/** A dialect of standard SQL for tests that are not about an engine. */
export const plainDialect: Dialect = {
  id: 'plain',
  parser: 'postgresql',
  capabilities: {
    joins: true,
    subqueries: true,
    aliasInOrderBy: true,
    ilike: false,
    isTrue: true,
    crossCatalog: false,
    cteInSubquery: true,
  },
  lexical: {
    backticks: false,
    bracketIdentifiers: false,
    backslashEscapes: false,
    escapeStrings: false,
    dollarQuotes: false,
    hashComments: false,
    nestedComments: false,
  },
  booleans: ['true', 'false'],
  textType: 'VARCHAR',
  quoteIdentifier: (name) => `"${name.replaceAll('"', '""')}"`,
  quoteString: (text) => `'${text.replaceAll("'", "''")}'`,
  grains: { P1D: "DATE_TRUNC('day', {col})" },
  dateTimeLiteral: () => undefined,
  epochSeconds: 'TO_TIMESTAMP({col})',
  epochMilliseconds: 'TO_TIMESTAMP({col} / 1000)',
  nativeTypes: [],
  disallowedFunctions: new Set(['pg_sleep']),
};
