import { embeddedSchema } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { needs } from '../../http/access.ts';
import { type Act, actOf, textParameter } from '../../http/act.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import type { Row } from '../../records/tables.ts';
import type { Services } from '../../services.ts';
import type { Wire } from '../columns.ts';
import { peopleOf } from '../people.ts';
import { openDashboard } from './dashboard-resource.ts';

const PATH = '/api/v1/dashboard/:pk/embedded';

/** Which sites may show a dashboard in a frame (contract/api.md §2.4). */
export function registerEmbedding(app: FastifyInstance, services: Services): void {
  app.get(PATH, needs('can_read', 'Dashboard'), async (request) => {
    const act = actOf(services, request);
    const id = await dashboardId(request, act);
    const row = await services.db
      .selectFrom('embedded_dashboards')
      .selectAll()
      .where('dashboard_id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound();
    return { result: await presented(row, act) };
  });
  for (const method of ['POST', 'PUT'] as const) {
    app.route({
      method,
      url: PATH,
      ...taking(needs('can_set_embedded', 'Dashboard'), { body: embeddedSchema }),
      handler: async (request) => {
        const act = actOf(services, request);
        const { allowed_domains } = parseBody(embeddedSchema, request.body);
        return {
          result: await presented(await store(await dashboardId(request, act), allowed_domains, act), act),
        };
      },
    });
  }
  app.delete(PATH, needs('can_set_embedded', 'Dashboard'), async (request) => {
    const id = await dashboardId(request, actOf(services, request));
    await services.db.deleteFrom('embedded_dashboards').where('dashboard_id', '=', id).execute();
    return { message: 'OK' };
  });
  app.get('/api/v1/embedded_dashboard/:uuid', needs('can_read', 'EmbeddedDashboard'), async (request) => {
    const act = actOf(services, request);
    const uuid = textParameter(request, 'uuid').toLowerCase();
    const row = await services.db
      .selectFrom('embedded_dashboards')
      .selectAll()
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (!row) throw notFound();
    return { result: await presented(row, act) };
  });
}

function dashboardId(request: FastifyRequest, act: Act): Promise<number> {
  return openDashboard(textParameter(request, 'pk'), act);
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

async function presented(row: Row<'embedded_dashboards'>, act: Act): Promise<Wire> {
  const people = await peopleOf(act.services.db, [row.changed_by_id]);
  return {
    uuid: row.uuid,
    allowed_domains: JSON.parse(row.allowed_domains),
    dashboard_id: String(row.dashboard_id),
    changed_on: zoneless(row.changed_on),
    changed_by: people.get(row.changed_by_id ?? -1) ?? null,
  };
}
