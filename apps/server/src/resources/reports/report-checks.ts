import {
  ChartroomError,
  type FieldReasons,
  type JsonObject,
  type ReportPost,
  readLayout,
} from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { written } from '../../http/q-words.ts';
import { storedObject } from '../../records/stored-json.ts';
import { callerId } from '../../security/caller.ts';
import { chartResource } from '../chart/chart-resource.ts';
import { dashboardResource } from '../dashboard/dashboard-resource.ts';
import { databaseResource } from '../database/database-resource.ts';
import type { Resource } from '../resource.ts';
import { seenIds } from '../resource-queries.ts';
import { recipientsIn } from './recipients.ts';
import { tabsIn } from './report-tabs.ts';

/** What an alert or a report is about. */
export interface Watched {
  type: 'Alert' | 'Report';
  chart: number | null;
  dashboard: number | null;
  database: number | null;
  /** From where it was made: a chart's or dashboard's own screen allows one of each person. */
  method: string;
  extra: JsonObject;
}

/** Names are unique among alerts, and among reports. */
export async function requireFreeName(
  { type, name }: { type: string; name: string },
  except: number | undefined,
  act: Act,
  reasons: FieldReasons,
): Promise<void> {
  const rows = await act.services.db
    .selectFrom('report_schedules')
    .select('id')
    .where('type', '=', type)
    .where('name', '=', name)
    .execute();
  if (rows.some(({ id }) => id !== except))
    reasons.name = [`${type === 'Alert' ? 'An alert' : 'A report'} named "${name}" already exists`];
}

/**
 * Checks what is watched: one chart or one dashboard that the caller sees, a database for alerts alone, tabs that the
 * dashboard has. Reasons are added; a second report of one person on the same thing is refused with 409.
 */
export async function requirePlace(
  watched: Watched,
  options: { creating: boolean },
  act: Act,
  reasons: FieldReasons,
): Promise<void> {
  const { chart, dashboard, database, type } = watched;
  if (type === 'Alert') {
    if (database === null) reasons.database = 'Database is required for alerts';
    else if (!(await sees(databaseResource, database, act))) reasons.database = 'Database does not exist';
  } else if (database !== null) reasons.database = ['Database reference is not allowed on a report'];
  if (watched.method === 'charts' && chart === null) {
    reasons.chart = 'Please save your chart first, then try creating a new email report.';
    return;
  }
  if (watched.method === 'dashboards' && dashboard === null) {
    reasons.dashboard = 'Please save your dashboard first, then try creating a new email report.';
    return;
  }
  if (chart !== null && dashboard !== null) reasons.chart = 'Choose a chart or dashboard not both';
  if (chart !== null) {
    if (!(await sees(chartResource, chart, act))) reasons.chart = 'Chart does not exist';
  } else if (dashboard !== null) {
    if (await sees(dashboardResource, dashboard, act))
      await requireTabs(dashboard, watched.extra, act, reasons);
    else reasons.dashboard = 'Dashboard does not exist';
  } else reasons.chart = 'Must choose either a chart or a dashboard';
  if (options.creating && Object.keys(reasons).length === 0) await refuseSecond(watched, act);
}

async function sees(resource: Resource, id: number, act: Act): Promise<boolean> {
  return (await seenIds(resource, [id], act)).has(id);
}

async function refuseSecond({ method, chart, dashboard }: Watched, act: Act): Promise<void> {
  if (method !== 'charts' && method !== 'dashboards') return;
  const rows = act.services.db
    .selectFrom('report_schedules')
    .select('id')
    .where('creation_method', '=', method)
    .where('created_by_id', '=', callerId(act.caller));
  const known =
    method === 'charts' ? rows.where('chart_id', '=', chart) : rows.where('dashboard_id', '=', dashboard);
  if (!(await known.executeTakeFirst())) return;
  throw new ChartroomError('Resource already has an attached report.', {
    status: 409,
    error_type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
  });
}

/** Filters of recipients are those of a dashboard, and an address has one view. Reasons are added. */
export function checkRecipients(
  recipients: ReportPost['recipients'],
  dashboard: number | null,
  reasons: FieldReasons,
): void {
  const views = new Map<string, string>();
  for (const { type, recipient_config_json: { dataMask, ...addresses } = {} } of recipients ?? []) {
    const view = JSON.stringify(dataMask ?? {});
    if (view !== '{}' && dashboard === null) {
      reasons.recipients = ['Filters of recipients are for reports on a dashboard.'];
      return;
    }
    for (const { address } of recipientsIn([{ type, recipient_config_json: JSON.stringify(addresses) }])) {
      const key = `${type} ${address.toLowerCase()}`;
      if ((views.get(key) ?? view) !== view)
        reasons.recipients = [
          `${address} is named twice with different filters: nobody gets one report in two ways.`,
        ];
      views.set(key, view);
    }
  }
}

/** Tabs that a report opens have to be in the dashboard's layout. */
async function requireTabs(
  dashboardId: number,
  extra: JsonObject,
  act: Act,
  reasons: FieldReasons,
): Promise<void> {
  const tabs = tabsIn(extra);
  if (tabs.length === 0) return;
  const row = await act.services.db
    .selectFrom('dashboards')
    .select('position_json')
    .where('id', '=', dashboardId)
    .executeTakeFirst();
  const layout = readLayout(storedObject(row?.position_json));
  const unknown = tabs.filter((tab) => !Object.hasOwn(layout, tab));
  if (unknown.length > 0) reasons.extra = [`Invalid tab IDs selected: {${unknown.map(written).join(', ')}}`];
}
