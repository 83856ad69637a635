import type { CompletionContext } from '@codemirror/autocomplete';
import { css } from '@codemirror/lang-css';
import { json } from '@codemirror/lang-json';
import {
  MariaSQL,
  MSSQL,
  MySQL,
  PLSQL,
  PostgreSQL,
  type SQLDialect,
  SQLite,
  sql,
} from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import { MARKDOWN } from './markdown-language.ts';

/** What a text is written in. */
export interface CodeLanguage {
  language: 'sql' | 'json' | 'css' | 'markdown';
  /** Names to complete besides the language's own. */
  words: readonly string[] | undefined;
  /** Engine whose key words are known. */
  dialect: string | undefined;
}

const DIALECTS: Readonly<Record<string, SQLDialect>> = {
  mysql: MySQL,
  starrocks: MySQL,
  doris: MySQL,
  bigquery: MySQL,
  databricks: MySQL,
  hive: MySQL,
  clickhouse: MySQL,
  clickhousedb: MySQL,
  mariadb: MariaSQL,
  sqlite: SQLite,
  mssql: MSSQL,
  oracle: PLSQL,
};

/** The language of an editor with its colours and its words; dialects of SQL that are not known count as PostgreSQL's. */
export function languageFor({ language, words, dialect }: CodeLanguage): Extension {
  if (language === 'json') return json();
  if (language === 'css') return css();
  if (language === 'markdown') return MARKDOWN;
  const known = DIALECTS[dialect ?? ''] ?? PostgreSQL;
  const support = sql({ dialect: known, upperCaseKeywords: true });
  if (!words || words.length === 0) return support;
  const complete = (context: CompletionContext) => {
    const word = context.matchBefore(/[\w.]+/);
    if (!word && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      options: words.map((label) => ({ label, type: 'property' })),
      validFor: /^[\w.]*$/,
    };
  };
  return [support, known.language.data.of({ autocomplete: complete })];
}
