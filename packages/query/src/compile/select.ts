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

type Quote = (name: string) => string;

/** The text of a select, one clause a line. */
export function printSelect(select: Select, quote: Quote): string {
  const lines = [
    `SELECT ${select.items.map((item) => `${item.sql} AS ${quote(item.alias)}`).join(', ')}`,
    `FROM ${select.from}`,
    ...(select.join ? [printJoin(select.join, quote)] : []),
    ...clause('WHERE', conjunction(select.where)),
    ...clause('GROUP BY', select.groupBy.join(', ')),
    ...clause('HAVING', conjunction(select.having)),
    ...clause('ORDER BY', select.orderBy.map((item) => `${item.sql} ${item.ascending ? 'ASC' : 'DESC'}`).join(', ')),
    ...(select.limit === undefined ? [] : [`LIMIT ${select.limit}`]),
    ...(select.offset ? [`OFFSET ${select.offset}`] : []),
  ];
  return lines.join('\n');
}

/** Conditions joined by AND; none is left to bind with its neighbour. */
export function conjunction(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : parts.map(bracketed).join(' AND ');
}

/** Brackets around an expression; a line break first where its last line might be a comment. */
export function bracketed(sql: string): string {
  return sql.includes('--') ? `(${sql}\n)` : `(${sql})`;
}

function printJoin(join: Join, quote: Quote): string {
  const on = join.on.join(' AND ');
  return `${join.type} (\n${printSelect(join.select, quote)}\n) AS ${quote(join.alias)} ON ${on}`;
}

function clause(word: string, text: string): string[] {
  return text === '' ? [] : [`${word} ${text}`];
}
