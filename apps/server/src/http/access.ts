import { ChartroomError, type OtherAnswer } from '@chartroom/model';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Ground } from '../records/ground.ts';
import type { WithApiKeys } from '../security/api-keys.ts';
import { isApiKey } from '../security/api-keys.ts';
import type { WithCallers } from '../security/caller.ts';
import { type Caller, may } from '../security/caller.ts';
import type { WithGuestTokens } from '../security/guest-tokens.ts';
import { guestCaller } from '../security/guests.ts';
import type { WithSessions } from '../security/sessions.ts';
import type { WithRemoteUser } from '../security/sign-in/remote-user.ts';
import type { WithTokens } from '../security/tokens.ts';
import { TokenError } from '../security/tokens.ts';
import { forbidden, lacking } from './errors.ts';
import type { WireShape } from './wire-shape.ts';

/**
 * Who may call a route: holders of a permission on a view; everybody who has signed in; or everybody (`public`).
 * Every route declares one: a route without it does not register.
 */
export type Access = { permission: string; view: string } | 'signed-in' | 'known' | 'public';

/** What a route answers when it answers well. */
export interface DeclaredAnswer {
  schema: z.ZodType | OtherAnswer;
  status: number;
  /** What it answers instead where the call asks for another form. */
  otherwise?: OtherAnswer | undefined;
  /** What it answers with 202 where the answer itself comes later. */
  later?: z.ZodType | undefined;
}

/** A route and who may call it. */
export interface Declaration {
  method: string;
  url: string;
  access: Access;
  sessionOnly: boolean;
  page: boolean;
  wire: WireShape;
  answer: DeclaredAnswer;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Unsafe methods of a browser session need the CSRF token, but for the calls that are exempt (contract/api.md §1.2). */
    csrf?: 'exempt';
    /** Bearer tokens do not count here: the contract's calls outside `/api/` and a few inside know sessions only. */
    sessionOnly?: boolean;
    /** Nobody is asked who calls: the route answers all alike, and while the records do not answer. */
    unasked?: boolean;
    /** Pages send somebody who has not signed in to the sign-in form; calls answer 401. */
    page?: boolean;
    /** What the route reads, and what it answers. */
    wire?: WireShape;
    answer?: DeclaredAnswer;
  }
  interface FastifyInstance {
    /** Every route with what it declares, in the order of registration. */
    declarations: Declaration[];
  }
  interface FastifyRequest {
    caller: Caller;
    /** How the caller was recognised. */
    via: 'session' | 'token' | 'nobody';
  }
}

export const SESSION_COOKIE = 'session';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What callers are known by, whatever they bring. */
type Doorkeeping = Ground &
  WithApiKeys &
  WithCallers &
  WithGuestTokens &
  WithRemoteUser &
  WithSessions &
  WithTokens;

/** Refuses routes without a declaration, recognises callers, and holds every request to its route's declaration. */
export function guardRoutes(app: FastifyInstance, services: Doorkeeping): void {
  app.decorateRequest('via', 'nobody');
  app.decorateRequest('caller');
  const declarations: Declaration[] = [];
  app.decorate('declarations', declarations);
  app.addHook('onRoute', (route) => void declarations.push(...declarationsOf(route)));
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access;
    if (request.is404 || access === undefined || request.routeOptions.config.unasked) return;
    if (!(await recognise(request, reply, services))) return reply;
    if (!allowed(request.caller, access)) return refuse(request, reply);
    if (!SAFE_METHODS.has(request.method)) refuseForgery(request);
  });
  app.addHook('preHandler', async (request) => {
    if (!SAFE_METHODS.has(request.method) && !request.is404) requireCsrfToken(request, services);
  });
}

/** What a route declares; throws for one that declares nothing. */
function declarationsOf(route: RouteOptions): Declaration[] {
  const { access, sessionOnly = false, page = false, wire = {}, answer } = route.config ?? {};
  if (access === undefined) {
    throw new Error(
      `${route.method} ${route.url} declares no access: name the permission it needs, or say that it is public.`,
    );
  }
  if (answer === undefined) {
    throw new Error(
      `${route.method} ${route.url} does not declare what it answers: define it by defineRoute.`,
    );
  }
  return [route.method]
    .flat()
    .map((method) => ({ method, url: route.url, access, sessionOnly, page, wire, answer }));
}

/** Whether a declaration lets a caller in. */
export function allowed(caller: Caller, access: Access): boolean {
  if (access === 'public') return true;
  if (access === 'signed-in') return caller.user !== undefined;
  if (access === 'known') return caller.user !== undefined || caller.guest !== undefined;
  return may(caller, access.permission, access.view);
}

/** False when it has answered already: a token that is none. */
async function recognise(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Doorkeeping,
): Promise<boolean> {
  const header = request.headers.authorization;
  if (header?.startsWith('Bearer ') && !request.routeOptions.config.sessionOnly) {
    const caller = await ofToken(request, reply, services, header.slice('Bearer '.length).trim());
    if (!caller) return false;
    request.caller = caller;
    request.via = 'token';
    return true;
  }
  const cookie = request.cookies[SESSION_COOKIE];
  const session = cookie ? await services.sessions.find(cookie) : undefined;
  const caller = session && (await services.callers.ofUser(session.userId, session.stamp));
  if (caller && !isAnotherPerson(request, caller, services)) {
    request.caller = caller;
    request.via = 'session';
    return true;
  }
  const guest = await ofGuest(request, services);
  request.caller = guest ?? (await services.callers.anonymous());
  request.via = guest ? 'token' : 'nobody';
  return true;
}

