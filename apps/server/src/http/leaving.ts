import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fires when the client goes away before it has the whole answer. */
    leaving: AbortSignal;
  }
}

/**
 * Gives every request its `leaving`. (Fastify's own `request.signal` follows the request's stream, which closes as soon
 * as a body has been read.)
 */
export function watchLeaving(app: FastifyInstance): void {
  app.decorateRequest('leaving');
  app.addHook('onRequest', async (request, reply) => {
    const controller = new AbortController();
    request.leaving = controller.signal;
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) controller.abort(new DOMException('The client left.', 'AbortError'));
    });
  });
}
