import { type Account, type AccountWithRoles, meApi } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import { SESSION_COOKIE } from '../../http/access.ts';
import { NOTHING } from '../../http/act.ts';
import { routesOf } from '../../http/define-route.ts';
import { badRequest, invalidFields, notFound, tooMany } from '../../http/errors.ts';
import { zoneless } from '../../http/humanized.ts';
import type { Ground } from '../../records/ground.ts';
import { isCurrentPassword, requireOwnPassword, setPassword } from '../../security/accounts.ts';
import type { WithCallers } from '../../security/caller.ts';
import { type Caller, callerId, pairsOf } from '../../security/caller.ts';
import type { WithCounts } from '../../security/counts.ts';
import { createLoginThrottle } from '../../security/login-throttle.ts';
import { hashPassword } from '../../security/passwords.ts';
import type { WithSessions } from '../../security/sessions.ts';

/** Identity comes from the session: bearer tokens do not count (contract/api.md §2.15). */
const SESSION = { config: { sessionOnly: true } };

/** Guests, too, may ask who they are. */
const KNOWN = { ...SESSION, access: 'known' } as const;

/** `/me/` (contract/api.md §2.15): the caller's own account. */
export function registerMe(
  app: FastifyInstance,
  services: Ground & WithCallers & WithCounts & WithSessions,
): void {
  const defineRoute = routesOf(app, services);
  defineRoute({
    ...meApi.show,
    ...KNOWN,
    handle: async ({ act }) => ({ result: accountOf(act.caller) }),
  });
  defineRoute({
    ...meApi.roles,
    ...KNOWN,
    handle: async ({ act }) => ({ result: await accountWithRoles(act.caller, services) }),
  });
  const throttle = createLoginThrottle(services.counts, {
    kind: 'own-passwords',
    most: services.config.AUTH_RATE_LIMIT,
    seconds: 60,
  });
  /** Whoever finds an open browser does not get the account with it. */
  const requireMine = async (id: number, current: string | undefined) => {
    await requireOwnPassword(id, services);
    if (current === undefined)
      throw invalidFields({ current_password: ['A new password needs the one that you have.'] });
    const tried = await throttle.attempt(
      String(id),
      async () => (await isCurrentPassword(services.db, id, current)) || undefined,
    );
    if ('wait' in tried) throw tooMany('Too many wrong passwords.', tried.wait);
    if (!tried.result) throw invalidFields({ current_password: ['This is not your password.'] });
  };
  defineRoute({
    ...meApi.update,
    ...SESSION,
    access: 'signed-in',
    handle: async ({ body, act, request, reply }) => {
      if (Object.keys(body).length === 0) throw badRequest('At least one field must be provided.');
      const { password, current_password, ...names } = body;
      const id = callerId(act.caller);
      if (password !== undefined) await requireMine(id, current_password);
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
    },
  });
  for (const call of [
    { ...meApi.avatar, access: { permission: 'can_read', view: 'user' } },
    { ...meApi.avatarForPages, access: 'signed-in' },
  ] as const) {
    defineRoute({
      ...call,
      handle: async ({ id, reply }) => {
        const found = services.db
          .selectFrom('users')
          .select('id')
          .where('id', '=', id ?? NOTHING);
        if (!(await found.executeTakeFirst())) throw notFound();
        return reply.status(204).send();
      },
    });
  }
}

/** Guests have a name at most: no id, no address. */
function accountOf({ user, guest }: Caller): Account {
  const named = user ?? guest?.user;
  return {
    id: user?.id,
    username: named?.username,
    email: user?.email,
    first_name: named?.first_name,
    last_name: named?.last_name,
    is_active: named !== undefined,
    is_anonymous: named === undefined,
    login_count: user?.login_count,
  };
}

/** Accounts of callers, who are kept for a moment themselves: every page says who looks at it. */
const accounts = new WeakMap<Caller, Promise<AccountWithRoles>>();

/** The account with its roles and their pairs, as pages are told at their start. */
export async function accountWithRoles(
  caller: Caller,
  services: Pick<Ground, 'db'>,
): Promise<AccountWithRoles> {
  const known = accounts.get(caller) ?? readAccount(caller, services);
  accounts.set(caller, known);
  try {
    return await known;
  } catch (error) {
    accounts.delete(caller);
    throw error;
  }
}

async function readAccount(caller: Caller, services: Pick<Ground, 'db'>): Promise<AccountWithRoles> {
  const { user, guest } = caller;
  const named = user ?? guest?.user;
  const roles = await Promise.all(
    caller.roles.map(async ({ id, name }) => {
      const pairs = await pairsOf(services.db, [id]);
      return [name, pairs.map((pair): [string, string] => [pair.permission, pair.view])] as const;
    }),
  );
  const views = (permission: string) =>
    [...caller.pairs]
      .filter((pair) => pair.startsWith(`${permission} `))
      .map((pair) => pair.slice(permission.length + 1));
  return {
    username: named?.username,
    firstName: named?.first_name,
    lastName: named?.last_name,
    userId: user?.id,
    isActive: named !== undefined,
    isAnonymous: named === undefined,
    createdOn: user && zoneless(user.created_on),
    email: user?.email,
    loginCount: user?.login_count,
    roles: Object.fromEntries(roles),
    permissions: { database_access: views('database_access'), datasource_access: views('datasource_access') },
  };
}
