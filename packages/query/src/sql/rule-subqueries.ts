import type { StatementText } from './statements.ts';
import { identifierText, isTreeObject, type TreeObject } from './syntax-tree.ts';

/** A table where a query reads it: the stretch of text that names it, and whether an alias follows. */
export interface TablePlace {
  start: number;
  end: number;
  hasAlias: boolean;
}

/** Finds the text of a table name by the spans of its identifiers; undefined when the parser gave none. Positions count from the statement's start. */
export function tablePlace(members: TreeObject): TablePlace | undefined {
  const spans = [members.catalog, members.schema, members.name].flatMap((part) =>
    isTreeObject(part) && isTreeObject(part.span) ? [part.span] : [],
  );
  const starts = spans.map((span) => Number(span.start));
  const ends = spans.map((span) => Number(span.end));
  if (spans.length === 0 || ![...starts, ...ends].every(Number.isInteger)) return undefined;
  return {
    start: Math.min(...starts),
    end: Math.max(...ends),
    hasAlias: identifierText(members.alias) !== undefined,
  };
}

/** A table, and the query that stands in its place. */
export interface ReplacedTable extends TablePlace {
  /** The query by the table's name as it was written. */
  query: (name: string) => string;
  /** Quoted name under which the rest of the query knows the table, when it gave no alias. */
  alias: string;
}

/**
 * The statement with each of these tables replaced by a sub-query, as by one of its permitted rows (contract/query.md
 * §1.5): everything else stays as it was written.
 */
export function withSubqueries(
  statement: StatementText,
  tables: readonly ReplacedTable[],
  bareTableAlias = false,
): string {
  // The parser counts characters, the text code units.
  const characters = [...statement.sql];
  let text = '';
  let at = 0;
  for (const table of [...tables].sort((a, b) => a.start - b.start)) {
    const name = characters.slice(table.start, table.end).join('');
    const alias = table.hasAlias ? '' : `${bareTableAlias ? ' ' : ' AS '}${table.alias}`;
    text += `${characters.slice(at, table.start).join('')}(${table.query(name)})${alias}`;
    at = table.end;
  }
  return text + characters.slice(at).join('');
}
