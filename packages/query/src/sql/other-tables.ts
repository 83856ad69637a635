import { ChartroomError } from '@chartroom/model';
import type { Dialect } from '../dialect.ts';
import type { ParsedStatement } from './parsed-statement.ts';
import type { TableName, TableUse } from './table-names.ts';
import { namedBy } from './table-needs.ts';

/** A stretch of a statement and what stands there instead. Positions count characters from the statement's start. */
interface Change {
  start: number;
  end: number;
  text: string;
}

/**
 * The statement in which each place that `nameOf` knows reads a table of another name instead (SQL). Its columns are found
 * under the name that it had.
 * @throws ChartroomError 422 for a table whose place in the text is not known
 */
export function withOtherTables(
  statement: ParsedStatement,
  nameOf: (table: TableName) => string | undefined,
  dialect: Pick<Dialect, 'quoteIdentifier' | 'bareTableAlias'>,
): string {
  const read = statement.uses.filter((use) => nameOf(use) !== undefined);
  const hidden = statement.touched.find(
    (table) => nameOf(table) !== undefined && !read.some((use) => use.place && isSame(use, table)),
  );
  if (hidden) throw unplaced(hidden);
  const as = dialect.bareTableAlias ? ' ' : ' AS ';
  const changes = read.map((use): Change => {
    if (!use.place) throw unplaced(use);
    const { start, end, hasAlias } = use.place;
    const alias = hasAlias ? '' : `${as}${dialect.quoteIdentifier(use.table)}`;
    return { start, end, text: `${nameOf(use) ?? ''}${alias}` };
  });
  changes.push(...columnWays(statement, read, dialect));
  const characters = [...statement.sql];
  let [text, at] = ['', 0];
  for (const change of changes.sort((a, b) => a.start - b.start)) {
    text += `${characters.slice(at, change.start).join('')}${change.text}`;
    at = change.end;
  }
  return text + characters.slice(at).join('');
}

/** `sales.public.orders.id` becomes `orders.id`: the table has no such place any more. */
function columnWays(
  { tokens, sql, start }: ParsedStatement,
  read: readonly TableUse[],
  { quoteIdentifier }: Pick<Dialect, 'quoteIdentifier'>,
): Change[] {
  const unit = (place: number): number => [...sql.slice(0, place - start)].length;
  return tokens.flatMap((first, at): Change[] => {
    const last = tokens[at + 4];
    const isWay = [1, 3, 5].every((dot) => tokens[at + dot]?.text === '.') && tokens[at - 1]?.text !== '.';
    if (!isWay || !last) return [];
    const names = [first, tokens[at + 2], last].map((token) => token && namedBy(token)?.toLowerCase());
    const use = read.find(({ catalog, schema, table, place }) => {
      const way = [catalog, schema, table].map((part) => part?.toLowerCase());
      return place?.hasAlias === false && way.every((part, index) => part === names[index]);
    });
    if (!use) return [];
    return [
      {
        start: unit(first.start),
        end: unit(last.start + last.text.length),
        text: quoteIdentifier(use.table),
      },
    ];
  });
}

function isSame(one: TableName, other: TableName): boolean {
  return one.catalog === other.catalog && one.schema === other.schema && one.table === other.table;
}

function unplaced({ catalog, schema, table }: TableName): ChartroomError {
  const name = [catalog, schema, table].filter((part) => part !== null).join('.');
  return new ChartroomError(
    `The table ${name} of another database cannot be read at its place in this query. Read it in a FROM or JOIN of its own.`,
    { status: 422, error_type: 'INVALID_SQL_ERROR', level: 'error' },
  );
}
