import type { TableEntry, TableMetadata } from '@chartroom/model';
import type { TreeRow } from '@chartroom/ui';

/** A column of a table as it is described. */
export type TableColumn = TableMetadata['columns'][number];

/** What is known of a table that was opened. */
export interface TableDetails {
  data: TableMetadata | undefined;
  error: Error | null;
}

/** A line of the tree of tables: a table, its newest partition, one of its columns, or why there are none. */
export type SchemaRow = TreeRow &
  (
    | { kind: 'table'; table: TableEntry }
    | { kind: 'column'; table: TableEntry; column: TableColumn }
    | { kind: 'partition'; table: TableEntry; latest: string; query: string }
    | { kind: 'note'; table: TableEntry; error: Error | null }
  );

/** Finds tables by a part of their names; those that begin with it come first. */
export class TableFinder {
  readonly #tables: readonly TableEntry[];
  readonly #names: readonly string[];

  constructor(tables: readonly TableEntry[]) {
    this.#tables = tables;
    this.#names = tables.map(({ value }) => value.toLowerCase());
  }

  find(text: string): readonly TableEntry[] {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return this.#tables;
    const first: TableEntry[] = [];
    const others: TableEntry[] = [];
    for (let at = 0; at < this.#names.length; at++) {
      const place = this.#names[at]?.indexOf(wanted) ?? -1;
      const table = this.#tables[at];
      if (table && place >= 0) (place === 0 ? first : others).push(table);
    }
    return [...first, ...others];
  }
}

/**
 * The lines of the tree.
 * @param open - what is known of the tables that are open, by name
 * @param sorted - tables whose columns stand in the order of their names
 */
export function treeRows(
  tables: readonly TableEntry[],
  open: ReadonlyMap<string, TableDetails>,
  sorted: ReadonlySet<string>,
): SchemaRow[] {
  const rows: SchemaRow[] = [];
  for (const [at, table] of tables.entries()) {
    const { value } = table;
    const details = open.get(value);
    const isOpen = details !== undefined;
    rows.push({ kind: 'table', key: value, level: 1, isOpen, place: [at + 1, tables.length], table });
    if (details) rows.push(...rowsBelow(table, details, sorted.has(value)));
  }
  return rows;
}

function rowsBelow(table: TableEntry, { data, error }: TableDetails, isSorted: boolean): SchemaRow[] {
  if (!data) return [{ kind: 'note', key: `${table.value}\0`, level: 2, place: [1, 1], table, error }];
  const columns = isSorted ? data.columns.toSorted((a, b) => a.name.localeCompare(b.name)) : data.columns;
  const { partitions } = data;
  const before = partitions ? 1 : 0;
  const size = columns.length + before;
  const lines = columns.map(
    (column, at): SchemaRow => ({
      kind: 'column',
      key: `${table.value}\0${column.name}`,
      level: 2,
      place: [at + 1 + before, size],
      table,
      column,
    }),
  );
  if (!partitions) return lines;
  const { latest, partitionQuery: query } = partitions;
  const key = `${table.value}\0\0`;
  return [{ kind: 'partition', key, level: 2, place: [1, size], table, latest, query }, ...lines];
}
