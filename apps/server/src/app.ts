import { randomBytes, randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Config, purposeKey } from './base/config.ts';
import { HeavyWork } from './data/heavy/heavy-work.ts';
import type { DataPorts, DataService } from './data/ports.ts';
import { DrawingRoom } from './drawings/drawing-room.ts';
import { createChannels } from './events/channels.ts';
import type { EventLog } from './events/event-log.ts';
import { MemoryEvents } from './events/memory-events.ts';
import { RedisEvents } from './events/redis-events.ts';
import { guardRoutes } from './http/access.ts';
import { checkAnswers } from './http/check-answers.ts';
import { boundPeopleBehindProxies, serverFactory } from './http/connections.ts';
import { sendError, unknownAddress, wrongMethod } from './http/errors.ts';
import { registerHealth } from './http/health.ts';
import { guardHeavyRoutes } from './http/heavy-routes.ts';
import { readBodies } from './http/json-bodies.ts';
import { watchLeaving } from './http/leaving.ts';
import { methodFinder } from './http/other-methods.ts';
import { limitRates } from './http/rates.ts';
import { readAwayRefused } from './http/read-away.ts';
import { sendSafeHeaders } from './http/safe-headers.ts';
import { sweepAtRest } from './http/sweep-at-rest.ts';
import { InProcessJobs } from './jobs/in-process-jobs.ts';
import type { Jobs } from './jobs/jobs.ts';
import { jobSpace, RedisJobs } from './jobs/redis-jobs.ts';
import { createMailer } from './mail/mailer.ts';
import { type MemoryReading, MemoryWatch, memoryLimit } from './memory-watch.ts';
import { ChromiumTaker } from './pictures/chromium-taker.ts';
import type { PictureTaker } from './pictures/picture-taker.ts';
import type { Records } from './records/records.ts';
import { registerResources } from './register.ts';
import { registerSignIn } from './resources/security/sign-in-routes.ts';
import { createApiKeys } from './security/api-keys.ts';
import { createCallers } from './security/caller.ts';
import { Counts } from './security/counts.ts';
import { createDataSources } from './security/data-sources.ts';
import { createGuestTokens, type GuestTokens } from './security/guest-tokens.ts';
import { createHostKeys } from './security/host-keys.ts';
import { createOutbound } from './security/outbound.ts';
import { createPersonalAccess } from './security/personal-access.ts';
import { createSecretBox } from './security/secret-box.ts';
import { createSessions } from './security/sessions.ts';
import { createDirectory } from './security/sign-in/ldap.ts';
import { createOAuthProviders } from './security/sign-in/oauth.ts';
import { createRemoteUser } from './security/sign-in/remote-user.ts';
import { createTokens, type Tokens } from './security/tokens.ts';
import type { Services } from './services.ts';

/** A module of routes: one line in `registerResources`, or passed to `buildApp`. */
export type RegisterRoutes = (app: FastifyInstance, services: Services) => void | Promise<void>;

/** What the application is made of. */
export interface AppParts {
  config: Config;
  records: Records;
  /** Opens what talks to databases; called once, when first needed. */
  openData(
    ports: DataPorts,
    config: Config,
    report: (error: unknown) => void,
    heavy: HeavyWork,
  ): Promise<DataService>;
  /** What the process holds, instead of asking the system. */
  memory?: () => MemoryReading;
  /** Whether an answer that its route does not declare is a fault; for tests, and while it is worked on. */
  checksAnswers?: boolean;
  /** Takes pictures of pages; absent = Chromium does. */
  pictures?: PictureTaker;
  /** Which of the servers that share the records this one is; absent where there are no others. */
  serverId?: string | undefined;
  /** One-time token of the first-run page; undefined when there are accounts. */
  firstRunToken: string | undefined;
  /** Further routes, registered before the standard ones: pages, mostly. */
  routes?: RegisterRoutes[];
  now?(): Date;
  say?(line: string): void;
}

/** Takes an error that nobody is told of. */
type Report = (error: unknown) => void;

