import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ground } from '../records/ground.ts';
import type { WithSessions } from '../security/sessions.ts';
import { SESSION_COOKIE } from './access.ts';

/** Sets the session cookie: not readable by scripts, not sent along by other sites. */
export function setSessionCookie(reply: FastifyReply, services: Pick<Ground, 'config'>, value: string): void {
  reply.setCookie(SESSION_COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: services.config.SESSION_COOKIE_SAMESITE,
    secure: services.config.SESSION_COOKIE_SECURE,
    maxAge: services.config.SESSION_LIFETIME,
  });
}

/** The cookie's value; a visitor without one gets one. */
export function ownCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Ground & WithSessions,
): string {
  const known = request.cookies[SESSION_COOKIE];
  if (known) return known;
  const made = services.sessions.visitor();
  setSessionCookie(reply, services, made);
  return made;
}
