import { reportApi } from '@chartroom/model';
import type { Access } from '../http/access.ts';
import type { Act } from '../http/act.ts';
import type { DefineRoute } from '../http/define-route.ts';
import { notFound } from '../http/errors.ts';
import { reportResource } from '../resources/reports/report-resource.ts';
import { ownsAll, requireSeen } from '../resources/resource-queries.ts';
import type { RunServices } from './run-services.ts';
import { pictureSentBy, type SentRun, sentBy } from './sent-messages.ts';

const READ: Access = { permission: 'can_read', view: 'ReportSchedule' };

/** A picture that is opened by itself is a document, which runs nothing and fetches nothing. */
const STILL = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/** What a run in the log of an alert or report sent. */
export function registerSent(defineRoute: DefineRoute<RunServices>): void {
  defineRoute({
    ...reportApi.sent,
    access: READ,
    handle: async ({ id, idParam, act }) => ({
      result: await sentBy(await runOf(id, idParam('log'), act), act),
    }),
  });
  defineRoute({
    ...reportApi.sentPicture,
    access: READ,
    handle: async ({ id, idParam, act, reply }) => {
      const picture = await pictureSentBy(await runOf(id, idParam('log'), act), act);
      if (!picture) throw notFound();
      // Whoever sits at this browser next may not see it.
      return reply
        .type(picture.type)
        .header('content-security-policy', STILL)
        .header('cache-control', 'private, no-store')
        .send(picture.content);
    },
  });
}

/** The run that a row of the log is of. Rejects with 404 for who may not see the report, and where there is none. */
async function runOf(reportId: number | undefined, log: number | undefined, act: Act): Promise<SentRun> {
  if (reportId === undefined || log === undefined) throw notFound();
  await requireSeen(reportResource, [reportId], act);
  const row = await act.services.db
    .selectFrom('report_logs')
    .select('uuid')
    .where('report_id', '=', reportId)
    .where('id', '=', log)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { reportId, uuid: row.uuid, isOwn: await ownsAll(reportResource, [reportId], act) };
}
