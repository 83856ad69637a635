import { listQuerySchema } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { needs } from '../../http/access.ts';
import { type Act, actOf, idParameter, NOTHING } from '../../http/act.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { parseQ } from '../../http/q-argument.ts';
import { taking } from '../../http/wire-shape.ts';
import type { Services } from '../../services.ts';
import { pick, type Wire } from '../columns.ts';
import { sendRows } from '../long-rows.ts';
import { inOrder } from '../people.ts';
import { oneOf } from '../plain-rows.ts';
import type { Resource } from '../resource.ts';
import { listAnswer, requireSeen, seenIds } from '../resource-queries.ts';
import { registerResource } from '../resource-routes.ts';
import { reportResource } from './report-resource.ts';

const READ = needs('can_read', 'ReportSchedule');
const LOG_COLUMNS = [
  'id',
  'scheduled_dttm',
  'end_dttm',
  'start_dttm',
  'value',
  'value_row_json',
  'state',
  'error_message',
  'uuid',
];

/** `/report/` and the log of each run (contract/api.md §2.9). */
export function registerReports(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/report/slack_channels/', needs('can_write', 'ReportSchedule'), async () => {
    throw unprocessable('Slack is not set up in this house: there is no token for it.');
  });
  registerResource(app, services, reportResource);
  app.get('/api/v1/report/:pk/log/', taking(READ, { q: listQuerySchema }), async (request, reply) => {
    const act = actOf(services, request);
    const id = idParameter(request);
    const seen = id !== undefined && (await seenIds(reportResource, [id], act)).has(id);
    // Of a report that is not there, or not for the caller, nothing has run.
    return sendRows(
      reply,
      await listAnswer(logsOf(seen ? id : NOTHING), parseQ(listQuerySchema, request.query), act),
    );
  });
  app.get('/api/v1/report/:pk/log/:log', READ, async (request) => {
    const act = actOf(services, request);
    const logs = logsOf(await reportOf(request, act));
    const id = idParameter(request, 'log');
    if (id === undefined) throw notFound();
    await requireSeen(logs, [id], act);
    return { id, result: pick(await logs.show(id, act), logs.showColumns) };
  });
}

async function reportOf(request: FastifyRequest, act: Act): Promise<number> {
  const id = idParameter(request);
  if (id === undefined) throw notFound();
  await requireSeen(reportResource, [id], act);
  return id;
}

/** The runs of one alert or report, the latest first. */
export function logsOf(reportId: number): Resource {
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

async function logRows(ids: number[], act: Act): Promise<Wire[]> {
  const rows = await act.services.db.selectFrom('report_logs').selectAll().where('id', 'in', ids).execute();
  const time = (moment: string | null) => (moment === null ? null : zoneless(moment));
  const shown = rows.map((row) => ({
    ...row,
    scheduled_dttm: time(row.scheduled_dttm),
    start_dttm: time(row.start_dttm),
    end_dttm: time(row.end_dttm),
  }));
  return inOrder(ids, shown);
}
