import { type Catalog, cteOf, outputOf } from './columns.ts';
import type { CteScope, Query } from './query.ts';
import { readStatement } from './reader.ts';
import { type Script, statementAt } from './statements.ts';
import { LONG } from './text-script.ts';
import { type Token, tokensOf } from './tokens.ts';

/** The statement that somebody is writing, and what can be looked at of it. */
export interface Written {
  sql: string;
  /** Where it begins in the text. */
  from: number;
  /** Lines of the text before the one in which it begins, and signs before it in that one. */
  lines: number;
  signs: number;
  /** Its common table expressions that are whole; undefined: it is not known how many columns they have. */
  ctes: { name: string; columns: number | undefined }[];
}

/** The statement at a place. Of one that is very long nothing is read. */
export function writtenAt(script: Script, at: number, catalog: Catalog): Written | undefined {
  const span = statementAt(script, at);
  if (!span) return undefined;
  const { text, style } = script;
  const { from, to } = span;
  const sql = text.slice(from, to);
  const before = text.slice(0, from);
  const ctes = sql.length > LONG ? [] : ctesOf(sql, tokensOf(sql, style), catalog);
  return {
    sql,
    from,
    lines: before.split('\n').length - 1,
    signs: from - before.lastIndexOf('\n') - 1,
    ctes,
  };
}

/** Words that leave columns out of `*`, or choose them by their names. */
const CHOOSES = /\b(?:exclude|except|replace|rename|columns|ilike)\b/i;

function ctesOf(sql: string, tokens: readonly Token[], catalog: Catalog): Written['ctes'] {
  const end = readStatement(sql, tokens, sql.length).around?.scope;
  const isPlain = !CHOOSES.test(sql);
  return (outermost(end)?.ctes ?? [])
    .filter(({ named, end: own }) => own > named.to)
    .map(({ named, query }) => ({ name: named.name, columns: query && widthOf(query, isPlain, catalog) }));
}

/** How many columns a query yields, where that can be told for certain. */
function widthOf(query: Query, isPlain: boolean, catalog: Catalog): number | undefined {
  const { items, sources } = query;
  if (!isPlain) return undefined;
  if (items.length > 0 && items.every(({ isAll }) => !isAll)) return items.length;
  // Of several sources columns of one name come once here, and more often in the engine; those without a name are not told.
  const [source, ...others] = sources;
  if (!source || others.length > 0 || source.query || cteOf(source, query)) return undefined;
  const parts = items.length > 0 ? items.map((item) => [item]) : [[]];
  let width = 0;
  for (const part of parts) {
    const { columns, isComplete } = outputOf({ ...query, items: part }, catalog);
    if (!isComplete) return undefined;
    width += part[0]?.isAll === false ? 1 : columns.length;
  }
  return width > 0 ? width : undefined;
}

/** The WITH at the beginning of a statement, seen from its end. */
function outermost(scope: CteScope | undefined): CteScope | undefined {
  let found = scope;
  while (found?.outer) found = found.outer;
  return found;
}
