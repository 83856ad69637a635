import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fires when the client goes away before the whole answer was written. */
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
      // What has been written to its end is nobody's work any more; that of a call within the server is never sent.
      if (!reply.raw.writableEnded) controller.abort(new DOMException('The client left.', 'AbortError'));
    });
  });
}
