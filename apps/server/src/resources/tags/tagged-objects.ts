import { sql } from 'kysely';
import type { Act } from '../../http/act.ts';
import { zoneless } from '../../http/humanized.ts';
import { chartResource } from '../chart/chart-resource.ts';
import type { Wire } from '../columns.ts';
import { dashboardResource } from '../dashboard/dashboard-resource.ts';
import { OBJECT_TYPES, tagsOf } from '../object-tags.ts';
import { nameOf } from '../people.ts';
import type { Resource } from '../resource.ts';
import { seenIds } from '../resource-queries.ts';
import { savedQueryResource } from '../saved-queries/saved-query-resource.ts';

const KINDS: { kind: 'chart' | 'dashboard' | 'query'; resource: Resource; name: string; url: string }[] = [
  { kind: 'dashboard', resource: dashboardResource, name: 'dashboard_title', url: 'url' },
  { kind: 'chart', resource: chartResource, name: 'slice_name', url: 'url' },
  { kind: 'query', resource: savedQueryResource, name: 'label', url: '' },
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
): Promise<Wire[]> {
  const groups = await Promise.all(
    KINDS.filter((each) => wanted.types.length === 0 || wanted.types.includes(each.kind)).map(
      async ({ kind, resource, name, url }) => {
        const ids = await taggedIds(OBJECT_TYPES[kind], wanted, act);
        const seen = [...(await seenIds(resource, ids, act))];
        const rows = seen.length === 0 ? [] : await resource.list(seen, act);
        const tags = await tagsOf(act.services.db, OBJECT_TYPES[kind], seen);
        return rows.map((row) =>
          presented(
            row,
            { kind, name: row[name], url: url ? row[url] : `/sqllab?savedQueryId=${row.id}` },
            tags,
          ),
        );
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

function presented(
  row: Wire,
  thing: { kind: string; name: unknown; url: unknown },
  tags: Awaited<ReturnType<typeof tagsOf>>,
): Wire {
  const creator = isPerson(row.created_by) ? row.created_by : undefined;
  const changed = typeof row.changed_on === 'string' ? row.changed_on : '';
  return {
    id: row.id,
    type: thing.kind,
    name: thing.name,
    url: thing.url,
    changed_on: zoneless(changed),
    created_by: creator ?? null,
    creator: nameOf(creator),
    tags: (tags.get(Number(row.id)) ?? []).map((tag) => ({
      ...tag,
      type: TAG_WORDS[tag.type] ?? String(tag.type),
    })),
    owners: row.owners ?? [],
  };
}

function isPerson(
  value: unknown,
): value is { id: number; username: string; first_name: string; last_name: string } {
  return typeof value === 'object' && value !== null && 'first_name' in value && 'id' in value;
}
