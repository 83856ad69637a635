import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Bytes of a refused body that are read, and milliseconds for which, so that its sender comes to read why. */
const MOST = 64 * 1024 * 1024;
const PATIENCE = 5_000;

/**
 * Reads and drops the rest of a body that is too large before the connection is closed: what arrives at a closed connection
 * takes the answer with it, and the sender sees a lost connection instead of the reason.
 */
export function readAwayRefused(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { complete, readableEnded, destroyed } = request.raw;
    if (reply.statusCode === 413 && !complete && !readableEnded && !destroyed) await readAway(request.raw);
  });
}

function readAway(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      body.off('data', count);
      resolve();
    };
    const count = (part: Buffer) => {
      bytes += part.length;
      if (bytes > MOST) end();
    };
    const timer = setTimeout(end, PATIENCE);
    for (const event of ['end', 'close', 'error']) body.once(event, end);
    body.on('data', count);
  });
}
