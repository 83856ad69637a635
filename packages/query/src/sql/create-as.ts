import type { Dialect } from '../dialect.ts';
import type { TableName } from './table-names.ts';

/**
 * The statement that keeps the rows of a SELECT as a table or view (contract/query.md §5.4). The name is quoted, so
 * that it may hold anything.
 */
export function createAs(
  select: string,
  target: { kind: 'TABLE' | 'VIEW'; name: TableName },
  dialect: Pick<Dialect, 'quoteIdentifier'>,
): string {
  const { catalog, schema, table } = target.name;
  const name = [catalog, schema, table].filter((part) => part !== null).map((part) => dialect.quoteIdentifier(part));
  return `CREATE ${target.kind} ${name.join('.')} AS\n${select}`;
}
