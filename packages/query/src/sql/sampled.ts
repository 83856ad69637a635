import type { Dialect } from '../dialect.ts';
import { type WindowDialect, windowText } from '../row-window.ts';
import type { ParsedStatement } from './parsed-statement.ts';
import { type ReplacedTable, withSubqueries } from './rule-subqueries.ts';

/** The statement over the first rows of each table; undefined where it reads none, or one cannot be found in the text. */
export function sampled(
  statement: ParsedStatement,
  rows: number,
  dialect: WindowDialect & Pick<Dialect, 'quoteIdentifier' | 'bareTableAlias'>,
): string | undefined {
  const { head, tail } = windowText({ limit: rows, sorted: false }, dialect);
  const query = (name: string): string => [`SELECT ${head}* FROM ${name}`, ...tail].join(' ');
  const tables = statement.uses.flatMap(({ place, table }): ReplacedTable[] =>
    place ? [{ ...place, query, alias: dialect.quoteIdentifier(table) }] : [],
  );
  if (tables.length === 0 || tables.length < statement.uses.length) return undefined;
  return withSubqueries(statement, tables, dialect.bareTableAlias);
}
