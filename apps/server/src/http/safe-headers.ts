import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../base/config.ts';

/** What an answer that is no page says to browsers: nothing in it is to be run, framed or guessed at. */
const DATA_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
};

/** Where one asks whether the server lives: they answer a word. */
const PROBES = ['/health', '/healthcheck', '/ping', '/ready'];

/** One year, as the library says it for pages. */
const ENCRYPTED_ONLY = 'max-age=31536000; includeSubDomains';

/**
 * Headers that keep pages from doing what they were not made for. A page's policy bears a nonce of its own; answers of
 * the API bear the same few headers always, which costs nothing.
 */
export async function sendSafeHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const encrypted = config.SESSION_COOKIE_SECURE;
  const socket = config.GLOBAL_ASYNC_QUERIES ? config.GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL : undefined;
  const tiles = config.DECKGL_BASE_MAP.map(({ address }) => new URL(address).origin);
  const data = { ...DATA_HEADERS, ...(encrypted && { 'strict-transport-security': ENCRYPTED_ONLY }) };
  app.addHook('onRoute', (route) => {
    if (isData(route.url)) route.helmet = false;
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Of the reply, not of its stream: where both have headers, Node joins them one by one.
    if (isData(request.routeOptions.url ?? '')) reply.headers(data);
    done();
  });
  await app.register(helmet, {
    enableCSPNonces: true,
    crossOriginEmbedderPolicy: false,
    // A window that was opened to let the installation into a database says when that is done.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: encrypted,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        // Elements need the nonce; attributes cannot carry one, and styled components and charts set them.
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...tiles],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...(socket ? [new URL(socket).origin] : [])],
        workerSrc: ["'self'", 'blob:'],
      },
    },
  });
}

function isData(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/datasource/') || PROBES.includes(url);
}
