import { sql } from 'kysely';
import type { Act } from '../http/act.ts';
import { unprocessable } from '../http/errors.ts';
import { humanized, utcForm, zoneless } from '../http/humanized.ts';
import type { Db } from '../records/records.ts';
import { callerId } from '../security/caller.ts';
import type { Ownership } from './resource.ts';

export interface Person {
  id: number;
  username: string;
  first_name: string;
  last_name: string;
}

/** The people of some ids, by id. */
export async function peopleOf(db: Db, ids: Iterable<number | null>): Promise<Map<number, Person>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** First and last name in one line; empty when nobody is known. */
export function nameOf(person: Person | undefined): string {
  return person ? `${person.first_name} ${person.last_name}` : '';
}

/** Columns every audited row needs. */
export interface AuditedRow {
  id: number;
  created_on: string;
  changed_on: string;
  created_by_id: number | null;
  changed_by_id: number | null;
}

/** Who made and changed a row, and when. */
export interface Audit {
  created_by: Person | null;
  changed_by: Person | null;
  created_by_name: string;
  changed_by_name: string;
  created_on: string;
  changed_on: string;
  changed_on_utc: string;
  /** Epoch milliseconds. */
  changed_on_dttm: number;
  created_on_delta_humanized: string;
  changed_on_delta_humanized: string;
  created_on_humanized: string;
  changed_on_humanized: string;
}

/** Who made and changed rows, and when, in every form that the contract's columns ask for. */
export async function auditOf(rows: readonly AuditedRow[], act: Act): Promise<(row: AuditedRow) => Audit> {
  const people = await peopleOf(
    act.services.db,
    rows.flatMap((row) => [row.created_by_id, row.changed_by_id]),
  );
  const now = act.services.now();
  return (row) => {
    const created = people.get(row.created_by_id ?? -1);
    const changed = people.get(row.changed_by_id ?? -1);
    return {
      created_by: created ?? null,
      changed_by: changed ?? null,
      created_by_name: nameOf(created),
      changed_by_name: nameOf(changed),
      created_on: zoneless(row.created_on),
      changed_on: zoneless(row.changed_on),
      changed_on_utc: utcForm(row.changed_on),
      changed_on_dttm: Date.parse(row.changed_on),
      created_on_delta_humanized: humanized(row.created_on, now),
      changed_on_delta_humanized: humanized(row.changed_on, now),
      created_on_humanized: humanized(row.created_on, now),
      changed_on_humanized: humanized(row.changed_on, now),
    };
  };
}

/** What a new row says about who made it and when. */
export function createdNow(act: Act): {
  created_on: string;
  changed_on: string;
  created_by_id: number | null;
  changed_by_id: number | null;
} {
  const at = act.services.now().toISOString();
  const by = act.caller.user?.id ?? null;
  return { created_on: at, changed_on: at, created_by_id: by, changed_by_id: by };
}

/** What a changed row says about who changed it and when. */
export function changedNow(act: Act): { changed_on: string; changed_by_id: number | null } {
  return { changed_on: act.services.now().toISOString(), changed_by_id: act.caller.user?.id ?? null };
}

/** The owners of things, by the id of the thing. */
export async function ownersOf(db: Db, ownership: Ownership, ids: number[]): Promise<Map<number, Person[]>> {
  if (ids.length === 0) return new Map();
  const thing = sql.ref<number>(`o.${ownership.own}`);
  const { rows } = await sql<Person & { thing: number }>`
    select ${thing} as thing, u.id as id, u.username as username, u.first_name as first_name, u.last_name as last_name
    from ${sql.table(ownership.link)} as o join users as u on u.id = o.user_id
    where ${thing} in (${sql.join(ids)}) order by u.id`.execute(db);
  return groupBy(
    rows,
    (row) => row.thing,
    ({ thing: _, ...person }) => person,
  );
}

/** Rows in the order of some ids; ids without a row are left out. */
export function inOrder<Item extends { id: number }>(ids: number[], rows: readonly Item[]): Item[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [row] : [];
  });
}

/** Groups rows by a key. */
export function groupBy<Row, Key, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  valueFrom: (row: Row) => Value,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(valueFrom(row));
    else groups.set(key, [valueFrom(row)]);
  }
  return groups;
}

/**
 * Owners of a new or changed thing (contract/api.md §3.5): none given → the caller; somebody who is no administrator stays
 * among the owners; an unknown person → 422.
 */
export async function resolveOwners(
  given: number[] | null | undefined,
  act: Act,
  options: { creating: boolean },
): Promise<number[]> {
  const self = callerId(act.caller);
  const wanted = new Set(given ?? []);
  if (wanted.size === 0 && (options.creating || !act.caller.isAdmin)) return [self];
  if (!act.caller.isAdmin) wanted.add(self);
  const known = await peopleOf(act.services.db, wanted);
  if (known.size !== wanted.size) throw unprocessable({ owners: ['Owners are invalid'] });
  return [...wanted];
}
