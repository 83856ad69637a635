import type { Dialect } from '../dialect.ts';
import { hoisted } from './hoisted.ts';
import type { TableName } from './table-names.ts';

/**
 * The statement that keeps the rows of a SELECT as a table or view (contract/query.md §5.4). The name is quoted, so
 * that it may hold anything.
 */
export function createAs(
  select: string,
  target: { kind: 'TABLE' | 'VIEW'; name: TableName },
  dialect: Pick<Dialect, 'quoteIdentifier' | 'selectInto' | 'lexical'>,
): string {
  const { catalog, schema, table } = target.name;
  const parts = [catalog, schema, table]
    .filter((part) => part !== null)
    .map((part) => dialect.quoteIdentifier(part));
  const name = parts.join('.');
  if (target.kind === 'VIEW' || !dialect.selectInto) return `CREATE ${target.kind} ${name} AS\n${select}`;
  const { expressions, query } = hoisted(select, dialect.lexical) ?? {
    expressions: undefined,
    query: select,
  };
  const before = expressions === undefined ? '' : `WITH ${expressions}\n`;
  return `${before}SELECT * INTO ${name} FROM (\n${query}\n) AS temp`;
}
