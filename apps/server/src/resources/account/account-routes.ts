import { createHash } from 'node:crypto';
import { accountApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { type Access, SESSION_COOKIE } from '../../http/access.ts';
import type { Act } from '../../http/act.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { badRequest, forbidden, notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import type { Ground } from '../../records/ground.ts';
import { endAccess, requireOwnPassword, setPassword } from '../../security/accounts.ts';
import type { WithApiKeys } from '../../security/api-keys.ts';
import type { WithCallers } from '../../security/caller.ts';
import { callerId } from '../../security/caller.ts';
import { hashPassword } from '../../security/passwords.ts';
import type { LivingSession, WithSessions } from '../../security/sessions.ts';
import { requireSeen } from '../resource-queries.ts';
import { userResource } from '../users/user-resource.ts';

/** Only somebody who sits at a browser looks after an account's ways in: a stolen key must not make another. */
const SIGNED_IN = { access: 'signed-in', config: { sessionOnly: true } } as const;
const GET_USERS: Access = { permission: 'can_get', view: 'User' };
const PUT_USERS: Access = { permission: 'can_put', view: 'User' };
/** Seconds that a link to set a password is good for. */
const LINK_LIVES = 24 * 3600;
const DONE = { message: 'OK' };

/** Ways into an account (ours): its sessions, keys for programs, and links that set a new password. */
export function registerAccounts(
  app: FastifyInstance,
  services: Ground & WithApiKeys & WithCallers & WithSessions,
): void {
  const defineRoute = routesOf(app, services);
  registerSessions(defineRoute, services);
  registerApiKeys(defineRoute, services);
  registerPasswordLinks(defineRoute, services);
}

function registerSessions(
  defineRoute: DefineRoute,
  services: Pick<Ground, 'db'> & WithCallers & WithSessions,
): void {
  const { sessions } = services;
  defineRoute({
    ...accountApi.ownSessions,
    ...SIGNED_IN,
    handle: async ({ request, act }) => {
      const cookie = request.cookies[SESSION_COOKIE];
      const own = cookie === undefined ? undefined : sessions.idOf(cookie);
      const living = await sessions.of(callerId(act.caller));
      return { result: living.map((each) => ({ ...presented(each), current: each.id === own })) };
    },
  });
  defineRoute({
    ...accountApi.endOtherSessions,
    ...SIGNED_IN,
    handle: async ({ request, act: { caller } }) => {
      await sessions.endOthers(callerId(caller), request.cookies[SESSION_COOKIE], caller.user?.stamp ?? 0);
      return DONE;
    },
  });
  defineRoute({
    ...accountApi.endSession,
    ...SIGNED_IN,
    handle: async ({ act, param }) => {
      if (!(await sessions.endOne(callerId(act.caller), param('key')))) throw notFound();
      return DONE;
    },
  });
  defineRoute({
    ...accountApi.sessionsOf,
    access: GET_USERS,
    handle: async ({ id, act }) => {
      const living = await sessions.of(await seenUser(id, act));
      return { result: living.map(presented) };
    },
  });
  defineRoute({
    ...accountApi.endSessionsOf,
    access: PUT_USERS,
    handle: async ({ id, act }) => {
      await endAccess(services.db, await seenUser(id, act));
      services.callers.forget();
      return DONE;
    },
  });
}

function presented({ id, address, agent, created_on, seen_on, expires_on }: LivingSession) {
  return {
    id,
    address,
    agent,
    created_on: zoneless(created_on),
    seen_on: zoneless(seen_on),
    expires_on: zoneless(expires_on),
  };
}

function registerApiKeys(
  defineRoute: DefineRoute<Ground & WithApiKeys>,
  { apiKeys, now }: Pick<Ground, 'now'> & WithApiKeys,
): void {
  defineRoute({
    ...accountApi.apiKeys,
    ...SIGNED_IN,
    handle: async ({ act }) => ({ result: await apiKeys.of(callerId(act.caller)) }),
  });
  defineRoute({
    ...accountApi.makeApiKey,
    ...SIGNED_IN,
    handle: async ({ act, body: { name, days } }) => {
      const expires = days == null ? undefined : new Date(now().getTime() + days * 86_400_000);
      return apiKeys.make(callerId(act.caller), name, expires);
    },
  });
  defineRoute({
    ...accountApi.removeApiKey,
    ...SIGNED_IN,
    handle: async ({ act, id }) => {
      if (id === undefined || !(await apiKeys.remove(callerId(act.caller), id))) throw notFound();
      return DONE;
    },
  });
}

function registerPasswordLinks(defineRoute: DefineRoute, services: Ground & WithCallers): void {
  const { db, now } = services;
  defineRoute({
    ...accountApi.makePasswordLink,
    access: PUT_USERS,
    handle: async ({ id, act, request }) => {
      const user_id = await seenUser(id, act);
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
          created_by_id: callerId(act.caller),
          created_on: at.toISOString(),
          expires_on,
        })
        .execute();
      const url = `${request.protocol}://${request.host}/new-password/?token=${token}`;
      return { url, expires_on: zoneless(expires_on) };
    },
  });
  defineRoute({
    ...accountApi.setPassword,
    access: 'public',
    exact: true,
    handle: async ({ body: { token, password } }) => {
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
      return DONE;
    },
  });
}

async function seenUser(id: number | undefined, act: Act): Promise<number> {
  if (id === undefined) throw notFound();
  await requireSeen(userResource, [id], act);
  return id;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
