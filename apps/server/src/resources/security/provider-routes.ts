import { ChartroomError, signInApi } from '@chartroom/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { setSessionCookie } from '../../http/cookies.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { ownPath } from '../../http/own-path.ts';
import type { Ground } from '../../records/ground.ts';
import type { WithCallers } from '../../security/caller.ts';
import { createSecretBox } from '../../security/secret-box.ts';
import type { WithSessions } from '../../security/sessions.ts';
import type { Journey, WithProviders } from '../../security/sign-in/oauth.ts';
import { admit, refusedPerson } from '../../security/sign-in/outside-people.ts';
import { originOf } from './session-origin.ts';

const JOURNEY_COOKIE = 'sign_in_journey';
/** Seconds that somebody may be away at a provider. */
const JOURNEY_LASTS = 600;

const journeySchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  ends: z.number(),
});

/** The way to identity providers and back (`OAUTH_PROVIDERS`); addresses are the reference's. */
export function registerProviders(
  app: FastifyInstance,
  services: Ground & WithCallers & WithProviders & WithSessions,
): void {
  const { providers } = services;
  const keeper = journeyKeeper(services);
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...signInApi.toProvider,
    access: 'public',
    handle: async ({ request, reply, param, query }) => {
      const name = param('provider');
      const next = ownPath(query('next'));
      if (!providers.has(name)) throw notFound();
      if (request.caller.user) return reply.redirect(next);
      return forPeople(request, reply, async () => {
        const { url, journey } = await providers.begin(name, backTo(request, name), next);
        keeper.keep(reply, journey);
        return url.href;
      });
    },
  });
  defineRoute({
    ...signInApi.fromProvider,
    access: 'public',
    handle: async ({ request, reply, param, query }) => {
      const name = param('provider');
      if (!providers.has(name)) throw notFound();
      return forPeople(request, reply, async () => {
        const journey = keeper.take(request, reply);
        if (journey?.provider !== name || journey.state !== query('state')) {
          throw badRequest('This sign-in was not begun in this browser, or not lately. Begin again.');
        }
        const { search } = new URL(request.url, backTo(request, name));
        const { person, identity } = await providers.finish(journey, new URL(backTo(request, name) + search));
        const admission = await admit(person, services, identity);
        if ('refused' in admission) throw refusedPerson(admission.refused);
        services.callers.forget();
        setSessionCookie(
          reply,
          services,
          await services.sessions.begin(admission, { ...originOf(request), provider: name }),
        );
        return ownPath(journey.next);
      });
    },
  });
}

/** Remembers journeys in a sealed cookie of the browser that makes them; each is taken once. */
function journeyKeeper(services: Pick<Ground, 'config' | 'now'>) {
  const box = createSecretBox(services.config.SECRET_KEY, 'sign-in journeys');
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: services.config.SESSION_COOKIE_SECURE,
  };
  const taken = new Map<string, number>();
  const opened = (sealed: string) => {
    try {
      return journeySchema.parse(JSON.parse(box.open(sealed)));
    } catch {
      // Not one of ours: as good as none.
      return undefined;
    }
  };
  return {
    keep: (reply: FastifyReply, journey: Journey): void => {
      const ends = services.now().getTime() + JOURNEY_LASTS * 1000;
      reply.setCookie(JOURNEY_COOKIE, box.seal(JSON.stringify({ ...journey, ends })), {
        ...options,
        maxAge: JOURNEY_LASTS,
      });
    },
    take: (request: FastifyRequest, reply: FastifyReply): Journey | undefined => {
      reply.clearCookie(JOURNEY_COOKIE, options);
      const sealed = request.cookies[JOURNEY_COOKIE];
      const journey = sealed === undefined ? undefined : opened(sealed);
      const at = services.now().getTime();
      for (const [state, ends] of taken) if (ends < at) taken.delete(state);
      if (!journey || journey.ends < at || taken.has(journey.state)) return undefined;
      taken.set(journey.state, journey.ends);
      return journey;
    },
  };
}

/** Where providers send people back to. */
function backTo(request: FastifyRequest, name: string): string {
  return new URL(`/oauth-authorized/${name}`, `${request.protocol}://${request.host}`).href;
}

/** Goes where a step leads; when it fails, browsers land on the sign-in page, which says what went wrong, and scripts get the error. */
async function forPeople(
  request: FastifyRequest,
  reply: FastifyReply,
  step: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await step());
  } catch (error) {
    if (!(error instanceof ChartroomError) || !request.headers.accept?.includes('text/html')) throw error;
    request.log.warn({ err: error }, 'sign-in by a provider failed');
    const { refused } = error.extra;
    const failure = error.status === 503 ? 'unreachable' : 'failed';
    const why = typeof refused === 'string' ? refused : failure;
    return reply.redirect(`/login/?problem=${why}`);
  }
}
