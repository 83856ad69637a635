import { sql } from 'kysely';
import type { Act } from '../http/act.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import type { Db } from '../records/records.ts';
import type { Row, TableName } from '../records/tables.ts';
import { type Audit, type AuditedRow, auditOf, inOrder } from './people.ts';

/** Tables whose rows tell who made and changed them. */
type AuditedTable = { [T in TableName]: Row<T> extends AuditedRow ? T : never }[TableName];

/** Reads rows of an audited table as they are, with who made and changed them, in the order of the ids. */
export function plainRows<T extends AuditedTable>(
  table: T,
): (ids: number[], act: Act) => Promise<(Row<T> & Audit & { id: number })[]>;
export function plainRows<T extends AuditedTable, Shown extends object>(
  table: T,
  present: (row: Row<T>, act: Act) => Shown,
): (ids: number[], act: Act) => Promise<(Shown & Audit & { id: number })[]>;
export function plainRows<T extends AuditedTable>(
  table: T,
  present: (row: Row<T>, act: Act) => object = (row) => row,
) {
  return async (ids: number[], act: Act) => {
    const { rows } = await sql<Row<T> & AuditedRow>`
      select * from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(act.services.db);
    const audit = await auditOf(rows, act);
    return inOrder(
      ids,
      rows.map((row) => ({ ...present(row, act), ...audit(row), id: row.id })),
    );
  };
}

/** One of what a list reads; 404 when it is gone. */
export function oneOf<Shown>(list: (ids: number[], act: Act) => Promise<Shown[]>) {
  return async (id: number, act: Act): Promise<Shown> => {
    const [row] = await list([id], act);
    if (!row) throw notFound();
    return row;
  };
}

/** Which of these ids no row of a table has, in order and each once. */
export async function missingIds(records: Db, table: TableName, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`select id from ${sql.table(table)} where id in (${sql.join(wanted)})`.execute(records);
  const known = new Set(rows.map(({ id }) => id));
  return wanted.filter((id) => !known.has(id)).sort((a, b) => a - b);
}

/** Throws 422 for a field that names things which are not there. */
export async function requireAll(
  records: Db,
  table: TableName,
  ids: number[],
  refusal: Record<string, string[]>,
): Promise<number[]> {
  if ((await missingIds(records, table, ids)).length > 0) throw unprocessable(refusal);
  return [...new Set(ids)];
}

/** Throws 422 when another row has this value in a column. */
export async function requireUnique(
  records: Db,
  place: { table: TableName; column: string; value: string; except?: number | undefined },
  refusal: Record<string, string[]>,
): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select id from ${sql.table(place.table)} where ${sql.ref(place.column)} = ${place.value}`.execute(
    records,
  );
  if (rows.some((row) => row.id !== place.except)) throw unprocessable(refusal);
}

/** Values that were given, by name; null where nothing was said of them. */
export function givenTexts<Name extends string>(
  body: { readonly [name in Name]?: unknown },
  names: readonly Name[],
): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
}
