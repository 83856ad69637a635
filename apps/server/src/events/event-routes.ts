import type { FastifyInstance } from 'fastify';
import { needs } from '../http/access.ts';
import { actOf, queryParameter, textParameter } from '../http/act.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { Services } from '../services.ts';
import { chartJobs, replayed, stopJob } from './chart-jobs.ts';
import { isEventId } from './event-log.ts';

/** Events of jobs, by asking for them and by a socket, and what the jobs of charts have answered (contract/api.md §4). */
export async function registerEvents(app: FastifyInstance, services: Services): Promise<void> {
  const { config, channels, events } = services;
  services.jobs.handle(chartJobs(services));
  const list = needs('can_list', 'AsyncEventsRestApi');
  app.get('/api/v1/async_event/', list, async (request) => {
    if (!config.GLOBAL_ASYNC_QUERIES) throw notFound();
    const lastId = queryParameter(request, 'last_id') || undefined;
    if (lastId !== undefined && !isEventId(lastId)) throw badRequest('last_id: is not the id of an event');
    const channel = await channels.require(request);
    return { result: await events.after(channel.id, lastId) };
  });
  app.delete('/api/v1/async_event/:job_id', list, async (request) => {
    if (!(await stopJob(textParameter(request, 'job_id'), actOf(services, request)))) throw notFound();
    return { message: 'OK' };
  });
  app.get('/api/v1/chart/data/:cache_key', needs('can_read', 'Chart'), async (request, reply) =>
    sendAnswer(reply, await replayed(textParameter(request, 'cache_key'), actOf(services, request))),
  );
  if (!config.GLOBAL_ASYNC_QUERIES) return;
  app.addHook('onRequest', (request, reply) => channels.provide(request, reply));
  const { registerEventSocket } = await import('./event-socket.ts');
  await registerEventSocket(app, services);
}
