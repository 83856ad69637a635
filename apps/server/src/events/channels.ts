import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Config, purposeKey } from '../base/config.ts';
import { SESSION_COOKIE } from '../http/access.ts';
import { listed } from '../http/errors.ts';
import type { Caller, Callers } from '../security/caller.ts';
import type { Sessions } from '../security/sessions.ts';

/** The channel in which somebody hears of their jobs. */
export interface Channel {
  /** A UUID. */
  id: string;
  userId: number;
}

/**
 * Channels of events and the cookie that names them: a JWT with `channel` and `sub` (contract/api.md §4). Each session has its
 * own, and so has an account for its bearer tokens; a channel is void as soon as its session or the account's password is.
 */
export interface Channels {
  /** Gives a caller with an account the cookie of their channel, unless they have it. */
  provide(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The channel that a request's cookie names. Rejects with 401 when it names none that is the caller's. */
  require(request: FastifyRequest): Promise<Channel>;
  /** The channel in a cookie's value; undefined when it is void or was not made here. */
  read(token: string | undefined): Promise<Channel | undefined>;
  /** Whether a channel still stands. */
  stands(channel: Channel): Promise<boolean>;
}

export interface ChannelsOptions {
  config: Config;
  sessions: Sessions;
  callers: Callers;
}

const ALGORITHM = 'HS256';

export function createChannels({ config, sessions, callers }: ChannelsOptions): Channels {
  const { GLOBAL_ASYNC_QUERIES_JWT_COOKIE_NAME: name, GLOBAL_ASYNC_QUERIES_JWT_SECRET: secret } = config;
  const key = secret ? Buffer.from(secret) : purposeKey(config.SECRET_KEY, 'async tokens');
  const naming = purposeKey(config.SECRET_KEY, 'channels of events');
  const idOf = (...facts: (string | number)[]) =>
    uuidOf(createHmac('sha256', naming).update(JSON.stringify(facts)).digest());
  const ofSession = (id: string) => idOf('session', id);
  const ofAccount = ({ id, stamp }: NonNullable<Caller['user']>) => idOf('account', id, stamp);

  const own = ({ caller, via, cookies }: FastifyRequest): Channel | undefined => {
    if (!caller?.user) return undefined;
    const session = via === 'session' ? cookies[SESSION_COOKIE] : undefined;
    return {
      id: session ? ofSession(sessions.idOf(session)) : ofAccount(caller.user),
      userId: caller.user.id,
    };
  };
  const stands = async ({ id, userId }: Channel) => {
    const user = (await callers.byId(userId))?.user;
    if (!user) return false;
    if (id === ofAccount(user)) return true;
    return (await sessions.of(userId)).some((session) => id === ofSession(session.id));
  };
  const read = async (token: string | undefined) => {
    const channel = token ? await signedChannel(token, key) : undefined;
    return channel && (await stands(channel)) ? channel : undefined;
  };
  return {
    stands,
    read,
    provide: async (request, reply) => {
      const channel = own(request);
      if (!channel) return;
      const token = await sign(channel, key);
      if (request.cookies[name] === token) return;
      reply.setCookie(name, token, {
        path: '/',
        httpOnly: true,
        sameSite: config.GLOBAL_ASYNC_QUERIES_JWT_COOKIE_SAMESITE,
        secure: config.GLOBAL_ASYNC_QUERIES_JWT_COOKIE_SECURE || config.SESSION_COOKIE_SECURE,
        ...(config.GLOBAL_ASYNC_QUERIES_JWT_COOKIE_DOMAIN && {
          domain: config.GLOBAL_ASYNC_QUERIES_JWT_COOKIE_DOMAIN,
        }),
      });
    },
    require: async (request) => {
      const channel = await read(request.cookies[name]);
      if (channel && channel.userId === request.caller.user?.id) return channel;
      throw listed(
        401,
        'GENERIC_BACKEND_ERROR',
        `The cookie "${name}" is missing or does not belong to this session.`,
      );
    },
  };
}

/** The same channel always has the same token. */
async function sign({ id, userId }: Channel, key: Uint8Array): Promise<string> {
  const { SignJWT } = await import('jose');
  return new SignJWT({ channel: id })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(String(userId))
    .sign(key);
}

async function signedChannel(token: string, key: Uint8Array): Promise<Channel | undefined> {
  const { jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM] });
    const userId = Number(payload.sub);
    if (typeof payload.channel !== 'string' || !Number.isSafeInteger(userId)) return undefined;
    return { id: payload.channel, userId };
  } catch {
    // Whatever is wrong with it, it names no channel.
    return undefined;
  }
}

/** Sixteen bytes as a UUID of version 8: one that is made of other facts. */
function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** To whom it is told what became of jobs. */
export interface WithChannels {
  channels: Channels;
}
