import { timingSafeEqual } from 'node:crypto';
import { signInApi } from '@chartroom/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noBearer, SESSION_COOKIE } from '../../http/access.ts';
import { ownCookie, setSessionCookie } from '../../http/cookies.ts';
import { type DefineRoute, routesOf } from '../../http/define-route.ts';
import { badRequest, forbidden, tooMany } from '../../http/errors.ts';
import { ownPath } from '../../http/own-path.ts';
import type { Ground } from '../../records/ground.ts';
import { cameInFrom, createFirstAdministrator, isFirstRun, signIn } from '../../security/accounts.ts';
import type { WithCallers } from '../../security/caller.ts';
import type { WithCounts } from '../../security/counts.ts';
import type { WithGuestTokens } from '../../security/guest-tokens.ts';
import { embeddedDashboards } from '../../security/guests.ts';
import { createLoginThrottle, type LoginThrottle } from '../../security/login-throttle.ts';
import type { WithSessions } from '../../security/sessions.ts';
import type { WithDirectory } from '../../security/sign-in/ldap.ts';
import type { WithProviders } from '../../security/sign-in/oauth.ts';
import { admit } from '../../security/sign-in/outside-people.ts';
import type { WithRemoteUser } from '../../security/sign-in/remote-user.ts';
import type { WithTokens } from '../../security/tokens.ts';
import { TokenError } from '../../security/tokens.ts';
import { registerProviders } from './provider-routes.ts';
import { originOf } from './session-origin.ts';
import { registerSignInPage } from './sign-in-page.ts';

interface Throttles {
  byAddress: LoginThrottle;
  byAccount: LoginThrottle;
}

/** Seconds in which failed sign-ins of an address, and of an account, are counted. */
const ADDRESS_WINDOW = 60;
const ACCOUNT_WINDOW = 15 * 60;

const PUBLIC_EXEMPT = { access: 'public', config: { csrf: 'exempt' } } as const;

/**
 * Signing in and out, tokens and the first administrator (contract/api.md §1.1, §1.2).
 * @param firstRunToken one-time token of the first-run page; undefined when there are accounts
 */
export function registerSignIn(
  app: FastifyInstance,
  services: Ground &
    WithCallers &
    WithCounts &
    WithDirectory &
    WithGuestTokens &
    WithProviders &
    WithRemoteUser &
    WithSessions &
    WithTokens,
  firstRunToken: string | undefined,
): void {
  const throttles = createThrottles(services);
  const defineRoute = routesOf(app, services);
  registerTokens(defineRoute, services, throttles);
  registerSignInPage(app, services);
  registerProviders(app, services);
  defineRoute({
    ...signInApi.sendForm,
    access: 'public',
    handle: async ({ request, reply, query }) => {
      const { username, password } = formFields(request.body);
      const next = ownPath(query('next'));
      if (request.caller.user) return reply.redirect(next);
      const account = await attempt(request, services, throttles, username, password);
      if (!account) return refuseForm(request, reply);
      setSessionCookie(reply, services, await services.sessions.begin(account, originOf(request)));
      return reply.redirect(next);
    },
  });
  defineRoute({
    ...signInApi.logout,
    access: 'public',
    handle: async ({ request, reply }) => {
      const cookie = request.cookies[SESSION_COOKIE];
      const provider = cookie ? await services.sessions.end(cookie) : undefined;
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return reply.redirect(await afterSignOut(request, services, provider));
    },
  });
  defineRoute({
    ...signInApi.firstRun,
    access: 'public',
    exact: true,
    handle: async ({ body: { token, ...account }, request, reply }) => {
      if (!firstRunToken || !(await isFirstRun(services.db)))
        throw forbidden('This installation has an administrator already.');
      if (!sameText(token, firstRunToken)) throw forbidden('This is not the token that the console printed.');
      const id = await createFirstAdministrator(services.db, account, services.now());
      services.callers.forget();
      setSessionCookie(reply, services, await services.sessions.begin({ id, stamp: 0 }, originOf(request)));
      return { id };
    },
  });
}

function createThrottles({ config, counts }: Pick<Ground, 'config'> & WithCounts): Throttles {
  const most = (limit: number) => (config.AUTH_RATE_LIMITED ? limit : Number.MAX_SAFE_INTEGER);
  return {
    byAddress: createLoginThrottle(counts, {
      kind: 'sign-ins-by-address',
      most: most(config.AUTH_RATE_LIMIT),
      seconds: ADDRESS_WINDOW,
    }),
    byAccount: createLoginThrottle(counts, {
      kind: 'sign-ins-by-account',
      most: most(config.AUTH_ACCOUNT_RATE_LIMIT),
      seconds: ACCOUNT_WINDOW,
    }),
  };
}

