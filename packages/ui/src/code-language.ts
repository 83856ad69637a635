import type { CompletionContext } from '@codemirror/autocomplete';
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

/** The language of an editor with its colours and its words; of languages other than SQL a promise, for nearly all editors write that. */
export function languageFor(wanted: CodeLanguage): Extension | Promise<Extension> {
  return wanted.language === 'sql' ? sqlFor(wanted) : otherLanguage(wanted.language);
}

async function otherLanguage(language: 'json' | 'css' | 'markdown'): Promise<Extension> {
  if (language === 'json') return (await import('@codemirror/lang-json')).json();
  if (language === 'css') return (await import('@codemirror/lang-css')).css();
  return (await import('./markdown-language.ts')).MARKDOWN;
}

/** Dialects of SQL that are not known count as PostgreSQL's. */
function sqlFor({ words, dialect }: CodeLanguage): Extension {
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
