import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { inTime } from '../base/in-time.ts';
import type { Ground } from '../records/ground.ts';
import { routesOf } from './define-route.ts';

/** A word as plain text; nobody is asked who they are. */
const WORD = { method: 'GET', answer: 'page', access: 'public', config: { unasked: true } } as const;
/** Milliseconds within which the records of a server that is ready have answered. */
const READY_WITHIN = 1_000;

/**
 * `/health` (and `/healthcheck`, `/ping`): the process is alive, whatever else is not. `/ready`: it can take work, which
 * it cannot without its records, or when it is about to end. Neither tells anything else.
 */
export function registerHealth(app: FastifyInstance, services: Ground): void {
  const defineRoute = routesOf(app, services);
  for (const path of ['/health', '/healthcheck', '/ping']) {
    defineRoute({ ...WORD, path, handle: async ({ reply }) => reply.type('text/plain').send('OK') });
  }
  let look: Promise<boolean> | undefined;
  // Many who ask are told by one look.
  const ready = () => {
    look ??= answers(services.db).finally(() => {
      look = undefined;
    });
    return look;
  };
  defineRoute({
    ...WORD,
    path: '/ready',
    handle: async ({ reply }) => {
      reply.type('text/plain');
      return (await ready()) ? reply.send('OK') : reply.status(503).send('Not ready');
    },
  });
}

async function answers(db: Ground['db']): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return inTime(asked, READY_WITHIN, false);
}
