import type { Dialect } from '../dialect.ts';
import { firstRows } from '../row-window.ts';
import { singleStatement } from '../sql/clause.ts';
import { hoisted } from '../sql/hoisted.ts';
import type { DatasetModel } from './dataset-model.ts';
import { type Select, tableAlias } from './select.ts';

/** Name of a virtual dataset's own query, where it stands before the statement. */
const OWN_QUERY = '__cte';

/** Text after FROM, and what has to stand before the statement for it. */
export type Source = Pick<Select, 'from' | 'with'>;

/**
 * The table's full name, or the virtual dataset's SQL as a sub-select. Engines that take no common table expressions
 * there get them before the statement, with the SQL itself as the last of them (contract/query.md §3.5).
 */
export function sourceOf(dataset: DatasetModel, dialect: Dialect): Source {
  if (dataset.sql?.trim()) return querySource(dataset.sql, dialect);
  const parts = [
    dialect.capabilities.crossCatalog ? dataset.catalog : null,
    dataset.schema,
    dataset.table_name,
  ];
  return {
    from: parts
      .filter((part) => part !== null && part !== '')
      .map((part) => dialect.quoteIdentifier(String(part)))
      .join('.'),
  };
}

/** A query of people as the source of another. */
function querySource(sql: string, dialect: Dialect): Source {
  const query = singleStatement(sql, dialect);
  const alias = tableAlias('virtual_table', dialect);
  const parts = dialect.capabilities.cteInSubquery ? undefined : hoisted(query, dialect.lexical);
  if (!parts) return { from: `(${query}\n) ${alias}` };
  return {
    with: `${parts.expressions},\n${OWN_QUERY} AS (\n${parts.query}\n)`,
    from: `${OWN_QUERY} ${alias}`,
  };
}

/** The first rows of what a query of people answers. @throws ChartroomError 400 for more than one statement */
export function firstRowsOf(sql: string, limit: number, dialect: Dialect): string {
  const { from, with: expressions } = querySource(sql, dialect);
  return `${expressions === undefined ? '' : `WITH ${expressions}\n`}${firstRows(from, limit, dialect)}`;
}
