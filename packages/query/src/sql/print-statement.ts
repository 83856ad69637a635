import type { Dialect } from '../dialect.ts';
import type { Library } from './sql-library.ts';
import type { StatementText } from './statements.ts';
import { tokenize } from './tokens.ts';

/** The dialect a statement is printed in, and its name in the library. */
export interface PrintedDialect extends Pick<Dialect, 'parser' | 'lexical'> {
  name: Library['Dialect'][keyof Library['Dialect']];
}

/** Dialects in which a member of a JSON value is a path, so that `->> 'k'` says nothing. */
const NAMES_JSON_PATHS: ReadonlySet<string> = new Set(['mysql', 'sqlite', 'bigquery']);

/**
 * A statement over several lines. The words stay as they were written, also those that the engine does not know: the
 * library could put them into its own, but changes meanings on the way (MySQL's DATE_TRUNC by month becomes DATE).
 * Comments that the library has no place for stand before the statement. What it cannot print stays as it is.
 */
export function printStatement(library: Library, statement: StatementText, dialect: PrintedDialect): string {
  const begin = (statement.tokens[0]?.start ?? statement.start) - statement.start;
  const lead = commentsOf(statement.sql.slice(0, begin), dialect);
  const body = { ...statement, sql: statement.sql.slice(begin), start: statement.start + begin };
  const sql = NAMES_JSON_PATHS.has(dialect.parser) ? withJsonPaths(body) : body.sql;
  const result = library.format(sql, dialect.name);
  const text = result.success ? result.sql?.[0] : undefined;
  if (text === undefined) return statement.sql;
  const lost = commentsOf(sql, dialect).filter((words) => words !== '' && !text.includes(words));
  const [, first = '', rest = text] = /^(\/\*(?:(?!\*\/).)*\*\/) (\w.*)$/s.exec(text) ?? [];
  return [
    ...[...lead, ...lost].map((words) => `/* ${words} */`),
    ...(first === '' ? [] : [first]),
    changesByLine(rest, dialect),
  ].join('\n');
}

/** What comments say. What stands in a line may hold the ends of a block, which are taken apart. */
function commentsOf(sql: string, { lexical }: PrintedDialect): string[] {
  return tokenize(sql, lexical)
    .filter(({ kind }) => kind === 'comment')
    .map(({ text }) => {
      const words = text.startsWith('/*')
        ? text.slice(2, -2)
        : text
            .replace(/^(--|#|\/\/)/, '')
            .replaceAll('*/', '* /')
            .replaceAll('/*', '/ *');
      return words.trim();
    });
}

/** UPDATE and DELETE with their condition on lines of its own, as every SELECT has it; the library leaves it behind the rest. */
function changesByLine(text: string, { lexical }: PrintedDialect): string {
  if (!/^(UPDATE|DELETE)\b/.test(text) || text.includes('\n')) return text;
  let depth = 0;
  const ends = new Map<string, number>();
  for (const { text: word, start } of tokenize(text, lexical)) {
    if (word === '(' || word === ')') depth += word === '(' ? 1 : -1;
    else if (depth === 0 && (word === 'WHERE' || word === 'RETURNING')) ends.set(word, start);
  }
  const [where, returning = text.length] = [ends.get('WHERE'), ends.get('RETURNING')];
  if (where === undefined || returning < where) return text;
  const lines = [
    text.slice(0, where),
    'WHERE',
    `  ${text.slice(where + 'WHERE'.length, returning).trim()}`,
    text.slice(returning),
  ];
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

/** `b -> 'k'` and `b ->> 'k'` as `b -> '$.k'` and `b ->> '$.k'`. */
function withJsonPaths({ sql, start, tokens }: StatementText): string {
  const names = tokens.filter((token, index) => {
    const arrow = tokens.slice(Math.max(0, index - 3), index).map(({ text }) => text);
    return token.kind === 'string' && /^'[A-Za-z_]\w*'$/.test(token.text) && /->>?$/.test(arrow.join(''));
  });
  return names.reduceRight((text, name) => {
    const at = name.start - start + 1;
    return `${text.slice(0, at)}$.${text.slice(at)}`;
  }, sql);
}
