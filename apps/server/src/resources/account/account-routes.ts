import { createHash } from 'node:crypto';
import { apiKeySchema, newPasswordSchema } from '@chartroom/model';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { needs, SESSION_COOKIE } from '../../http/access.ts';
import { actOf, idParameter, textParameter } from '../../http/act.ts';
import { badRequest, forbidden, notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { parseBody, parseExactBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import { endAccess, requireOwnPassword, setPassword } from '../../security/accounts.ts';
import { callerId } from '../../security/caller.ts';
import { hashPassword } from '../../security/passwords.ts';
import type { LivingSession } from '../../security/sessions.ts';
import type { Services } from '../../services.ts';
import type { Wire } from '../columns.ts';
import { requireSeen } from '../resource-queries.ts';
import { userResource } from '../users/user-resource.ts';

/** Only somebody who sits at a browser looks after an account's ways in: a stolen key must not make another. */
const SIGNED_IN = { config: { access: 'signed-in' as const, sessionOnly: true } };
/** Seconds that a link to set a password is good for. */
const LINK_LIVES = 24 * 3600;

/** Ways into an account (ours): its sessions, keys for programs, and links that set a new password. */
export function registerAccounts(app: FastifyInstance, services: Services): void {
  registerSessions(app, services);
  registerApiKeys(app, services);
  registerPasswordLinks(app, services);
}

function registerSessions(app: FastifyInstance, services: Services): void {
  const { sessions } = services;
  app.get('/api/v1/me/sessions/', SIGNED_IN, async (request) => {
    const cookie = request.cookies[SESSION_COOKIE];
    const own = cookie === undefined ? undefined : sessions.idOf(cookie);
    const living = await sessions.of(callerId(request.caller));
    return { result: living.map((each) => ({ ...presented(each), current: each.id === own })) };
  });
  app.delete('/api/v1/me/sessions/', SIGNED_IN, async (request) => {
    const { user } = request.caller;
    await sessions.endOthers(callerId(request.caller), request.cookies[SESSION_COOKIE], user?.stamp ?? 0);
    return { message: 'OK' };
  });
  app.delete('/api/v1/me/sessions/:key', SIGNED_IN, async (request) => {
    if (!(await sessions.endOne(callerId(request.caller), textParameter(request, 'key')))) throw notFound();
    return { message: 'OK' };
  });
  app.get('/api/v1/security/users/:pk/sessions/', needs('can_get', 'User'), async (request) => {
    const living = await sessions.of(await seenUser(request, services));
    return { result: living.map(presented) };
  });
  app.delete('/api/v1/security/users/:pk/sessions/', needs('can_put', 'User'), async (request) => {
    await endAccess(services.db, await seenUser(request, services));
    services.callers.forget();
    return { message: 'OK' };
  });
}

function presented(session: LivingSession): Wire {
  return {
    id: session.id,
    address: session.address,
    agent: session.agent,
    created_on: zoneless(session.created_on),
    seen_on: zoneless(session.seen_on),
    expires_on: zoneless(session.expires_on),
  };
}

function registerApiKeys(app: FastifyInstance, services: Services): void {
  const { apiKeys } = services;
  app.get('/api/v1/me/api_keys/', SIGNED_IN, async (request) => ({
    result: await apiKeys.of(callerId(request.caller)),
  }));
  app.post('/api/v1/me/api_keys/', taking(SIGNED_IN, { body: apiKeySchema }), async (request, reply) => {
    const { name, days } = parseBody(apiKeySchema, request.body);
    const expires = days == null ? undefined : new Date(services.now().getTime() + days * 86_400_000);
    return reply.status(201).send(await apiKeys.make(callerId(request.caller), name, expires));
  });
  app.delete('/api/v1/me/api_keys/:pk', SIGNED_IN, async (request) => {
    const id = idParameter(request);
    if (id === undefined || !(await apiKeys.remove(callerId(request.caller), id))) throw notFound();
    return { message: 'OK' };
  });
}

function registerPasswordLinks(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  app.post('/api/v1/security/users/:pk/password_link/', needs('can_put', 'User'), async (request, reply) => {
    const user_id = await seenUser(request, services);
    await requireOwnPassword(user_id, services);
    const token = services.key();
    const at = now();
    const expires_on = new Date(at.getTime() + LINK_LIVES * 1000).toISOString();
    await db.deleteFrom('password_links').where('user_id', '=', user_id).execute();
    await db
      .insertInto('password_links')
      .values({
        hash: hashOf(token),
        user_id,
        created_by_id: callerId(request.caller),
        created_on: at.toISOString(),
        expires_on,
      })
      .execute();
    const url = `${request.protocol}://${request.host}/new-password/?token=${token}`;
    return reply.status(201).send({ url, expires_on: zoneless(expires_on) });
  });
  app.post(
    '/api/v1/security/password_link/',
    taking({ config: { access: 'public' } }, { body: newPasswordSchema }),
    async (request) => {
      const { token, password } = parseExactBody(newPasswordSchema, request.body);
      const link = await db
        .selectFrom('password_links')
        .selectAll()
        .where('hash', '=', hashOf(token))
        .executeTakeFirst();
      if (!link || link.expires_on <= now().toISOString())
        throw badRequest('This link is not valid any more. Ask for another one.');
      const password_hash = await hashPassword(password);
      await db.transaction().execute(async (records) => {
        // The link goes first: of two who use it at once, one finds it gone.
        const gone = await records
          .deleteFrom('password_links')
          .where('hash', '=', link.hash)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) throw forbidden('This link has been used.');
        await setPassword(records, link.user_id, password_hash);
        await endAccess(records, link.user_id);
      });
      services.callers.forget();
      return { message: 'OK' };
    },
  );
}

async function seenUser(request: FastifyRequest, services: Services): Promise<number> {
  const id = idParameter(request);
  if (id === undefined) throw notFound();
  await requireSeen(userResource, [id], actOf(services, request));
  return id;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
