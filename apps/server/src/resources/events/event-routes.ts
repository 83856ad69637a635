import { chartDataApi, eventApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { WithData } from '../../data/ports.ts';
import type { WithChannels } from '../../events/channels.ts';
import type { WithEvents } from '../../events/event-log.ts';
import { isEventId } from '../../events/event-log.ts';
import type { Access } from '../../http/access.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import type { WithJobs } from '../../jobs/jobs.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import type { WithSessions } from '../../security/sessions.ts';
import { chartJobs, replayed, stopJob } from '../chart/chart-jobs.ts';

/** Events of jobs, by asking for them and by a socket, and what the jobs of charts have answered (contract/api.md §4). */
export async function registerEvents(
  app: FastifyInstance,
  services: Ground & WithCallers & WithChannels & WithData & WithEvents & WithJobs & WithSessions,
): Promise<void> {
  const { config, channels, events } = services;
  services.jobs.handle(chartJobs(services));
  const defineRoute = routesOf(app, services);
  const access: Access = { permission: 'can_list', view: 'AsyncEventsRestApi' };
  defineRoute({
    ...eventApi.after,
    access,
    handle: async ({ request, query }) => {
      if (!config.GLOBAL_ASYNC_QUERIES) throw notFound();
      const lastId = query('last_id') || undefined;
      if (lastId !== undefined && !isEventId(lastId)) throw badRequest('last_id: is not the id of an event');
      const channel = await channels.require(request);
      return { result: await events.after(channel.id, lastId) };
    },
  });
  defineRoute({
    ...eventApi.stop,
    access,
    handle: async ({ param, act }) => {
      if (!(await stopJob(param('job_id'), act))) throw notFound();
      return { message: 'OK' };
    },
  });
  defineRoute({
    ...chartDataApi.replay,
    access: { permission: 'can_read', view: 'Chart' },
    handle: async ({ param, act, reply }) => sendAnswer(reply, await replayed(param('cache_key'), act)),
  });
  if (!config.GLOBAL_ASYNC_QUERIES) return;
  app.addHook('onRequest', (request, reply) => channels.provide(request, reply));
  const { registerEventSocket } = await import('../../events/event-socket.ts');
  await registerEventSocket(app, services);
}
