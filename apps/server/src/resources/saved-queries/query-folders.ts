import type { SavedQueryFolder } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { OBJECT_TYPES, TAG_TYPES } from '../object-tags.ts';

/** The tags that people gave the caller's saved queries, each with how many have it, the largest first; those without any last. */
export async function foldersOf({ services: { db }, caller }: Act): Promise<SavedQueryFolder[]> {
  const maker = caller.user?.id ?? -1;
  const tagged = await db
    .selectFrom('saved_queries')
    .innerJoin('tagged_objects', 'tagged_objects.object_id', 'saved_queries.id')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .select(({ fn }) => ['tags.id', 'tags.name', fn.countAll<number>().as('count')])
    .where('saved_queries.created_by_id', '=', maker)
    .where('tagged_objects.object_type', '=', OBJECT_TYPES.query)
    .where('tags.type', '=', TAG_TYPES.custom)
    .groupBy(['tags.id', 'tags.name'])
    .orderBy(sql`count(*) desc`)
    .orderBy('tags.name')
    .execute();
  const { count } = await db
    .selectFrom('saved_queries as t')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('t.created_by_id', '=', maker)
    .where(untagged(OBJECT_TYPES.query))
    .executeTakeFirstOrThrow();
  return [
    ...tagged.map((folder) => ({ ...folder, count: Number(folder.count) })),
    ...(Number(count) > 0 ? [{ id: null, name: 'Without a tag', count: Number(count) }] : []),
  ];
}

/** Rows of `t` that have no tag of people's. */
export function untagged(objectType: number) {
  return sql<boolean>`t.id not in (select tob.object_id from tagged_objects as tob join tags as tg on tg.id = tob.tag_id where tob.object_type = ${objectType} and tg.type = ${TAG_TYPES.custom})`;
}
