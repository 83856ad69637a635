import { dashboardApi, isJsonObject } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Access } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { notFound } from '../../http/errors.ts';
import { readJson } from '../../http/json-text.ts';
import type { Ground } from '../../records/ground.ts';
import { dashboardVisible } from '../../security/dashboard-grants.ts';
import {
  changeValue,
  FILTER_STATE,
  keepPermalink,
  keepValue,
  nothingToKeep,
  readValue,
  removeValue,
} from './kept-values.ts';

const VALUES = 'DashboardFilterStateRestApi';
const LINKS = 'DashboardPermalinkRestApi';
const READ: Access = { permission: 'can_read', view: VALUES };
const WRITE: Access = { permission: 'can_write', view: VALUES };

/** Filter states of open dashboards and lasting links to them (contract/api.md §2.4). */
export function registerDashboardLinks(app: FastifyInstance, services: Ground): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...dashboardApi.keepFilters,
    access: WRITE,
    handle: async (call) => {
      const dashboard = await dashboardBy(call.param('pk'), call.act);
      const { value } = call.body;
      readJson(value, 'value');
      const tab = call.query('tab_id');
      const scope = `${dashboard.id} ${tab ?? ''}`;
      return { key: await keepValue(FILTER_STATE, { value, scope, reuse: tab !== undefined }, call.act) };
    },
  });
  defineRoute({
    ...dashboardApi.keptFilters,
    access: READ,
    handle: async ({ act, param }) => {
      const dashboard = await dashboardBy(param('pk'), act);
      return { value: await ofDashboard(dashboard.id, param('key'), act) };
    },
  });
  defineRoute({
    ...dashboardApi.changeKeptFilters,
    access: WRITE,
    handle: async (call) => {
      const dashboard = await dashboardBy(call.param('pk'), call.act);
      const key = call.param('key');
      await ofDashboard(dashboard.id, key, call.act);
      const { value } = call.body;
      readJson(value, 'value');
      await changeValue(FILTER_STATE, key, value, call.act);
      return { key };
    },
  });
  defineRoute({
    ...dashboardApi.dropKeptFilters,
    access: WRITE,
    handle: async ({ act, param }) => {
      const dashboard = await dashboardBy(param('pk'), act);
      await ofDashboard(dashboard.id, param('key'), act);
      await removeValue(FILTER_STATE, param('key'), act);
      return { message: 'Deleted successfully' };
    },
  });
  registerPermalinks(defineRoute);
}

function registerPermalinks(defineRoute: DefineRoute): void {
  defineRoute({
    ...dashboardApi.makePermalink,
    access: { permission: 'can_write', view: LINKS },
    handle: async (call) => {
      const dashboard = await dashboardBy(call.param('pk'), call.act);
      const kept = JSON.stringify({ dashboardId: dashboard.uuid, state: call.body });
      const key = await keepPermalink('dashboard_permalink', kept, call.act);
      const { protocol, host } = call.request;
      return { key, url: `${protocol}://${host}/superset/dashboard/p/${key}/` };
    },
  });
  defineRoute({
    ...dashboardApi.permalink,
    access: { permission: 'can_read', view: LINKS },
    handle: async ({ act, param, reply }) => {
      const { value } = await readValue({ name: 'dashboard_permalink' }, param('key'), act);
      const kept: unknown = JSON.parse(value);
      if (!isJsonObject(kept) || typeof kept.dashboardId !== 'string') throw notFound();
      await dashboardBy(kept.dashboardId, act);
      return reply.send(kept);
    },
  });
}

/** A filter state belongs to one dashboard; under another address there is none of that key. */
async function ofDashboard(dashboardId: number, key: string, act: Act): Promise<string> {
  const { value, scope } = await readValue(FILTER_STATE, key, act);
  if (scope?.split(' ')[0] !== String(dashboardId)) throw notFound();
  return value;
}

/** A dashboard by id, uuid or slug that the caller may open; 404 otherwise. */
async function dashboardBy(key: string, act: Act): Promise<{ id: number; uuid: string }> {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : -1;
  const { rows } = await sql<{ id: number; uuid: string }>`select t.id, t.uuid from dashboards as t
    where (t.id = ${id} or t.uuid = ${key} or t.slug = ${key}) and ${dashboardVisible(act.caller, 'direct')} limit 1`.execute(
    act.services.db,
  );
  const row = rows[0];
  if (!row) throw nothingToKeep();
  return row;
}
