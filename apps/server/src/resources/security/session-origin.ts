import type { FastifyRequest } from 'fastify';
import type { SessionOrigin } from '../../security/sessions.ts';

/** Where somebody signs in from, as they will know the session by. */
export function originOf(request: FastifyRequest): SessionOrigin {
  return { address: request.ip, agent: request.headers['user-agent'] };
}
