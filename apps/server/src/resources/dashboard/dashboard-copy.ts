import {
  chartsIn,
  type dashboardApi,
  metadataFor,
  readLayout,
  splitMetadata,
  withChartIds,
} from '@chartroom/model';
import type { z } from 'zod';
import type { Act } from '../../http/act.ts';
import { forbidden } from '../../http/errors.ts';
import type { Db } from '../../records/records.ts';
import { storedObject } from '../../records/stored-json.ts';
import { callerId } from '../../security/caller.ts';
import { readableFilters, requireFilterData } from '../../security/dashboard-filters.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { setOwnTags } from '../object-tags.ts';
import { createdNow } from '../people.ts';
import { ownsAll, seenIds } from '../resource-queries.ts';
import { DASHBOARD_OWNERS } from './dashboard-rows.ts';
import { membersOf, setCharts, setOwners, withUuids } from './dashboard-writes.ts';
import { keepFirst } from './versions/board-versions.ts';

type CopyRequest = z.output<typeof dashboardApi.copy.body>;

/**
 * Copies a dashboard for the caller, with copies of its charts when asked; answers the copy's id and its moment. Whoever
 * does not own it copies the charts and filters whose data they may read: the copy is theirs to open to others.
 * @throws ChartroomError 403 for a dashboard that names roles and is somebody else's (contract/api.md §3.4)
 */
export async function copyDashboard(
  sourceId: number,
  wanted: CopyRequest,
  act: Act,
): Promise<{ id: number; changed_on: string }> {
  const { db, uuid } = act.services;
  const source = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
  const isOwn = await ownsAll({ ownership: DASHBOARD_OWNERS }, [sourceId], act);
  if (!isOwn && act.caller.opensByRoles && (await namesRoles(db, sourceId))) throw forbidden();
  const members = await copiedCharts(sourceId, isOwn, act);
  const { metadata: given, positions } = splitMetadata(storedObject(wanted.json_metadata));
  if (isOwn) await requireFilterData(db, { after: given, before: storedObject(source.json_metadata) }, act);
  const metadata = isOwn ? given : await readableFilters(db, given, act.caller);
  const layout = positions ?? storedObject(source.position_json);
  const fresh = createdNow(act);
  const id = await db.transaction().execute(async (records) => {
    const copies = wanted.duplicate_slices
      ? await copyCharts(records, members, act)
      : new Map<number, { id: number; uuid: string }>();
    const ids = new Map([...copies].map(([old, made]) => [old, made.id]));
    const uuids = new Map([...copies.values()].map((made) => [made.id, made.uuid]));
    const placed = withUuids(layout, (old) => {
      const id = ids.get(old) ?? old;
      return { id, uuid: uuids.get(id) };
    });
    const shown = positions
      ? chartsIn(readLayout(placed))
      : members.map((member) => ids.get(member) ?? member);
    const allowed = new Set([...members, ...ids.values()]);
    const charts = shown.filter((chart) => allowed.has(chart));
    const { id: _, ...rest } = source;
    const made = await records
      .insertInto('dashboards')
      .values({
        ...rest,
        ...fresh,
        uuid: uuid(),
        slug: null,
        published: 0,
        dashboard_title: wanted.dashboard_title ?? source.dashboard_title,
        css: wanted.css ?? source.css,
        position_json: JSON.stringify(placed),
        json_metadata: JSON.stringify(
          metadataFor(
            withChartIds(metadata, (chart) => ids.get(chart) ?? chart),
            charts,
          ),
        ),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setOwners(records, made.id, [callerId(act.caller)], act);
    await setCharts(records, made.id, charts);
    await keepFirst(records, made.id, `copied from “${source.dashboard_title ?? ''}”`);
    return made.id;
  });
  return { id, changed_on: fresh.changed_on };
}

async function namesRoles(db: Db, id: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('dashboard_roles')
      .select('role_id')
      .where('dashboard_id', '=', id)
      .executeTakeFirst()) !== undefined
  );
}

async function copiedCharts(id: number, isOwn: boolean, act: Act): Promise<number[]> {
  const members = await membersOf(act.services.db, id);
  if (isOwn) return members;
  const seen = await seenIds(chartResource, members, act);
  return members.filter((member) => seen.has(member));
}

async function copyCharts(
  records: Db,
  ids: number[],
  act: Act,
): Promise<Map<number, { id: number; uuid: string }>> {
  const copies = new Map<number, { id: number; uuid: string }>();
  if (ids.length === 0) return copies;
  const owner = callerId(act.caller);
  const fresh = createdNow(act);
  const charts = await records.selectFrom('charts').selectAll().where('id', 'in', ids).execute();
  for (const { id, ...chart } of charts) {
    const uuid = act.services.uuid();
    const made = await records
      .insertInto('charts')
      .values({ ...chart, ...fresh, uuid, last_saved_at: fresh.created_on, last_saved_by_id: owner })
      .returning('id')
      .executeTakeFirstOrThrow();
    await records.insertInto('chart_owners').values({ chart_id: made.id, user_id: owner }).execute();
    await setOwnTags(
      records,
      { type: 'chart', id: made.id, owners: [owner] },
      { at: fresh.created_on, userId: owner },
    );
    copies.set(id, { id: made.id, uuid });
  }
  return copies;
}