function registerTokens(
  defineRoute: DefineRoute,
  services: Ground & WithCallers & WithDirectory & WithGuestTokens & WithSessions & WithTokens,
  throttles: Throttles,
): void {
  defineRoute({
    ...signInApi.login,
    ...PUBLIC_EXEMPT,
    exact: true,
    handle: async ({ body, request, reply }) => {
      if (body.provider !== services.config.AUTH_TYPE)
        throw badRequest(`Provider ${body.provider} is not set up`);
      const account = await attempt(request, services, throttles, body.username, body.password);
      if (!account) return reply.status(401).send({ message: 'Not authorized' });
      const claims = { userId: account.id, stamp: account.stamp };
      const access_token = await services.tokens.issue('access', claims);
      return body.refresh
        ? { access_token, refresh_token: await services.tokens.issue('refresh', claims) }
        : { access_token };
    },
  });
  defineRoute({
    ...signInApi.refresh,
    ...PUBLIC_EXEMPT,
    handle: async ({ request, reply }) => {
      const header = request.headers.authorization;
      if (!header?.startsWith('Bearer ')) {
        const { status, msg } = noBearer(header);
        return reply.status(status).send({ msg });
      }
      try {
        const claims = await services.tokens.read('refresh', header.slice('Bearer '.length).trim());
        const caller = await services.callers.ofUser(claims.userId, claims.stamp);
        if (!caller)
          return reply
            .status(401)
            .send({ msg: 'The account of this token is gone or its password has changed' });
        return { access_token: await services.tokens.issue('access', claims) };
      } catch (error) {
        if (!(error instanceof TokenError)) throw error;
        return reply.status(error.reason === 'expired' ? 401 : 422).send({ msg: error.message });
      }
    },
  });
  defineRoute({
    ...signInApi.guestToken,
    access: { permission: 'can_grant_guest_token', view: 'SecurityRestApi' },
    handle: async ({ body: { user, resources, rls } }) => {
      const known = await embeddedDashboards(services.db, resources);
      const unknown = resources.find(({ id }) => !known.has(id));
      if (unknown) throw badRequest(`There is no embedded dashboard ${unknown.id}.`);
      return { token: await services.guestTokens.issue({ user, resources, rls_rules: rls }) };
    },
  });
  defineRoute({
    ...signInApi.csrfToken,
    access: { permission: 'can_read', view: 'SecurityRestApi' },
    handle: async ({ request, reply }) => ({
      result: services.sessions.csrfToken(ownCookie(request, reply, services)),
    }),
  });
}

/** Where signing out leads: to where the settings say, by way of the identity provider when it is to end its session, too. */
async function afterSignOut(
  request: FastifyRequest,
  { config, providers }: Pick<Ground, 'config'> & WithProviders,
  provider: string | undefined,
): Promise<string> {
  const target = config.LOGOUT_REDIRECT_URL;
  if (provider === undefined) return target;
  try {
    const farewell = await providers.farewell(
      provider,
      new URL(target, `${request.protocol}://${request.host}`).href,
    );
    return farewell?.href ?? target;
  } catch (error) {
    // The session here has ended; that the provider cannot be reached must not hide it.
    request.log.warn({ err: error }, 'the identity provider could not be told of a sign-out');
    return target;
  }
}

/** Whose user name and password these are, as AUTH_TYPE says who knows. Undefined when nobody's. */
async function checkPassword(
  services: Ground & WithDirectory,
  username: string,
  password: string,
): Promise<{ id: number; stamp: number } | undefined> {
  if (services.config.AUTH_TYPE === 'db') return signIn(services.db, username, password, services.now());
  if (services.config.AUTH_TYPE !== 'ldap') return undefined;
  const person = await services.directory.find(username, password);
  const admission = person && (await admit(person, services));
  return admission && 'id' in admission ? admission : undefined;
}

async function attempt(
  request: FastifyRequest,
  services: Ground & WithCallers & WithDirectory,
  { byAddress, byAccount }: Throttles,
  username: string,
  password: string,
) {
  const check = () => checkPassword(services, username, password);
  let wait: number | undefined;
  const tried = await byAddress.attempt(request.ip, async () => {
    const ofAccount = await byAccount.attempt(username.trim().toLowerCase(), check);
    if (!('wait' in ofAccount)) return ofAccount.result;
    // Guessing from elsewhere shuts nobody out of where they have come in before.
    if (await cameInFrom(services.db, username, request.ip)) return check();
    wait = ofAccount.wait;
    return undefined;
  });
  if ('wait' in tried) wait = tried.wait;
  if (wait !== undefined || 'wait' in tried) throw tooMany('Too many failed sign-ins.', wait);
  if (tried.result) services.callers.forget();
  return tried.result;
}

/** Browsers go back to the form; scripts are told. */
function refuseForm(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.headers.accept?.includes('text/html')) return reply.redirect('/login/');
  return reply.status(401).send({ message: 'Invalid login. Please try again.' });
}

function formFields(body: unknown): { username: string; password: string } {
  const read = (name: string) => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { username: read('username'), password: read('password') };
}

function sameText(given: string, wanted: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}
