import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  callsBehind,
  firstCalls,
  type May,
  mayOpen,
  NO_PAGE,
  needsSignIn,
  PAGES,
  type Page,
  type PageFacts,
  signInApi,
  WINDOW_LOOK,
  windowTitle,
} from '@chartroom/model';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowedExtensions } from '../base/settings/data-settings.ts';
import { notificationMethods } from '../base/settings/report-settings.ts';
import type { DrawingServices } from '../drawings/chart-picture.ts';
import { queryParameter, textParameter } from '../http/act.ts';
import { ownCookie } from '../http/cookies.ts';
import { type DefineRoute, routesOf } from '../http/define-route.ts';
import { unknownAddress } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import { storedObject } from '../records/stored-json.ts';
import { accountWithRoles } from '../resources/me/me-routes.ts';
import { wayPastSignIn } from '../resources/security/proxy-sign-in.ts';
import { embeddedQuery } from '../resources/sqllab/embedded-query.ts';
import { isFirstRun } from '../security/accounts.ts';
import { may, type WithCallers } from '../security/caller.ts';
import type { WithSources } from '../security/data-sources.ts';
import type { WithSessions } from '../security/sessions.ts';
import type { WithProviders } from '../security/sign-in/oauth.ts';
import type { WithRemoteUser } from '../security/sign-in/remote-user.ts';
import { carriedAnswers } from './carried-answers.ts';
import { embeddedBoard, letFrames } from './embedded-page.ts';
import { registerForwards } from './forwards.ts';
import { PagePictures, sendPage } from './page-pictures.ts';
import { allowPlugins, pagePlugins } from './page-plugins.ts';
import { screenPreloads } from './screen-preloads.ts';

/** Settings that pages are told. */
const TOLD = [
  'ROW_LIMIT',
  'SAMPLES_ROW_LIMIT',
  'FILTER_SELECT_ROW_LIMIT',
  'SQL_MAX_ROW',
  'DEFAULT_SQLLAB_LIMIT',
  'DISPLAY_MAX_ROW',
  'SQLLAB_TIMEOUT',
  'SQLLAB_ASYNC_TIME_LIMIT_SEC',
  'SQLLAB_FORCE_RUN_ASYNC',
  'GLOBAL_ASYNC_QUERIES',
  'GLOBAL_ASYNC_QUERIES_TRANSPORT',
  'GLOBAL_ASYNC_QUERIES_POLLING_DELAY',
  'GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL',
  'THUMBNAILS',
  'LISTVIEWS_DEFAULT_CARD_VIEW',
  'NATIVE_FILTER_DEFAULT_ROW_LIMIT',
  'VIZ_TYPE_DENYLIST',
  'DEFAULT_VIZ_TYPE',
  'SQLLAB_DEFAULT_DBID',
  'UPLOAD_LIMIT',
  'CSV_EXTENSIONS',
  'EXCEL_EXTENSIONS',
  'COLUMNAR_EXTENSIONS',
  'SSH_TUNNELING',
  'GUEST_TOKEN_HEADER_NAME',
  'ALERT_REPORTS',
  'AUTH_TYPE',
  'AUTH_USER_REGISTRATION',
  'FAB_ADD_SECURITY_API',
  'SUPERSET_LOG_VIEW',
  'DASHBOARD_RBAC',
  'SUPERSET_DASHBOARD_POSITION_DATA_LIMIT',
  'SUPERSET_DASHBOARD_PERIODICAL_REFRESH_LIMIT',
  'SUPERSET_DASHBOARD_PERIODICAL_REFRESH_WARNING_MESSAGE',
  'DASHBOARD_AUTO_REFRESH_MODE',
  'ALLOW_FULL_CSV_EXPORT',
  'DYNAMIC_PLUGINS',
  'EMBEDDED_SUPERSET',
  'ENABLE_UI_THEME_ADMINISTRATION',
  'WTF_CSRF_TIME_LIMIT',
] as const;

/** A page that everybody may open, and one for those who have signed in. */
const PUBLIC = { method: 'GET', answer: 'page', access: 'public' } as const;
const PAGE = { ...PUBLIC, access: 'signed-in', config: { page: true } } as const;

const NOTHING: Readonly<Record<string, string>> = {};

