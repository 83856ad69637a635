import type { TaggedObject } from '@chartroom/model';
import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { chartRows } from '../chart/chart-rows.ts';
import { dashboardResource } from '../dashboard/dashboard-resource.ts';
import { dashboardRows } from '../dashboard/dashboard-rows.ts';
import { OBJECT_TYPES, tagsOf } from '../object-tags.ts';
import { type Audit, nameOf, type Person } from '../people.ts';
import { seenIds } from '../resource-queries.ts';
import { savedQueryResource, savedQueryRows } from '../saved-queries/saved-query-resource.ts';

/** What is read of a thing that carries tags. */
type Found = Pick<Audit, 'created_by' | 'changed_on'> & {
  id: number;
  name: string | null;
  url: string;
  owners: Person[];
};

/** How the things that carry tags are read. */
const KINDS = [
  {
    kind: 'dashboard' as const,
    resource: dashboardResource,
    read: async (ids: number[], act: Act): Promise<Found[]> =>
      (await dashboardRows(ids, act)).map((row) => ({ ...row, name: row.dashboard_title })),
  },
  {
    kind: 'chart' as const,
    resource: chartResource,
    read: async (ids: number[], act: Act): Promise<Found[]> =>
      (await chartRows(ids, act)).map((row) => ({ ...row, name: row.slice_name })),
  },
  {
    kind: 'query' as const,
    resource: savedQueryResource,
    read: async (ids: number[], act: Act): Promise<Found[]> =>
      (await savedQueryRows(ids, act)).map((row) => ({
        ...row,
        name: row.label,
        url: `/sqllab?savedQueryId=${row.id}`,
        owners: [],
      })),
  },
];
const TAG_WORDS: Record<number, string> = {
  1: 'TagType.custom',
  2: 'TagType.type',
  3: 'TagType.owner',
  4: 'TagType.favorited_by',
};

/** Things that the caller sees and that carry one of some tags; all tagged things when no tag is named. */
export async function objectsUnder(
  wanted: { tagIds: number[]; names: string[]; types: string[] },
  act: Act,
): Promise<TaggedObject[]> {
  const groups = await Promise.all(
    KINDS.filter((each) => wanted.types.length === 0 || wanted.types.includes(each.kind)).map(
      async ({ kind, resource, read }) => {
        const ids = await taggedIds(OBJECT_TYPES[kind], wanted, act);
        const seen = [...(await seenIds(resource, ids, act))];
        const rows = seen.length === 0 ? [] : await read(seen, act);
        const tags = await tagsOf(act.services.db, OBJECT_TYPES[kind], seen);
        return rows.map(({ id, name, url, changed_on, created_by, owners }) => ({
          id,
          type: kind,
          name,
          url,
          changed_on,
          created_by,
          creator: nameOf(created_by ?? undefined),
          tags: (tags.get(id) ?? []).map((tag) => ({
            ...tag,
            type: TAG_WORDS[tag.type] ?? String(tag.type),
          })),
          owners,
        }));
      },
    ),
  );
  return groups.flat();
}

async function taggedIds(
  type: number,
  wanted: { tagIds: number[]; names: string[] },
  act: Act,
): Promise<number[]> {
  const named = [
    ...(wanted.tagIds.length > 0 ? [sql<boolean>`tg.id in (${sql.join(wanted.tagIds)})`] : []),
    ...(wanted.names.length > 0 ? [sql<boolean>`tg.name in (${sql.join(wanted.names)})`] : []),
  ];
  const tagged = named.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(named, sql` or `)})`;
  const { rows } = await sql<{
    id: number;
  }>`select distinct tob.object_id as id from tagged_objects as tob join tags as tg on tg.id = tob.tag_id
    where tob.object_type = ${type} and ${tagged} order by 1`.execute(act.services.db);
  return rows.map((row) => row.id);
}
