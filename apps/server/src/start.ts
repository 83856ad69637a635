import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { tidyAfterCrash } from './after-a-crash.ts';
import { buildApp } from './app.ts';
import { type Config, readConfig, SettingError } from './base/config.ts';
import { unknownEngines } from './base/settings/data-settings.ts';
import { closeHome } from './closed-home.ts';
import { Examples, ensureExamples, registerExamples } from './examples/examples.ts';
import { lockHome } from './home-lock.ts';
import type { LastResort } from './last-resort.ts';
import { openDataService } from './open-data.ts';
import { chromiumPath } from './pictures/chromium-path.ts';
import { openRecords, type Records } from './records/records.ts';
import { ensureUploads } from './resources/database/embedded-databases.ts';
import { ensureSystemThemes } from './resources/themes/system-themes.ts';
import { createAccount, isFirstRun } from './security/accounts.ts';
import { ADMIN_ROLE } from './security/permission-catalog.ts';
import { makePublicLike, setUpRoles } from './security/role-setup.ts';
import { unknownRoles } from './security/sign-in/outside-people.ts';
import { tellSupervisor } from './supervised.ts';
import { registerPages } from './web/pages.ts';

/** Milliseconds that requests in progress get when the server is told to stop. */
const LAST_MOMENTS = 5_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Settings → records → roles → application → listening. `checksAnswers`: an answer that its route does not declare is a
 * fault. Rejects with SettingError when a setting cannot be used.
 */
export async function start(
  lastResort: LastResort,
  { checksAnswers }: { checksAnswers: boolean },
): Promise<void> {
  const config = await readConfig(process.env, process.cwd());
  checkBrowser(config);
  await checkEngines(config);
  const lock = await lockHome(config.HOME);
  await closeHome(config, say);
  const records = await openRecords(config.RECORDS_URL, { timeout: config.RECORDS_TIMEOUT });
  await setUpRoles(records.db);
  await checkRoles(config, records);
  if (config.PUBLIC_ROLE_LIKE)
    await makePublicLike(records.db, config.AUTH_ROLE_PUBLIC, config.PUBLIC_ROLE_LIKE);
  await ensureExamples(records.db, config, new Date());
  await ensureUploads(records.db, new Date());
  await ensureSystemThemes(records.db, config, new Date());
  const firstRunToken = await firstToken(config, records);
  const dist = config.WEB_DIST ?? fileURLToPath(new URL('../../web/dist', import.meta.url));
  const version = await ownVersion();
  const { app, services } = await buildApp({
    config,
    records,
    serverId: records.kind === 'postgres' ? lock.id : undefined,
    firstRunToken,
    say,
    openData: openDataService,
    checksAnswers,
    routes: [(router, parts) => registerPages(router, parts, { dist, version })],
  });
  await tidyAfterCrash(services);
  const examples = new Examples(services);
  registerExamples(app, services, examples);
  await app.listen({ host: config.HOST, port: config.PORT });
  const address = addressOf(config, app.server.address());
  say(`Chartroom is at ${address}`);
  if (firstRunToken)
    say(`Nobody has an account yet. Make the first one at ${address}/first-run?token=${firstRunToken}`);
  const end = once(async () => {
    await examples.end();
    await app.close();
    await records.close();
    await lock.release();
  });
  lastResort.endBy(end);
  const stop = once(async () => {
    setTimeout(() => process.exit(1), LAST_MOMENTS).unref();
    await end();
    process.exit(0);
  });
  void examples.begin();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  tellSupervisor(config.HANG_TIMEOUT, () => void stop());
}

/** A job that is done once, however often it is asked for; everybody waits for the same end. */
function once(job: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= job();
    return done;
  };
}

/** Stops the start when a browser is to take pictures and there is none. */
function checkBrowser({ PICTURES_BY_CHROMIUM, CHROMIUM_PATH }: Config): void {
  if (!PICTURES_BY_CHROMIUM) return;
  try {
    chromiumPath(CHROMIUM_PATH);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new SettingError(
      `These settings cannot be used:\n  CHARTROOM_${CHROMIUM_PATH === undefined ? 'PICTURES_BY_CHROMIUM' : 'CHROMIUM_PATH'}: ${problem}`,
    );
  }
}

/** Stops the start when functions are to be closed or opened in an engine that there is not: they would stay as they are in silence. */
async function checkEngines({ DISALLOWED_SQL_FUNCTIONS, ALLOWED_SQL_FUNCTIONS }: Config): Promise<void> {
  const lines: string[] = [];
  for (const [name, setting] of Object.entries({ DISALLOWED_SQL_FUNCTIONS, ALLOWED_SQL_FUNCTIONS })) {
    const unknown = await unknownEngines(setting);
    const advice = 'they are named as in addresses, e.g. postgresql';
    if (unknown.length > 0)
      lines.push(`  CHARTROOM_${name}: there is no engine ${JSON.stringify(unknown.join(', '))}; ${advice}`);
  }
  if (lines.length > 0) throw new SettingError(`These settings cannot be used:\n${lines.join('\n')}`);
}

/** Stops the start when a setting names a role that there is not: whoever comes in by it would miss rights in silence. */
async function checkRoles(config: Config, records: Records): Promise<void> {
  const unknown = await unknownRoles(records.db, config, [
    { setting: 'GUEST_ROLE_NAME', role: config.GUEST_ROLE_NAME },
    { setting: 'AUTH_ROLE_PUBLIC', role: config.AUTH_ROLE_PUBLIC },
  ]);
  if (unknown.length === 0) return;
  const lines = unknown.map(
    ({ setting, role }) => `  CHARTROOM_${setting}: there is no role ${JSON.stringify(role)}`,
  );
  throw new SettingError(`These settings cannot be used:\n${lines.join('\n')}`);
}

/** Makes the administrator that the settings name; or, when nobody has an account, a token for the first-run page. */
async function firstToken(config: Config, records: Records): Promise<string | undefined> {
  if (!(await isFirstRun(records.db))) return undefined;
  if (!config.ADMIN_USERNAME || !config.ADMIN_PASSWORD) return randomBytes(24).toString('base64url');
  const admin = await records.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', ADMIN_ROLE)
    .executeTakeFirstOrThrow();
  const account = {
    username: config.ADMIN_USERNAME,
    password: config.ADMIN_PASSWORD,
    first_name: config.ADMIN_USERNAME,
    last_name: 'Admin',
    email: `${config.ADMIN_USERNAME}@localhost`,
    active: true,
    roles: [admin.id],
    groups: [],
  };
  await createAccount(records.db, account, { by: null, now: new Date() });
  return undefined;
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

function addressOf(config: Config, bound: ReturnType<import('node:net').Server['address']>): string {
  const port = bound !== null && typeof bound === 'object' ? bound.port : config.PORT;
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
