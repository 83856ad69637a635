import { mePutSchema } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { needs, SESSION_COOKIE } from '../../http/access.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import { parseBody } from '../../http/validation.ts';
import { taking } from '../../http/wire-shape.ts';
import { requireOwnPassword, setPassword } from '../../security/accounts.ts';
import { type Caller, callerId, pairsOf } from '../../security/caller.ts';
import { hashPassword } from '../../security/passwords.ts';
import type { Services } from '../../services.ts';
import type { Wire } from '../columns.ts';

/** Identity comes from the session: bearer tokens do not count (contract §2.15). */
const SIGNED_IN = { config: { access: 'signed-in' as const, sessionOnly: true } };

/** `/me/` (contract §2.15): the caller's own account. */
export function registerMe(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/me/', SIGNED_IN, async (request) => ({ result: accountOf(request.caller) }));
  app.get('/api/v1/me/roles/', SIGNED_IN, async (request) => ({ result: await accountWithRoles(request.caller, services) }));
  app.put('/api/v1/me/', taking(SIGNED_IN, { body: mePutSchema }), async (request, reply) => {
    const body = parseBody(mePutSchema, request.body);
    if (Object.keys(body).length === 0) throw badRequest('At least one field must be provided.');
    const { password, ...names } = body;
    const id = callerId(request.caller);
    if (password !== undefined) await requireOwnPassword(id, services);
    await services.db
      .updateTable('users')
      .set({ ...names, changed_on: services.now().toISOString(), changed_by_id: id })
      .where('id', '=', id)
      .execute();
    if (password !== undefined) {
      const stamp = await setPassword(services.db, id, await hashPassword(password));
      await services.sessions.endOthers(id, request.cookies[SESSION_COOKIE], stamp);
    }
    services.callers.forget();
    const changed = await services.callers.byId(id);
    if (!changed) return reply.status(401).send({ message: 'Not authorized' });
    return { result: accountOf(changed) };
  });
  app.get('/api/v1/user/:pk/avatar.png', needs('can_read', 'user'), async (request, reply) => {
    const { pk } = avatarAddress(request.params);
    const known = await services.db.selectFrom('users').select('id').where('id', '=', pk).executeTakeFirst();
    if (!known) throw notFound();
    return reply.status(204).send();
  });
}

function avatarAddress(parameters: unknown): { pk: number } {
  const text = typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, 'pk') : undefined;
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw notFound();
  return { pk: Number(text) };
}

function accountOf(caller: Caller): Wire {
  const { user } = caller;
  return {
    id: user?.id,
    username: user?.username,
    email: user?.email,
    first_name: user?.first_name,
    last_name: user?.last_name,
    is_active: user !== undefined,
    is_anonymous: user === undefined,
    login_count: user?.login_count,
  };
}

/** The account with its roles and their pairs, as pages are told at their start. */
export async function accountWithRoles(caller: Caller, services: Services): Promise<Wire> {
  const { user } = caller;
  const roles = await Promise.all(
    caller.roles.map(async ({ id, name }) => {
      const pairs = await pairsOf(services.db, [id]);
      return [name, pairs.map((pair): [string, string] => [pair.permission, pair.view])] as const;
    }),
  );
  const views = (permission: string) =>
    [...caller.pairs].filter((pair) => pair.startsWith(`${permission} `)).map((pair) => pair.slice(permission.length + 1));
  return {
    username: user?.username,
    firstName: user?.first_name,
    lastName: user?.last_name,
    userId: user?.id,
    isActive: user !== undefined,
    isAnonymous: user === undefined,
    createdOn: user && zoneless(user.created_on),
    email: user?.email,
    loginCount: user?.login_count,
    roles: Object.fromEntries(roles),
    permissions: { database_access: views('database_access'), datasource_access: views('datasource_access') },
  };
}
