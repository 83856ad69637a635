import type { dashboardCopySchema } from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import type { Db } from '../../records/records.ts';
import { callerId } from '../../security/caller.ts';
import { setOwnTags } from '../object-tags.ts';
import { createdNow } from '../people.ts';
import { membersOf, setCharts, setOwners } from './dashboard-writes.ts';
import { chartsIn, withCharts } from './layout.ts';
import { metadataFor, splitMetadata, withChartIds } from './metadata.ts';

type CopyRequest = typeof dashboardCopySchema._zod.output;

/** Copies a dashboard for the caller, with copies of its charts when asked; answers the copy's id and its moment. */
export async function copyDashboard(sourceId: number, wanted: CopyRequest, act: Act): Promise<{ id: number; changed_on: string }> {
  const { db, uuid } = act.services;
  const source = await db.selectFrom('dashboards').selectAll().where('id', '=', sourceId).executeTakeFirstOrThrow();
  const members = await membersOf(db, sourceId);
  const { metadata, positions } = splitMetadata(wanted.json_metadata);
  const layout = positions ? JSON.stringify(positions) : (source.position_json ?? '{}');
  const fresh = createdNow(act);
  const id = await db.transaction().execute(async (records) => {
    const copies = wanted.duplicate_slices ? await copyCharts(records, members, act) : new Map<number, { id: number; uuid: string }>();
    const ids = new Map([...copies].map(([old, made]) => [old, made.id]));
    const uuids = new Map([...copies.values()].map((made) => [made.id, made.uuid]));
    const placed = withCharts(layout, ids, uuids);
    const shown = positions ? chartsIn(placed) : members.map((member) => ids.get(member) ?? member);
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
        position_json: placed,
        json_metadata: JSON.stringify(metadataFor(withChartIds(metadata, ids), charts)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setOwners(records, made.id, [callerId(act.caller)], act);
    await setCharts(records, made.id, charts);
    return made.id;
  });
  return { id, changed_on: fresh.changed_on };
}

async function copyCharts(records: Db, ids: number[], act: Act): Promise<Map<number, { id: number; uuid: string }>> {
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
    await setOwnTags(records, { type: 'chart', id: made.id, owners: [owner] }, { at: fresh.created_on, userId: owner });
    copies.set(id, { id: made.id, uuid });
  }
  return copies;
}
