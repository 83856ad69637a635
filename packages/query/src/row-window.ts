import type { Dialect } from './dialect.ts';

/** What of a dialect tells how rows are cut. */
export type WindowDialect = Pick<Dialect, 'rowLimit' | 'unlimited' | 'offsetFirst'>;

/** Which rows of a query are asked for, and whether the query says in what order. */
export interface RowWindow {
  limit?: number | undefined;
  offset?: number | undefined;
  sorted: boolean;
}

/** A window as text: `head` stands behind SELECT, the lines of `tail` end the query. */
export function windowText(
  { limit, offset, sorted }: RowWindow,
  dialect: WindowDialect,
): { head: string; tail: string[] } {
  if (limit === undefined && !offset) return { head: '', tail: [] };
  if (dialect.rowLimit === 'top' && !offset) return { head: `TOP ${limit} `, tail: [] };
  if (dialect.rowLimit !== undefined) {
    const order = dialect.rowLimit === 'top' && !sorted ? ['ORDER BY (SELECT NULL)'] : [];
    const skip = dialect.rowLimit === 'top' || offset ? [`OFFSET ${offset ?? 0} ROWS`] : [];
    const take =
      limit === undefined ? [] : [`FETCH ${skip.length > 0 ? 'NEXT' : 'FIRST'} ${limit} ROWS ONLY`];
    return { head: '', tail: [...order, ...skip, ...take] };
  }
  const most = limit ?? dialect.unlimited;
  const tail = [...(most === undefined ? [] : [`LIMIT ${most}`]), ...(offset ? [`OFFSET ${offset}`] : [])];
  return { head: '', tail: dialect.offsetFirst ? tail.reverse() : tail };
}

/** The first rows of a table or of a sub-select with its alias: text after FROM. */
export function firstRows(from: string, limit: number, dialect: WindowDialect): string {
  const { head, tail } = windowText({ limit, sorted: false }, dialect);
  return [`SELECT ${head}*`, `FROM ${from}`, ...tail].join('\n');
}
