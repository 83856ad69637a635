import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { idParameter } from '../../http/act.ts';
import type { Ground } from '../../records/ground.ts';
import type { NewRow } from '../../records/tables.ts';

/** What is kept for a moment or by itself: who works with pages would fill the log with it. */
const PASSING = new Set([
  'ExploreFormDataRestApi',
  'ExplorePermalinkRestApi',
  'DashboardFilterStateRestApi',
  'DashboardPermalinkRestApi',
  'SqlLabPermalinkRestApi',
  'TabStateView',
  'TableSchemaView',
  'SQLLab',
  'Query',
]);
const READING = new Set([
  'can_read',
  'can_log',
  'can_samples',
  'can_get',
  'can_info',
  'can_list',
  'can_show',
]);

/** Notes in the log what people have changed, once they have been answered: who, what and where, never what was sent. */
export function recordActions(app: FastifyInstance, services: Ground): void {
  app.addHook('onResponse', async (request, reply) => {
    const row = actionOf(request, reply, services);
    if (!row) return;
    try {
      await services.db.insertInto('logs').values(row).execute();
    } catch (error) {
      // The change is made and answered: that it is not in the log is for the operator to know.
      request.log.error({ err: error }, 'an action could not be noted');
    }
  });
}

function actionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { now }: Pick<Ground, 'now'>,
): NewRow<'logs'> | undefined {
  const { access } = request.routeOptions.config;
  if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400) return undefined;
  if (
    typeof access !== 'object' ||
    PASSING.has(access.view) ||
    READING.has(access.permission) ||
    !request.caller?.user
  )
    return undefined;
  const id = idParameter(request) ?? null;
  return {
    user_id: request.caller.user.id,
    action: `${access.view}.${request.method.toLowerCase()}`,
    dttm: now().toISOString(),
    json: JSON.stringify({
      path: request.url.split('?')[0],
      route: request.routeOptions.url,
      status: reply.statusCode,
    }),
    slice_id: access.view === 'Chart' ? id : null,
    dashboard_id: access.view === 'Dashboard' ? id : null,
    duration_ms: Math.round(reply.elapsedTime),
    referrer: request.headers.referer?.slice(0, 1000) ?? null,
  };
}