/** Whether the proxy in front vouches for somebody else than the session is of: who sat at this browser before. */
function isAnotherPerson(request: FastifyRequest, caller: Caller, services: WithRemoteUser): boolean {
  const username = services.remoteUser(request);
  return username !== undefined && username.toLowerCase() !== caller.user?.username.toLowerCase();
}

/** Who brought a guest's token, which other sites cannot send along unknowingly (contract/api.md §3.7). */
async function ofGuest(
  request: FastifyRequest,
  services: Pick<Ground, 'config' | 'db'> & WithCallers & WithGuestTokens,
): Promise<Caller | undefined> {
  const token = request.headers[services.config.GUEST_TOKEN_HEADER_NAME.toLowerCase()];
  if (typeof token !== 'string' || token === '') return undefined;
  const claims = await services.guestTokens.read(token);
  return claims && guestCaller(services.db, claims, await services.callers.guests());
}

/** The refresh call reads its own token; everywhere else a bearer token is an access token. */
async function ofToken(
  request: FastifyRequest,
  reply: FastifyReply,
  services: WithApiKeys & WithCallers & WithTokens,
  token: string,
): Promise<Caller | undefined> {
  if (request.routeOptions.config.access === 'public') return services.callers.anonymous();
  if (isApiKey(token)) {
    const owner = await services.apiKeys.find(token);
    const caller = owner === undefined ? undefined : await services.callers.byId(owner);
    if (!caller) await reply.status(401).send({ msg: 'This key is not valid, or not any more' });
    return caller;
  }
  try {
    const claims = await services.tokens.read('access', token);
    const caller = await services.callers.ofUser(claims.userId, claims.stamp);
    if (caller) return caller;
    await reply.status(401).send({ msg: 'The account of this token is gone or its password has changed' });
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    await reply.status(error.reason === 'expired' ? 401 : 422).send({ msg: error.message });
  }
  return undefined;
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { access } = request.routeOptions.config;
  if (request.caller.user && typeof access === 'object')
    throw lacking(request.caller, access.permission, access.view);
  if (request.caller.user || request.caller.guest) throw forbidden();
  if (request.routeOptions.config.page) return reply.redirect(signInAddress(request.url));
  if (request.routeOptions.config.sessionOnly) return reply.status(401).send({ message: 'Access is Denied' });
  const { status, msg } = noBearer(request.headers.authorization);
  return reply.status(status).send({ msg });
}

/** Characters of an address that heads of answers may hold on their way through proxies. */
const LONGEST_ADDRESS = 4_000;

/** Where somebody signs in to come back to an address, or to the first page where that is too long to be taken along. */
function signInAddress(next: string): string {
  const address = `/login/?next=${encodeURIComponent(next)}`;
  return address.length > LONGEST_ADDRESS ? '/login/' : address;
}

/** What is said of a header that brings no bearer token, in the words that clients know (contract/api.md §1.7). */
export function noBearer(header: string | undefined): { status: 401 | 422; msg: string } {
  const words = (header ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return { status: 401, msg: 'Missing Authorization Header' };
  const expected = "Expected 'Authorization: Bearer <JWT>'";
  if (words[0] === 'Bearer') return { status: 422, msg: `Bad Authorization header. ${expected}` };
  return { status: 401, msg: `Missing 'Bearer' type in 'Authorization' header. ${expected}` };
}

/** A browser says where a request comes from: one that another site made on behalf of a session is refused. */
function refuseForgery(request: FastifyRequest): void {
  if (request.via === 'token') return;
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw forbidden('Requests from other sites are refused');
  const origin = request.headers.origin;
  if (origin !== undefined && origin !== 'null' && URL.parse(origin)?.host !== request.host) {
    throw forbidden('Requests from other sites are refused');
  }
}

/** Unsafe requests of a browser carry the token that belongs to their cookie; bearer tokens cannot be forged by another site. */
function requireCsrfToken(request: FastifyRequest, services: WithSessions): void {
  if (request.via === 'token' || request.routeOptions.config.csrf === 'exempt') return;
  const cookie = request.cookies[SESSION_COOKIE];
  const header = request.headers['x-csrftoken'] ?? request.headers['x-csrf-token'];
  const field =
    typeof request.body === 'object' && request.body !== null && 'csrf_token' in request.body
      ? request.body.csrf_token
      : undefined;
  const token = typeof header === 'string' ? header : field;
  if (cookie && typeof token === 'string' && services.sessions.csrfFits(cookie, token)) return;
  throw new ChartroomError('400 Bad Request: The CSRF token is missing or does not belong to this session.', {
    status: 400,
    error_type: 'GENERIC_BACKEND_ERROR',
    level: 'error',
  });
}
