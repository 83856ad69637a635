import type { Kysely } from 'kysely';
import type { RecordsKind } from '../records-kind.ts';

/**
 * Shape of a table as words: `id` numbers itself; a type is `int`, `big`, `text` or `flag`; `?` allows null; `!` is
 * unique; `> table` refers to a table whose row takes this one along when it goes, `>? table` leaves it with null.
 */
export type Shape = Record<string, string>;

/** Makes one table of its shape. */
export async function createTable<T>(
  db: Kysely<T>,
  kind: RecordsKind,
  name: string,
  shape: Shape,
): Promise<void> {
  let table = db.schema.createTable(name);
  for (const [column, word] of Object.entries(shape)) table = addColumn(table, kind, column, word);
  await table.execute();
}

type TableBuilder = ReturnType<Kysely<unknown>['schema']['createTable']>;

function addColumn(table: TableBuilder, kind: RecordsKind, column: string, word: string): TableBuilder {
  if (word === 'id') {
    if (kind === 'postgres') return table.addColumn(column, 'serial', (made) => made.primaryKey());
    return table.addColumn(column, 'integer', (made) => made.primaryKey().autoIncrement());
  }
  const [type = '', arrow, target] = word.split(' ');
  const base = type.replace(/[?!]/g, '');
  const stored = STORED[base] ?? 'integer';
  return table.addColumn(column, stored, (given) => {
    let made = type.includes('?') ? given : given.notNull();
    if (base === 'flag') made = made.defaultTo(0);
    if (type.includes('!')) made = made.unique();
    return target ? made.references(`${target}.id`).onDelete(arrow === '>' ? 'cascade' : 'set null') : made;
  });
}

/** Makes the indexes of a table: each a list of columns, `!` before them makes it unique. */
export async function createIndexes<T>(
  db: Kysely<T>,
  table: string,
  indexes: readonly (readonly string[])[],
): Promise<void> {
  for (const index of indexes) {
    const columns = index.filter((each) => each !== '!');
    const made = db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns);
    await (index[0] === '!' ? made.unique() : made).execute();
  }
}

/** How columns of other kinds than whole numbers are stored. */
const STORED: Readonly<Record<string, 'text' | 'double precision'>> = {
  text: 'text',
  number: 'double precision',
};
