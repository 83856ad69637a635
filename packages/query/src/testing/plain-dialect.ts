import type { Dialect } from '../dialect.ts';
import { STANDARD_CAPABILITIES, STANDARD_LEXICAL } from '../standard-sql.ts';

/** A dialect of standard SQL for tests that are not about an engine. */
export const plainDialect: Dialect = {
  id: 'plain',
  parser: 'postgresql',
  capabilities: STANDARD_CAPABILITIES,
  lexical: STANDARD_LEXICAL,
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
  allowedFunctions: 'any',
};
