import { dashboardApi, type Embedding } from '@chartroom/model';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import type { DefineRoute } from '../../http/define-route.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import type { Ground } from '../../records/ground.ts';
import type { Row } from '../../records/tables.ts';
import { peopleOf } from '../people.ts';
import { openDashboard } from './dashboard-resource.ts';

const SET: Access = { permission: 'can_set_embedded', view: 'Dashboard' };

/** Which sites may show a dashboard in a frame (contract/api.md §2.4). */
export function registerEmbedding(defineRoute: DefineRoute, { db }: Pick<Ground, 'db'>): void {
  defineRoute({
    ...dashboardApi.embedding,
    access: { permission: 'can_read', view: 'Dashboard' },
    handle: async ({ act, param }) => {
      const id = await openDashboard(param('pk'), act);
      const row = await db
        .selectFrom('embedded_dashboards')
        .selectAll()
        .where('dashboard_id', '=', id)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { result: await presented(row, act) };
    },
  });
  for (const call of [dashboardApi.embed, dashboardApi.reembed]) {
    defineRoute({
      ...call,
      access: SET,
      handle: async ({ act, body: { allowed_domains }, param }) => {
        const id = await openDashboard(param('pk'), act);
        return { result: await presented(await store(id, allowed_domains, act), act) };
      },
    });
  }
  defineRoute({
    ...dashboardApi.unembed,
    access: SET,
    handle: async ({ act, param }) => {
      const id = await openDashboard(param('pk'), act);
      await db.deleteFrom('embedded_dashboards').where('dashboard_id', '=', id).execute();
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...dashboardApi.embedded,
    access: { permission: 'can_read', view: 'EmbeddedDashboard' },
    handle: async ({ act, param }) => {
      const row = await db
        .selectFrom('embedded_dashboards')
        .selectAll()
        .where('uuid', '=', param('uuid').toLowerCase())
        .executeTakeFirst();
      if (!row) throw notFound();
      return { result: await presented(row, act) };
    },
  });
}

async function store(dashboard_id: number, domains: string[], act: Act): Promise<Row<'embedded_dashboards'>> {
  const { db, uuid, now } = act.services;
  const values = {
    allowed_domains: JSON.stringify(domains),
    changed_on: now().toISOString(),
    changed_by_id: act.caller.user?.id ?? null,
  };
  const known = await db
    .selectFrom('embedded_dashboards')
    .select('uuid')
    .where('dashboard_id', '=', dashboard_id)
    .executeTakeFirst();
  const row = { uuid: known?.uuid ?? uuid(), dashboard_id, ...values };
  if (known) await db.updateTable('embedded_dashboards').set(values).where('uuid', '=', known.uuid).execute();
  else await db.insertInto('embedded_dashboards').values(row).execute();
  return row;
}

async function presented(row: Row<'embedded_dashboards'>, act: Act): Promise<Embedding> {
  const people = await peopleOf(act.services.db, [row.changed_by_id]);
  return {
    uuid: row.uuid,
    allowed_domains: JSON.parse(row.allowed_domains),
    dashboard_id: String(row.dashboard_id),
    changed_on: zoneless(row.changed_on),
    changed_by: people.get(row.changed_by_id ?? -1) ?? null,
  };
}
