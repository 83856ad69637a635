import { columnsOf, type ReportLog, reportApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Access } from '../../http/access.ts';
import { type Act, NOTHING } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { sendRows } from '../long-rows.ts';
import { inOrder } from '../people.ts';
import { oneOf } from '../plain-rows.ts';
import type { Listed } from '../resource.ts';
import type { ResourceServices } from '../resource-act.ts';
import { listAnswer, requireSeen, seenIds } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { reportResource } from './report-resource.ts';

const READ: Access = { permission: 'can_read', view: 'ReportSchedule' };
const LOG_COLUMNS = columnsOf(reportApi.log);

/** `/report/` and the log of each run (contract/api.md §2.9). */
export function registerReports(app: FastifyInstance, services: ResourceServices): void {
  const defineRoute = routesOf(app, services);
  registerResource(app, services, reportResource);
  defineRoute({
    ...reportApi.logs,
    access: READ,
    handle: async (call) => {
      const { act, id, reply } = call;
      const seen = id !== undefined && (await seenIds(reportResource, [id], act)).has(id);
      // Of a report that is not there, or not for the caller, nothing has run.
      return sendRows(reply, await listAnswer(logsOf(seen ? id : NOTHING), call.q, act));
    },
  });
  defineRoute({
    ...reportApi.showLog,
    access: READ,
    handle: async ({ act, id: report, idParam }) => {
      if (report === undefined) throw notFound();
      await requireSeen(reportResource, [report], act);
      const logs = logsOf(report);
      const id = idParam('log');
      if (id === undefined) throw notFound();
      await requireSeen(logs, [id], act);
      return { id, result: await logs.show(id, act) };
    },
  });
}

/** The runs of one alert or report, the latest first. */
export function logsOf(reportId: number): Listed<ReportLog, ReportLog> {
  return {
    path: `report/${reportId}/log`,
    view: 'ReportSchedule',
    model: 'Report Execution Log',
    noun: ['log', 'logs'],
    table: 'report_logs',
    permissions: ['can_read'],
    listColumns: LOG_COLUMNS,
    showColumns: LOG_COLUMNS,
    orderColumns: ['state', 'value', 'error_message', 'end_dttm', 'start_dttm', 'scheduled_dttm'],
    defaultOrder: { by: sql`t.scheduled_dttm`, descending: true, latest: true },
    filters: {
      columns: {
        state: { kind: 'text' },
        value: { kind: 'number' },
        error_message: { kind: 'text' },
        scheduled_dttm: { kind: 'date' },
        start_dttm: { kind: 'date' },
        end_dttm: { kind: 'date' },
        uuid: { kind: 'text' },
      },
    },
    visible: () => sql<boolean>`t.report_id = ${reportId}`,
    list: logRows,
    show: oneOf(logRows),
  };
}

async function logRows(ids: number[], act: Act): Promise<ReportLog[]> {
  const rows = await act.services.db.selectFrom('report_logs').selectAll().where('id', 'in', ids).execute();
  const time = (moment: string | null) => (moment === null ? null : zoneless(moment));
  const shown = rows.map(({ id, uuid, scheduled_dttm, start_dttm, end_dttm, ...row }) => ({
    id,
    scheduled_dttm: zoneless(scheduled_dttm),
    end_dttm: time(end_dttm),
    start_dttm: time(start_dttm),
    value: row.value,
    value_row_json: row.value_row_json,
    state: row.state,
    error_message: row.error_message,
    uuid,
  }));
  return inOrder(ids, shown);
}
