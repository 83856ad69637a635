import type { tagApi } from '@chartroom/model';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Act } from '../../http/act.ts';
import type { Db } from '../../records/records.ts';
import { ensureTags, OBJECT_TYPES, TAG_TYPES } from '../object-tags.ts';

/** A thing that carries tags: kind and id. */
export interface ObjectRef {
  type: number;
  id: number;
}
type GivenRef = NonNullable<z.output<typeof tagApi.create.body>['objects_to_tag']>[number];

const TABLES = { 1: 'saved_queries', 2: 'charts', 3: 'dashboards', 4: 'datasets' } as const;
const OWNERS = {
  2: ['chart_owners', 'chart_id'],
  3: ['dashboard_owners', 'dashboard_id'],
  4: ['dataset_owners', 'dataset_id'],
} as const;

/** A kind of thing by its number, its name, or its number as text; undefined when it is none. */
export function objectTypeOf(given: string | number): number | undefined {
  const number = Number(given);
  if (number in TABLES) return number;
  return Object.entries(OBJECT_TYPES).find(([name]) => name === given)?.[1];
}

/** Ids of tags by name; missing ones are made as custom tags. */
export async function ensureCustomTags(
  records: Db,
  names: string[],
  description: string | null | undefined,
  act: Act,
): Promise<number[]> {
  const wanted = [...new Set(names.map((each) => each.trim()))];
  const tags = wanted.map((name) => ({ name, type: TAG_TYPES.custom, description: description ?? null }));
  const ids = await ensureTags(records, tags, {
    at: act.services.now().toISOString(),
    userId: act.caller.user?.id ?? null,
  });
  return wanted.flatMap((name) => ids.get(name) ?? []);
}

/** Whether the caller owns or made a thing; administrators own everything that is there. */
export async function mayTag(records: Db, { type, id }: ObjectRef, act: Act): Promise<boolean> {
  if (type !== 1 && type !== 2 && type !== 3 && type !== 4) return false;
  const self = act.caller.user?.id ?? -1;
  const own = type === 1 ? undefined : OWNERS[type];
  const owned = own
    ? sql<boolean>`exists (select 1 from ${sql.table(own[0])} as o where ${sql.ref(`o.${own[1]}`)} = t.id and o.user_id = ${self})`
    : sql<boolean>`1 = 0`;
  const allowed = act.caller.isAdmin
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(t.created_by_id = ${self} or ${owned})`;
  const { rows } =
    await sql`select 1 from ${sql.table(TABLES[type])} as t where t.id = ${id} and ${allowed}`.execute(
      records,
    );
  return rows.length > 0;
}

/** Puts a tag on things; those the caller may not tag are skipped. */
export async function linkObjects(
  records: Db,
  tag_id: number,
  given: GivenRef[],
  act: Act,
): Promise<{ tagged: ObjectRef[]; skipped: ObjectRef[] }> {
  const tagged: ObjectRef[] = [];
  const skipped: ObjectRef[] = [];
  for (const [kind, id] of given) {
    const ref = { type: objectTypeOf(kind) ?? 0, id };
    if (!(await mayTag(records, ref, act))) {
      skipped.push(ref);
      continue;
    }
    await records
      .insertInto('tagged_objects')
      .values({ tag_id, object_type: ref.type, object_id: id })
      .onConflict((on) => on.doNothing())
      .execute();
    tagged.push(ref);
  }
  return { tagged, skipped };
}

/** Makes the given things the ones that carry a tag, as far as the caller may tag and untag them. */
export async function replaceObjects(
  records: Db,
  tag_id: number,
  given: GivenRef[],
  act: Act,
): Promise<void> {
  const present = await records
    .selectFrom('tagged_objects')
    .selectAll()
    .where('tag_id', '=', tag_id)
    .execute();
  const wanted = new Set(given.map(([kind, id]) => `${objectTypeOf(kind)} ${id}`));
  for (const { object_type, object_id } of present) {
    if (
      wanted.has(`${object_type} ${object_id}`) ||
      !(await mayTag(records, { type: object_type, id: object_id }, act))
    )
      continue;
    await records
      .deleteFrom('tagged_objects')
      .where('tag_id', '=', tag_id)
      .where('object_type', '=', object_type)
      .where('object_id', '=', object_id)
      .execute();
  }
  await linkObjects(records, tag_id, given, act);
}
