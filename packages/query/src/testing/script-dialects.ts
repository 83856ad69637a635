import type { ScriptDialect } from '../sql/parsed-statement.ts';
import { STANDARD_LEXICAL } from '../standard-sql.ts';

export const postgres: ScriptDialect = {
  id: 'postgresql',
  parser: 'postgres',
  lexical: {
    ...STANDARD_LEXICAL,
    escapeStrings: true,
    dollarQuotes: true,
    nestedComments: true,
  },
};
export const duckdb: ScriptDialect = { ...postgres, id: 'duckdb', parser: 'duckdb' };
export const mysql: ScriptDialect = {
  id: 'mysql',
  parser: 'mysql',
  lexical: {
    ...STANDARD_LEXICAL,
    backticks: true,
    backslashEscapes: true,
    hashComments: true,
    doubleQuotedStrings: true,
    executableComments: true,
    commentsNeedBlank: true,
  },
};
export const clickhouse: ScriptDialect = {
  ...mysql,
  id: 'clickhouse',
  parser: 'clickhouse',
  lexical: {
    ...postgres.lexical,
    backticks: true,
    backslashEscapes: true,
    backslashInNames: true,
    escapeStrings: false,
    hashComments: true,
    hiddenTables: 'anywhere',
  },
};
/** How PostgreSQL quotes names. */
export const quoting = { quoteIdentifier: (name: string) => `"${name}"`, lexical: postgres.lexical };