/** The application without a listening socket: `inject` works on it. `close` ends the data side too, not the records. */
export async function buildApp(parts: AppParts): Promise<{ app: FastifyInstance; services: Services }> {
  const { config } = parts;
  const app = Fastify({
    logger: config.LOG_LEVEL === 'silent' ? false : { level: config.LOG_LEVEL },
    bodyLimit: config.BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    ...serverFactory(config),
  });
  const report: Report = (error) => app.log.error({ err: error }, 'unexpected');
  const counts = await Counts.open(config, report);
  app.addHook('onClose', async () => counts.close());
  const services = servicesOf(parts, app, counts, report);
  await protect(app, config);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // What is told to one person is kept by no browser and no go-between; built files say otherwise themselves.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler(sendError);
  const otherMethods = methodFinder(app);
  app.setNotFoundHandler((request, reply) => {
    const methods = otherMethods(request);
    if (methods.length === 0) return sendError(unknownAddress(), request, reply);
    reply.header('allow', methods.join(', '));
    return sendError(wrongMethod(), request, reply);
  });
  boundPeopleBehindProxies(app, config);
  limitRates(app, config, services.counts);
  readBodies(app, config);
  readAwayRefused(app);
  watchLeaving(app);
  sweepAtRest(app);
  guardRoutes(app, services);
  if (parts.checksAnswers) checkAnswers(app);
  guardHeavyRoutes(app, services);
  registerHealth(app, services);
  for (const register of parts.routes ?? []) await register(app, services);
  registerSignIn(app, services, parts.firstRunToken);
  await registerResources(app, services);
  return { app, services };
}

function servicesOf(parts: AppParts, app: FastifyInstance, counts: Counts, report: Report): Services {
  const { config, records } = parts;
  const { db } = records;
  const now = parts.now ?? (() => new Date());
  const callers = createCallers(db, now, {
    guests: config.GUEST_ROLE_NAME,
    strangers: config.AUTH_ROLE_PUBLIC,
    opensByRoles: config.DASHBOARD_RBAC,
  });
  const secrets = createSecretBox(config.SECRET_KEY);
  const hostKeys = createHostKeys(db, config.SSH_KNOWN_HOSTS, now);
  const outbound = createOutbound(config);
  const uuid = () => randomUUID();
  const personal = createPersonalAccess({ db, config, secrets, outbound, now, uuid });
  const sources = createDataSources({
    db,
    callers,
    secrets,
    personal,
    hostKeys,
    instructions: config.PERMISSION_INSTRUCTIONS_LINK,
    now,
  });
  const say = parts.say ?? (() => undefined);
  const heavy = openRoom(parts, app, say);
  const data = openedOnce(app, () => parts.openData(sources.ports, config, report, heavy));
  const sessions = createSessions({
    db,
    secret: config.SECRET_KEY,
    lifetime: config.SESSION_LIFETIME,
    csrfSeconds: config.WTF_CSRF_TIME_LIMIT,
    now,
  });
  const events = createEvents(config, now, report);
  // Hooks run in the opposite order: what ends with the jobs is still told.
  app.addHook('onClose', () => events.close());
  const jobs = createJobs(parts, now, report);
  const pictures = parts.pictures ?? createPictures(config, app);
  app.addHook('onClose', () => pictures.close());
  const drawings = new DrawingRoom(config);
  app.addHook('onClose', async () => drawings.close());
  app.addHook('onReady', () => jobs.start());
  app.addHook('onClose', () => jobs.close());
  return {
    config,
    db,
    now,
    callers,
    counts,
    outbound,
    personal,
    directory: createDirectory(config),
    providers: createOAuthProviders(config.OAUTH_PROVIDERS),
    remoteUser: createRemoteUser(config),
    serverId: parts.serverId,
    jobs,
    pictures,
    drawings,
    mail: createMailer(config),
    events,
    channels: createChannels({ config, sessions, callers }),
    secrets,
    sources,
    heavy,
    data,
    uuid,
    key: () => randomBytes(32).toString('base64url'),
    sessions,
    tokens: tokensOf(config, now),
    guestTokens: guestTokensOf(config, now),
    apiKeys: createApiKeys({ db, now }),
    say,
  };
}

