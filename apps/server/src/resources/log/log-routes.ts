import { chartUrl, dashboardUrl, isJsonObject, logApi, type RecentActivity } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Act, LARGEST_ID } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest } from '../../http/errors.ts';
import { humanized } from '../../http/humanized.ts';
import { pageOf } from '../../http/q-argument.ts';
import { callerId } from '../../security/caller.ts';
import { dashboardVisible } from '../../security/dashboard-grants.ts';
import { chartResource } from '../chart/chart-resource.ts';
import type { ResourceServices } from '../resource-act.ts';
import { shown } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { logResource } from './log-resource.ts';

/** What people did (contract/api.md §2.17, §2.19): pages report it, and everybody sees their own latest. */
export function registerLog(app: FastifyInstance, services: ResourceServices): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...logApi.recent,
    access: { permission: 'can_recent_activity', view: 'Log' },
    handle: async ({ q, act }) => ({ result: await recentActivity(q, act) }),
  });
  if (services.config.SUPERSET_LOG_VIEW) registerResource(app, services, logResource);
  defineRoute({
    ...logApi.report,
    access: { permission: 'can_log', view: 'Superset' },
    handle: async ({ request, reply, query, act: { caller } }) => {
      const events = eventsIn(request.body);
      const dashboardId = idIn(query('dashboard_id'));
      const user_id = caller.user?.id ?? null;
      const dttm = services.now().toISOString();
      const rows = events.map((event) => ({
        user_id,
        action: typeof event.event_name === 'string' ? event.event_name : 'log',
        dttm,
        json: JSON.stringify(event),
        slice_id: idIn(event.slice_id),
        dashboard_id:
          idIn(event.dashboard_id) ??
          (event.source === 'dashboard' ? idIn(event.source_id) : null) ??
          dashboardId,
        duration_ms:
          typeof event.duration === 'number'
            ? Math.min(Math.max(Math.round(event.duration), 0), LARGEST_ID)
            : null,
        referrer: request.headers.referer?.slice(0, 1000) ?? null,
      }));
      if (rows.length > 0) await services.db.insertInto('logs').values(rows).execute();
      return reply.status(200).send();
    },
  });
}

/** Most events of one report. */
const MOST_EVENTS = 1_000;

/** Events as a form carries them (`events` = a list in JSON), or as JSON. */
function eventsIn(body: unknown): Record<string, unknown>[] {
  const given = isJsonObject(body) ? body.events : undefined;
  let list: unknown = given;
  try {
    if (typeof given === 'string') list = JSON.parse(given);
  } catch {
    throw badRequest('events: not a list in JSON');
  }
  if (list === undefined) return [];
  if (!Array.isArray(list) || list.length > MOST_EVENTS)
    throw badRequest(`events: a list of at most ${MOST_EVENTS} is expected`);
  return list.filter(isJsonObject);
}

function idIn(value: unknown): number | null {
  const id = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= LARGEST_ID ? id : null;
}

interface Visit {
  action: string;
  dttm: string;
  slice_id: number | null;
  dashboard_id: number | null;
  slice_name: string | null;
  dashboard_title: string | null;
  slug: string | null;
}

/** Charts and dashboards that the caller opened and still sees, the latest first; with `distinct` each once, within a year. */
async function recentActivity(query: z.output<typeof logApi.recent.q>, act: Act): Promise<RecentActivity[]> {
  const { db, config, now } = act.services;
  const { limit, offset } = pageOf(query, 10, config.FAB_API_MAX_PAGE_SIZE);
  const actions = query.actions ?? ['mount_explorer', 'mount_dashboard'];
  if (actions.length === 0) return [];
  const yearAgo = new Date(now().getTime() - 365 * 86_400_000).toISOString();
  const distinct = query.distinct ?? true;
  const mine = sql`l.user_id = ${callerId(act.caller)} and l.action in (${sql.join(actions)})
    and (l.dashboard_id is not null or l.slice_id is not null)`;
  const latest = distinct
    ? sql`select max(l.id) as id from logs as l where ${mine} and l.dttm >= ${yearAgo}
        group by l.action, case when l.action = 'mount_dashboard' then null else l.slice_id end, case when l.action = 'mount_dashboard' then l.dashboard_id else null end`
    : sql`select l.id as id from logs as l where ${mine}`;
  const { rows } =
    await sql<Visit>`select l.action, l.dttm, l.slice_id, l.dashboard_id, c.slice_name, d.dashboard_title, d.slug
    from logs as l left join charts as c on c.id = l.slice_id and c.id in (select t.id from charts as t where t.id = l.slice_id and ${shown(chartResource, act)})
    left join dashboards as d on d.id = l.dashboard_id
      and d.id in (select t.id from dashboards as t where t.id = l.dashboard_id and ${dashboardVisible(act.caller, 'direct')})
    where l.id in (${latest}) and (c.id is not null or d.id is not null)
    order by l.dttm desc, l.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => {
    const isDashboard =
      row.dashboard_id !== null && (row.slice_id === null || row.action === 'mount_dashboard');
    return {
      action: row.action,
      item_type: isDashboard ? 'dashboard' : 'slice',
      item_url: isDashboard
        ? dashboardUrl({ id: row.dashboard_id ?? 0, slug: row.slug })
        : chartUrl(row.slice_id ?? 0),
      item_title: (isDashboard ? row.dashboard_title : row.slice_name) ?? '',
      time: Date.parse(row.dttm),
      time_delta_humanized: humanized(row.dttm, now()),
    };
  });
}