/** A request for a page, and the answer to it. */
interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The built pages and what belongs to them. Without a build (an API-only installation) nothing is registered. */
export async function registerPages(
  app: FastifyInstance,
  services: DrawingServices & WithCallers & WithProviders & WithRemoteUser & WithSessions & WithSources,
  options: { dist: string; version: string },
): Promise<void> {
  const { dist, version } = options;
  const template = await readFile(join(dist, 'index.html'), 'utf8').catch(() => undefined);
  if (template === undefined) {
    services.say(`There are no built pages in ${dist}; only the API is served.`);
    return;
  }
  const preloads = await screenPreloads(dist);
  const defineRoute = routesOf(app, services);
  const headed = (page: Page | undefined) => headedPage(template, page, preloads);
  await app.register(fastifyStatic, { root: join(dist, 'static'), serve: false, preCompressed: true });
  registerFiles(defineRoute);
  const pictures = new PagePictures(services);
  pictures.register(defineRoute);
  const show = async (page: Page | undefined, { request, reply }: Visit) => {
    const holds: May = (permission, view) => may(request.caller, permission, view);
    const opens = page !== undefined && mayOpen(page, holds);
    const isInside = opens && request.caller.user !== undefined;
    const carry = (page: Page) => {
      const calls = [...callsOf(page, request), ...pictures.askedBefore(page, request)];
      return carriedAnswers(app, request, calls, (address, answer) => callsBehind(page, address, answer));
    };
    const [facts, carried, behind] = await Promise.all([
      pageFacts(version, request, reply, services),
      isInside ? carry(page) : NOTHING,
      isInside ? pictures.behind(page, request) : undefined,
    ]);
    const closed = page === undefined ? 404 : 403;
    const html = withCarried(pageHtml(headed(page), facts, request, reply), carried);
    reply.status(opens ? 200 : closed);
    if (!page) return sendPage(reply, html);
    return pictures.send({ html, page, told: { facts, carried }, behind }, request, reply);
  };
  // No cookie and no account: in the frame of another site a page knows nobody until it is handed a guest's token.
  const frame = async (page: Page, { request, reply }: Visit) => {
    const embedded = await embeddedBoard(request, reply, services);
    const html = filled(headed(page), reply, {
      ...(await forAnybody(version, services)),
      user: null,
      csrf_token: '',
      first_run: false,
      embedded,
    });
    return sendPage(reply, html);
  };
  // Shown in a frame to who has signed in, with their own rights; to others it says so, and leads to a window of its own.
  const frameQuery = async (page: Page, { request, reply }: Visit) => {
    const query = await embeddedQuery(textParameter(request, 'key'), services);
    letFrames(request, reply, query.allowed_domains);
    // What it is called is for those alone whom it may show something.
    const more = request.caller.user ? { embedded_query: query.name } : {};
    const facts = { ...(await pageFacts(version, request, reply, services)), ...more };
    return sendPage(reply, pageHtml(headed(page), facts, request, reply));
  };
  const { login, embeddedQuery: queryPage, ...others } = PAGES;
  for (const path of queryPage.paths)
    defineRoute({ ...PUBLIC, path, handle: (visit) => frameQuery(queryPage, visit) });
  defineRoute({
    ...signInApi.page,
    access: 'public',
    handle: async ({ request, reply }) => {
      const way = await wayPastSignIn(request, reply, services);
      return way === undefined ? show(login, { request, reply }) : reply.redirect(way);
    },
  });
  for (const page of Object.values(others)) {
    const access = needsSignIn(page) ? PAGE : PUBLIC;
    const answer = page.opens === 'frames' ? frame : show;
    for (const path of page.paths) defineRoute({ ...access, path, handle: (visit) => answer(page, visit) });
  }
  registerForwards(app, services);
  defineRoute({ ...PUBLIC, path: '/api/*', answer: 'nothing', handle: refuseAddress });
  defineRoute({ ...PAGE, path: '/*', handle: (visit) => show(undefined, visit) });
}

/** The page as it was built, with a title and what its screen needs at once. */
function headedPage(template: string, page: Page | undefined, preloads: (page: Page) => string): string {
  return template
    .replace(/<title>.*<\/title>/, () => `<title>${windowTitle(page?.title ?? NO_PAGE)}</title>`)
    .replace('</head>', () => `${page ? preloads(page) : ''}</head>`);
}

async function refuseAddress(): Promise<never> {
  throw unknownAddress();
}