/** What talks to databases: opened when it is first needed, or again after it could not be, and closed with the application. */
function openedOnce(app: FastifyInstance, open: () => Promise<DataService>): Services['data'] {
  let opened: Promise<DataService> | undefined;
  app.addHook('onClose', async () => {
    const data = await opened?.catch(() => undefined);
    await data?.close();
  });
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

function tokensOf(config: Config, now: () => Date): Tokens {
  return createTokens({
    secret: config.SECRET_KEY,
    accessSeconds: config.JWT_ACCESS_TOKEN_EXPIRES,
    refreshSeconds: config.JWT_REFRESH_TOKEN_EXPIRES,
    now,
  });
}

function guestTokensOf(config: Config, now: () => Date): GuestTokens {
  const secret = config.GUEST_TOKEN_JWT_SECRET;
  return createGuestTokens({
    key: secret === undefined ? purposeKey(config.SECRET_KEY, 'guest tokens') : Buffer.from(secret),
    seconds: config.GUEST_TOKEN_JWT_EXP_SECONDS,
    audience: config.GUEST_TOKEN_JWT_AUDIENCE,
    now,
  });
}

/** Room for heavy work, as far as memory goes. */
function openRoom(
  { config, memory }: AppParts,
  app: FastifyInstance,
  say: (line: string) => void,
): HeavyWork {
  const watch = new MemoryWatch({
    limit: memoryLimit(config.MEMORY_LIMIT_MB),
    say,
    isBusy: () => heavy.isBusy,
    ...(memory && { read: memory }),
  });
  app.addHook('onClose', async () => watch.close());
  const heavy = new HeavyWork({
    atOnce: config.HEAVY_AT_ONCE,
    perPerson: config.HEAVY_PER_PERSON,
    mostWaiting: config.HEAVY_WAITING_PER_PERSON,
    patience: config.QUERY_TIMEOUT * 1_000,
    isShort: () => watch.isShort,
  });
  return heavy;
}

/** Jobs of this process alone, or of all that share a Redis server. */
function createJobs(
  { config, records: { db }, serverId }: AppParts,
  now: () => Date,
  report: (error: unknown) => void,
): Jobs {
  const { REDIS_URL: url, JOBS_AT_ONCE: atOnce } = config;
  if (!url) return new InProcessJobs({ db, serverId, atOnce, now, report });
  return new RedisJobs({
    url,
    space: jobSpace(config.SECRET_KEY),
    sealKey: purposeKey(config.SECRET_KEY, 'jobs'),
    atOnce,
    report,
  });
}

/** Pictures of this process's own pages. */
function createPictures(config: Config, app: FastifyInstance): PictureTaker {
  const address = () => {
    const bound = app.server.address();
    if (bound === null || typeof bound === 'string') return undefined;
    const host = OWN_HOSTS.get(config.HOST) ?? config.HOST;
    return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
  };
  const { CHROMIUM_PATH: path, CHROMIUM_SANDBOX: sandbox, SCREENSHOT_TIMEOUT } = config;
  return new ChromiumTaker({ address, path, sandbox, patience: SCREENSHOT_TIMEOUT * 1_000 });
}

/** Events of this process alone, or of all that share a Redis server. */
function createEvents(config: Config, now: () => Date, report: (error: unknown) => void): EventLog {
  const limit = config.GLOBAL_ASYNC_QUERIES_REDIS_STREAM_LIMIT;
  if (!config.REDIS_URL) return new MemoryEvents(limit, now);
  const prefix = config.GLOBAL_ASYNC_QUERIES_REDIS_STREAM_PREFIX;
  const fullLimit = config.GLOBAL_ASYNC_QUERIES_REDIS_STREAM_LIMIT_FIREHOSE;
  return new RedisEvents({ url: config.REDIS_URL, prefix, limit, fullLimit, report });
}

/** Cookies, headers that keep pages from doing what they were not made for, and compression. */
async function protect(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(cookie);
  await sendSafeHeaders(app, config);
  // The lightest level: rows shrink to a sixth by it, and the others cost several times as much for little more. What is packed
  // by a stream takes more time for the stream than for the packing, and stays in memory until all of it is looked through; so
  // does the room that each packing is given, which is small for that.
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip', 'deflate'],
    zlibOptions: { level: 1, chunkSize: 4096 },
    syncThreshold: 128 * 1024,
  });
}

/** Where a server that listens everywhere is found from the machine itself. */
const OWN_HOSTS = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);
