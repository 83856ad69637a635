import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryParameter } from '../../http/act.ts';
import { setSessionCookie } from '../../http/cookies.ts';
import { ownPath } from '../../http/own-path.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import type { WithSessions } from '../../security/sessions.ts';
import { admit } from '../../security/sign-in/outside-people.ts';
import type { WithRemoteUser } from '../../security/sign-in/remote-user.ts';
import { originOf } from './session-origin.ts';

/**
 * Where the sign-in page leads somebody who need not fill it in: on, when they have signed in or the proxy in front
 * vouches for them (AUTH_TYPE=remote_user), who then have a session. Undefined when the page is to be shown.
 */
export async function wayPastSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Ground & WithCallers & WithRemoteUser & WithSessions,
): Promise<string | undefined> {
  const next = ownPath(queryParameter(request, 'next'));
  if (request.caller.user) return next;
  const username = services.remoteUser(request);
  if (username === undefined || queryParameter(request, 'problem') !== undefined) return undefined;
  const person = { username, email: undefined, firstName: undefined, lastName: undefined, groups: undefined };
  const admission = await admit(person, services);
  if ('refused' in admission) return `/login/?problem=${admission.refused}`;
  services.callers.forget();
  setSessionCookie(reply, services, await services.sessions.begin(admission, originOf(request)));
  return next;
}