/** The calls that a page makes at once at the address of a request. */
function callsOf(page: Page, request: FastifyRequest): readonly string[] {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const names = page.paths.flatMap((path) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
  const params = Object.fromEntries(names.map((name) => [name, textParameter(request, name)]));
  return firstCalls(page, params, searchParams);
}

/** A page with the answers that it brings along. */
function withCarried(html: string, carried: Readonly<Record<string, string>>): string {
  if (Object.keys(carried).length === 0) return html;
  const block = `<script id="carried" type="application/json">${scriptJson(carried)}</script>`;
  return html.replace('</head>', () => `${block}</head>`);
}

/** What pages load besides, from where `sendFile` finds it. */
function registerFiles(defineRoute: DefineRoute): void {
  defineRoute({
    ...PUBLIC,
    path: '/static/*',
    answer: 'file',
    config: { unasked: true },
    handle: async ({ request, reply }) => {
      const path = textParameter(request, '*');
      // Pages of other sites load it as a module, which browsers give them only with leave.
      if (path.startsWith('embed/'))
        reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      // Names of built files carry their fingerprint: they never change.
      return reply.sendFile(
        path,
        path.startsWith('assets/') ? { maxAge: '365d', immutable: true } : { maxAge: '1h' },
      );
    },
  });
}

/** What a page is told of whoever looks. */
async function pageFacts(
  version: string,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Ground & WithProviders & WithSessions,
): Promise<PageFacts> {
  const { user } = request.caller;
  return {
    ...(await forAnybody(version, services)),
    user: user ? await accountWithRoles(request.caller, services) : null,
    csrf_token: services.sessions.csrfToken(ownCookie(request, reply, services)),
    first_run: user ? false : await isFirstRun(services.db),
    window_look: request.cookies[WINDOW_LOOK],
  };
}

function pageHtml(template: string, facts: PageFacts, request: FastifyRequest, reply: FastifyReply): string {
  const plainForm = facts.user
    ? ''
    : signInWithoutScripts(facts.csrf_token, queryParameter(request, 'next') ?? '/');
  return filled(template, reply, facts).replace('</body>', () => `${plainForm}</body>`);
}

/** What every page is told, whoever looks. */
async function forAnybody(
  version: string,
  services: Ground & WithProviders,
): Promise<
  Pick<
    PageFacts,
    'version' | 'themes' | 'sign_in' | 'conf' | 'plugins' | 'formats' | 'base_maps' | 'schedule_form'
  >
> {
  const { config, providers } = services;
  return {
    version,
    themes: await wornThemes(services),
    plugins: await pagePlugins(services),
    base_maps: config.DECKGL_BASE_MAP,
    schedule_form: config.SCHEDULED_QUERIES ?? null,
    formats: {
      language: config.BABEL_DEFAULT_LOCALE,
      numbers: config.D3_FORMAT,
      times: config.D3_TIME_FORMAT,
      languages: Object.keys(config.LANGUAGES),
      currencies: config.CURRENCIES,
    },
    sign_in: { password: ['db', 'ldap'].includes(config.AUTH_TYPE), providers: providers.all },
    conf: {
      ...Object.fromEntries(TOLD.map((name) => [name, config[name]])),
      ALLOWED_EXTENSIONS: allowedExtensions(config),
      ALERT_REPORTS_NOTIFICATION_METHODS: notificationMethods(config),
    },
  };
}

function filled(template: string, reply: FastifyReply, facts: PageFacts): string {
  allowPlugins(reply, facts.plugins);
  const block = `<script id="bootstrap" type="application/json">${scriptJson(facts)}</script>`;
  return template.replaceAll('__CSP_NONCE__', reply.cspNonce.style).replace('<!--bootstrap-->', () => block);
}

/** Documents of the themes that the whole installation wears: those chosen in the list of themes, else those of the settings. */
async function wornThemes({ db, config }: Pick<Ground, 'config' | 'db'>): Promise<PageFacts['themes']> {
  const rows = await db
    .selectFrom('themes')
    .select(['json_data', 'is_system_default', 'is_system_dark'])
    .where((on) => on.or([on('is_system_default', '=', 1), on('is_system_dark', '=', 1)]))
    .execute();
  const documentOf = (column: 'is_system_default' | 'is_system_dark'): unknown => {
    const row = rows.find((each) => each[column] === 1);
    return row && storedObject(row.json_data);
  };
  return {
    default: documentOf('is_system_default') ?? config.THEME_DEFAULT,
    dark: documentOf('is_system_dark') ?? config.THEME_DARK,
  };
}

/** JSON that cannot end the script element it stands in. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** The form for clients that sign in as a browser does but run no scripts. */
function signInWithoutScripts(token: string, next: string): string {
  return `<noscript><form method="post" action="/login/?next=${encodeURIComponent(next)}"><input type="hidden" name="csrf_token" value="${token}" /><input name="username" autocomplete="username" /><input name="password" type="password" autocomplete="current-password" /><button>Sign in</button></form></noscript>`;
}
