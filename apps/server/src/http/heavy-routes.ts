import type { FastifyInstance } from 'fastify';
import type { WithHeavy } from '../data/heavy/heavy-work.ts';

/** Routes that write whole files beside those of the data: bundles and lists. */
const EXPORTS = /^can_export/;

/**
 * Files that come in need room like heavy questions, before their first byte is read; files that go out need memory.
 * By what a route declares, so that none is forgotten. To be called after the callers are known.
 */
export function guardHeavyRoutes(app: FastifyInstance, { heavy }: WithHeavy): void {
  app.addHook('onRequest', async (request, reply) => {
    const { access, wire } = request.routeOptions.config;
    if (typeof access !== 'object' || reply.sent) return;
    if (EXPORTS.test(access.permission)) heavy.requireMemory();
    if (wire?.file === undefined) return;
    reply.raw.once('close', await heavy.enter(request.caller.principal, request.leaving));
  });
}
