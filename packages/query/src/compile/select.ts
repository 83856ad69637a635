import type { Dialect } from '../dialect.ts';
import { windowText } from '../row-window.ts';

/** One thing selected: an expression and the name it gets in the answer. */
export interface SelectItem {
  sql: string;
  /** The alias, unquoted. */
  alias: string;
}

export interface SortItem {
  sql: string;
  ascending: boolean;
}

/** A join with a sub-select. */
export interface Join {
  type: 'JOIN' | 'LEFT OUTER JOIN';
  select: Select;
  /** Name of the sub-select, unquoted. */
  alias: string;
  on: string[];
}

/** What a statement says, before it is text. Conditions are joined by AND, each in its own brackets. */
export interface Select {
  /** Common table expressions before the statement: text after WITH. */
  with?: string;
  items: SelectItem[];
  /** Text after FROM. */
  from: string;
  join?: Join;
  where: string[];
  groupBy: string[];
  having: string[];
  orderBy: SortItem[];
  limit?: number;
  offset?: number;
}

/** What of a dialect a printed select shows. */
type Print = Pick<Dialect, 'quoteIdentifier' | 'unlimited' | 'offsetFirst' | 'rowLimit' | 'bareTableAlias'>;

/** The text of a select, one clause a line. */
export function printSelect(select: Select, dialect: Print): string {
  const { limit, offset, orderBy } = select;
  const { head, tail } = windowText({ limit, offset, sorted: orderBy.length > 0 }, dialect);
  const lines = [
    ...clause('WITH', select.with ?? ''),
    `SELECT ${head}${select.items.map((item) => `${item.sql} AS ${dialect.quoteIdentifier(item.alias)}`).join(', ')}`,
    `FROM ${select.from}`,
    ...(select.join ? [printJoin(select.join, dialect)] : []),
    ...clause('WHERE', conjunction(select.where)),
    ...clause('GROUP BY', select.groupBy.join(', ')),
    ...clause('HAVING', conjunction(select.having)),
    ...clause('ORDER BY', orderBy.map((item) => `${item.sql} ${item.ascending ? 'ASC' : 'DESC'}`).join(', ')),
    ...tail,
  ];
  return lines.join('\n');
}

/** The alias of a table or sub-select, as it stands behind it. */
export function tableAlias(
  name: string,
  dialect: Pick<Dialect, 'quoteIdentifier' | 'bareTableAlias'>,
): string {
  return `${dialect.bareTableAlias ? '' : 'AS '}${dialect.quoteIdentifier(name)}`;
}

/** Conditions joined by AND; none is left to bind with its neighbour. */
export function conjunction(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : parts.map(bracketed).join(' AND ');
}

/** Brackets around an expression; a line break first where its last line might be a comment. */
export function bracketed(sql: string): string {
  return sql.includes('--') ? `(${sql}\n)` : `(${sql})`;
}

function printJoin(join: Join, dialect: Print): string {
  const on = join.on.join(' AND ');
  return `${join.type} (\n${printSelect(join.select, dialect)}\n) ${tableAlias(join.alias, dialect)} ON ${on}`;
}

function clause(word: string, text: string): string[] {
  return text === '' ? [] : [`${word} ${text}`];
}
