import { unprocessable } from '../http/errors.ts';
import { byIds } from '../records/by-ids.ts';
import type { Db } from '../records/records.ts';
import { groupBy } from './people.ts';

/** Kinds of tagged things as they are stored (contract/api.md §2.8). */
export const OBJECT_TYPES = { query: 1, chart: 2, dashboard: 3, dataset: 4 } as const;
/** Kinds of tags: what people write, what a thing is, who owns it, who starred it. */
export const TAG_TYPES = { custom: 1, type: 2, owner: 3, favorited_by: 4 } as const;

type ObjectType = (typeof OBJECT_TYPES)[keyof typeof OBJECT_TYPES];

export interface ShownTag {
  id: number;
  name: string;
  type: number;
}

/** Tags of things, by the id of the thing. */
export async function tagsOf(
  db: Db,
  objectType: ObjectType,
  ids: number[],
): Promise<Map<number, ShownTag[]>> {
  const rows = await byIds(ids, (some) =>
    db
      .selectFrom('tagged_objects')
      .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
      .select(['object_id', 'tags.id', 'tags.name', 'tags.type'])
      .where('object_type', '=', objectType)
      .where('object_id', 'in', some)
      .orderBy('tags.type', 'desc')
      .orderBy('tags.id')
      .execute(),
  );
  return groupBy(
    rows,
    (row) => row.object_id,
    ({ object_id: _, ...tag }) => tag,
  );
}

/** Makes the given ids the custom tags of a thing. Throws 422 naming the first that is no tag. */
export async function setCustomTags(
  records: Db,
  objectType: ObjectType,
  objectId: number,
  tagIds: number[],
): Promise<void> {
  const wanted = [...new Set(tagIds)];
  const known =
    wanted.length === 0
      ? []
      : await records.selectFrom('tags').select('id').where('id', 'in', wanted).execute();
  const unknown = wanted.find((id) => !known.some((tag) => tag.id === id));
  if (unknown !== undefined) throw unprocessable({ tags: [`Tag ID ${unknown} not found`] });
  await records
    .deleteFrom('tagged_objects')
    .where('object_type', '=', objectType)
    .where('object_id', '=', objectId)
    .where('tag_id', 'in', (on) => on.selectFrom('tags').select('id').where('type', '=', TAG_TYPES.custom))
    .execute();
  const rows = wanted.map((tag_id) => ({ tag_id, object_type: objectType, object_id: objectId }));
  if (rows.length > 0)
    await records
      .insertInto('tagged_objects')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute();
}

/** Makes tags of some names the custom tags of a thing; those that are not there yet are made. */
export async function setNamedTags(
  records: Db,
  thing: { type: ObjectType; id: number },
  tags: { name: string; description: string | null }[],
  by: { at: string; userId: number | null },
): Promise<void> {
  const wanted = tags.map(({ name, description }) => ({ name, type: TAG_TYPES.custom, description }));
  const ids = await ensureTags(records, wanted, by);
  await setCustomTags(records, thing.type, thing.id, [...ids.values()]);
}

/** The tags that things carry by what they are and who owns them: `type:chart`, `owner:7`. */
export async function setOwnTags(
  records: Db,
  thing: { type: 'chart' | 'dashboard' | 'query'; id: number; owners: number[] },
  by: { at: string; userId: number | null },
): Promise<void> {
  const object_type = OBJECT_TYPES[thing.type];
  const wanted = [
    { name: `type:${thing.type}`, type: TAG_TYPES.type },
    ...thing.owners.map((owner) => ({ name: `owner:${owner}`, type: TAG_TYPES.owner })),
  ];
  await records
    .deleteFrom('tagged_objects')
    .where('object_type', '=', object_type)
    .where('object_id', '=', thing.id)
    .where('tag_id', 'in', (on) => on.selectFrom('tags').select('id').where('type', '=', TAG_TYPES.owner))
    .execute();
  for (const tag_id of (await ensureTags(records, wanted, by)).values()) {
    await records
      .insertInto('tagged_objects')
      .values({ tag_id, object_type, object_id: thing.id })
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

/**
 * Ids of tags by name; those that are not there yet are made. Whoever makes the same ones at the same time makes one of
 * each: they are made in the order of their names, so that no two wait for each other.
 */
export async function ensureTags(
  records: Db,
  tags: { name: string; type: number; description?: string | null }[],
  by: { at: string; userId: number | null },
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const idOf = (name: string) =>
    records.selectFrom('tags').select('id').where('name', '=', name).executeTakeFirst();
  for (const tag of [...tags].sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (ids.has(tag.name)) continue;
    let known = await idOf(tag.name);
    while (!known) {
      const values = {
        created_on: by.at,
        changed_on: by.at,
        created_by_id: by.userId,
        changed_by_id: by.userId,
      };
      await records
        .insertInto('tags')
        .values({ ...tag, description: tag.description ?? null, ...values })
        .onConflict((on) => on.column('name').doNothing())
        .execute();
      // Whose it is now has ended its transaction: it can be seen, unless it was taken away again at once.
      known = await idOf(tag.name);
    }
    ids.set(tag.name, known.id);
  }
  return ids;
}

/** Removes what tags and stars say about things that are gone. */
export async function forgetObjects(
  records: Db,
  thing: { type: 'chart' | 'dashboard' | 'query'; favorites: string; ids: number[] },
): Promise<void> {
  await records
    .deleteFrom('tagged_objects')
    .where('object_type', '=', OBJECT_TYPES[thing.type])
    .where('object_id', 'in', thing.ids)
    .execute();
  await records
    .deleteFrom('favorites')
    .where('kind', '=', thing.favorites)
    .where('object_id', 'in', thing.ids)
    .execute();
}
