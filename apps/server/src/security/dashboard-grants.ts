import type { QueryContext } from '@chartroom/model';
import { type RawBuilder, sql } from 'kysely';
import { EVERYTHING } from '../records/everything.ts';
import type { Db } from '../records/records.ts';
import type { Caller } from './caller.ts';
import { datasetReadable } from './data-grants.ts';
import { isShownOn } from './shown-questions.ts';

/**
 * SQL condition: the dashboard `t` may be opened by this person (contract/api.md §3.3, §3.4). Owned; or published and open to
 * one of their roles; or, where it names no roles (or roles do not count, DASHBOARD_RBAC), one of its datasets may be read (published) or it has none of which
 * anything could be hidden (`direct` opens need no publication for those who may read a dataset of it). Written so that
 * one dashboard is looked at, or that all are found.
 */
export function dashboardVisible(
  caller: Caller,
  how: 'listed' | 'direct',
  wanted: 'one' | 'all' = 'one',
): RawBuilder<boolean> {
  if (caller.isAdmin) return EVERYTHING;
  // A guest's token names the dashboards; what the public sees beside them is not theirs.
  if (caller.guest) return sql<boolean>`t.id in (${sql.join([0, ...caller.guest.dashboards])})`;
  const owned = sql<boolean>`t.id in (select vdo.dashboard_id from dashboard_owners as vdo where vdo.user_id = ${caller.user?.id ?? -1})`;
  const rolesOf = sql`select vdr.dashboard_id from dashboard_roles as vdr`;
  const roleIds = caller.roles.map((role) => role.id);
  const byRole =
    roleIds.length === 0 || !caller.opensByRoles
      ? sql<boolean>`1 = 0`
      : sql<boolean>`(t.published = 1 and t.id in (${rolesOf} where vdr.role_id in (${sql.join(roleIds)})))`;
  const shows = sql`from datasets as vd join charts as vc on vc.datasource_id = vd.id and vc.datasource_type = 'table' join dashboard_charts as vdc on vdc.chart_id = vc.id`;
  const readableData = datasetReadable(caller.grants, caller.user?.id, 'vd');
  // Who may read everything finds a chart on nearly every dashboard; others have few datasets to go out from.
  const readable =
    wanted === 'one' || caller.grants.allDatasources
      ? sql<boolean>`exists (select 1 ${shows} where vdc.dashboard_id = t.id and ${readableData})`
      : sql<boolean>`t.id in (select vdc.dashboard_id ${shows} where ${readableData})`;
  const published = how === 'listed' ? sql<boolean>`t.published = 1 and` : sql``;
  const byData = caller.opensByRoles ? sql<boolean>`t.id not in (${rolesOf}) and ${readable}` : readable;
  return sql<boolean>`(${owned} or ${byRole} or (${published} ${byData}))`;
}

/**
 * Whether a dashboard hands its data to somebody who holds no grant on the dataset: the dashboard names roles and lets
 * them in, and the question is that of a chart on it, or of one of its filters: neither raw rows nor free SQL.
 */
export async function dashboardGrantsDataset(
  db: Db,
  caller: Caller,
  datasetId: number,
  context: QueryContext | undefined,
): Promise<boolean> {
  if (!caller.opensByRoles) return false;
  const dashboardId = Number(context?.form_data?.dashboardId);
  if (!context || !Number.isInteger(dashboardId)) return false;
  const { rows } = await sql`select 1 from dashboards as t
    where t.id = ${dashboardId} and exists (select 1 from dashboard_roles as r where r.dashboard_id = t.id)
    and ${dashboardVisible(caller, 'direct')}`.execute(db);
  return rows.length > 0 && (await isShownOn(db, dashboardId, datasetId, context, QUERY_TEXT)) === 'shown';
}

/** Who is let in by a role is shown the query of a chart as well: it stands beside its rows. */
const QUERY_TEXT = ['query'];

/**
 * Whether a dashboard shows a dataset to somebody who holds no grant on it: one that names roles and lets them in, or
 * one of a guest's, with a chart on the dataset.
 */
export async function dashboardShowsDataset(
  db: Db,
  caller: Caller,
  dashboardId: number,
  datasetId: number,
): Promise<boolean> {
  if (!caller.guest && !caller.opensByRoles) return false;
  const byRoles = sql<boolean>`exists (select 1 from dashboard_roles as r where r.dashboard_id = t.id)`;
  const { rows } = await sql<{ id: number }>`select t.id from dashboards as t
    where t.id = ${dashboardId} and ${caller.guest ? EVERYTHING : byRoles} and ${dashboardVisible(caller, 'direct')}
    and exists (select 1 from dashboard_charts as dc join charts as c on c.id = dc.chart_id
      where dc.dashboard_id = t.id and c.datasource_id = ${datasetId} and c.datasource_type = 'table')`.execute(
    db,
  );
  return rows.length > 0;
}
