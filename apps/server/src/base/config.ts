import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { scheduleForm } from '@chartroom/model';
import { z } from 'zod';
import { BACKGROUND_SETTINGS } from './settings/background-settings.ts';
import { BOUND_SETTINGS } from './settings/bound-settings.ts';
import { DASHBOARD_SETTINGS } from './settings/dashboard-settings.ts';
import { DATA_SETTINGS } from './settings/data-settings.ts';
import { FORMAT_SETTINGS } from './settings/format-settings.ts';
import { HTTP_SETTINGS, httpProblems } from './settings/http-settings.ts';
import { knownHost } from './settings/known-host.ts';
import { MAIL_SETTINGS, mailProblems } from './settings/mail-settings.ts';
import { MAP_SETTINGS } from './settings/map-settings.ts';
import { PICTURE_SETTINGS } from './settings/picture-settings.ts';
import { REPORT_SETTINGS, reportProblems } from './settings/report-settings.ts';
import { flag, networkAddress, structured, texts, whole } from './settings/setting-kinds.ts';
import { SIGN_IN_SETTINGS, signInProblems } from './settings/sign-in-settings.ts';

const HOST_NAME = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i;

const secret = z
  .string()
  .min(32, 'must have at least 32 characters')
  .refine(
    (key) => new Set(key).size >= 10 && !/change.?(me|it|this)/i.test(key),
    'must be random: this one can be guessed',
  );

/** Every setting. `CHARTROOM_<NAME>` in the environment wins over the file, the file over the default. Limits have the names of contract/api.md §6. */
export const settingsSchema = z.strictObject({
  HOME: z.string().min(1).default('./data'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0).max(65535).default(8088),
  SECRET_KEY: secret.optional(),
  ADMIN_USERNAME: z.string().min(1).max(250).optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  RECORDS_URL: z
    .string()
    .regex(/^(sqlite|postgres(ql)?):\/\//, 'must begin with sqlite:// or postgresql://')
    .optional(),
  /** Seconds that a question to the records may take, and the way to them. */
  RECORDS_TIMEOUT: z.coerce.number().positive().max(3_600).default(10),
  /** Seconds without a sign of life after which the server is ended and started again; 0 = never. */
  HANG_TIMEOUT: whole(0).default(60),
  LOAD_EXAMPLES: flag.default(true),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('warn'),
  SESSION_COOKIE_SECURE: flag.default(false),
  /** Seconds a browser session lives without being used. */
  SESSION_LIFETIME: whole(60).default(31 * 86_400),
  JWT_ACCESS_TOKEN_EXPIRES: whole(10).default(900),
  JWT_REFRESH_TOKEN_EXPIRES: whole(60).default(30 * 86_400),
  GUEST_TOKEN_JWT_EXP_SECONDS: whole(10).default(300),
  /** For whom guests' tokens are meant: those of one installation open nothing in another. */
  GUEST_TOKEN_JWT_AUDIENCE: z.string().min(1).default('chartroom'),
  /** Failed sign-ins per minute and address after which the answer is 429. */
  AUTH_RATE_LIMIT: whole(1).default(20),
  /** The same per account and quarter of an hour, from addresses at which it was not used before. */
  AUTH_ACCOUNT_RATE_LIMIT: whole(1).default(30),
  FAB_API_MAX_PAGE_SIZE: whole(1).default(100),
  ROW_LIMIT: whole(1).default(50_000),
  SAMPLES_ROW_LIMIT: whole(1).default(1_000),
  FILTER_SELECT_ROW_LIMIT: whole(1).default(10_000),
  SQL_MAX_ROW: whole(1).default(100_000),
  /** Rows that a download of SQL Lab may hold; absent = all. */
  EXPORT_MAX_ROW: whole(1).optional(),
  TABLE_VIZ_MAX_ROW_SERVER: whole(1).default(500_000),
  DEFAULT_SQLLAB_LIMIT: whole(1).default(1_000),
  DISPLAY_MAX_ROW: whole(1).default(100_000),
  SQLLAB_TIMEOUT: whole(1).default(30),
  SQLLAB_QUERY_COST_ESTIMATE_TIMEOUT: whole(1).default(10),
  /** Milliseconds that an engine has for a statement that runs while it is written, and once more for a sample of it. */
  SQLLAB_LIVE_BUDGET: whole(1).default(200),
  /** Rows of each table that such a sample has. */
  SQLLAB_LIVE_SAMPLE: whole(1).default(20_000),
  /** Seconds until a chart's question is given up. */
  QUERY_TIMEOUT: whole(1).default(60),
  /** Refuses engines whose addresses open files of the server, such as SQLite. */
  PREVENT_UNSAFE_DB_CONNECTIONS: flag.default(true),
  /** Refuses datasets whose name would lead to a page of another site. */
  PREVENT_UNSAFE_DEFAULT_URLS_ON_DATASET: flag.default(true),
  TEST_DATABASE_CONNECTION_TIMEOUT: whole(1).default(30),
  CACHE_DEFAULT_TIMEOUT: z.coerce.number().int().min(-1).default(86_400),
  CACHE_BYTES: whole(0).default(64 * 1024 * 1024),
  /** Bytes that cubes for cross-filters may take together; 0 makes none. */
  CUBE_BYTES: whole(0).default(64 * 1024 * 1024),
  /** Groups that one cube may have. */
  CUBE_ROWS: whole(1).default(200_000),
  /** Milliseconds that a question has to take before a cube is made for it. */
  CUBE_FROM_MS: whole(0).default(20),
  /** Seconds for which a stale answer is still given while it is made anew. */
  CACHE_STALE_SECONDS: whole(0).default(0),
  /** Keeps answers in a Redis server, which several processes may share, instead of in memory. */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .optional(),
  BODY_LIMIT: whole(1024).default(4 * 1024 * 1024),
  UPLOAD_LIMIT: whole(1024).default(4 * 1024 * 1024 * 1024),
  ZIPPED_FILE_MAX_SIZE: whole(1024).default(104_857_600),
  ZIP_FILE_MAX_COMPRESS_RATIO: whole(1).default(200),
  /** Refuses databases and other outside addresses on this machine and in private networks, but for those of OUTBOUND_HOSTS. */
  BLOCK_PRIVATE_HOSTS: flag.default(false),
  OUTBOUND_HOSTS: texts(
    networkAddress.or(z.string().regex(HOST_NAME, 'must be host names, network addresses or ranges')),
  ).default([]),
  ...HTTP_SETTINGS,
  ...FORMAT_SETTINGS,
  ...MAP_SETTINGS,
  /** What people are asked who want a query run on a schedule; without it, nobody is. */
  SCHEDULED_QUERIES: structured(scheduleForm).optional(),
  ...BACKGROUND_SETTINGS,
  ...PICTURE_SETTINGS,
  ...REPORT_SETTINGS,
  /** The role of people who bring a guest's token. Administrators need an account. */
  GUEST_ROLE_NAME: z
    .string()
    .min(1)
    .refine((name) => name !== 'Admin', 'must not be Admin')
    .default('Public'),
  /** Signs guests' tokens, so that other servers that know it can make them too; without it only this installation does. */
  GUEST_TOKEN_JWT_SECRET: secret.optional(),
  GUEST_TOKEN_HEADER_NAME: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
    .default('X-GuestToken'),
  /** The role whose rights people have who have not signed in. */
  AUTH_ROLE_PUBLIC: z
    .string()
    .min(1)
    .refine((name) => name !== 'Admin', 'must not be Admin')
    .default('Public'),
  /** Lets the roles that a dashboard names open it, with its data. */
  DASHBOARD_RBAC: flag.default(true),
  /** A role whose rights the role of people who have not signed in is given at each start. */
  PUBLIC_ROLE_LIKE: z
    .string()
    .min(1)
    .refine((name) => name !== 'Admin', 'must not be Admin')
    .optional(),
  /** The log of what people did, over the API and as a screen. */
  SUPERSET_LOG_VIEW: flag.default(true),
  /** User names that are not offered as owners, makers and changers. */
  EXCLUDE_USERS_FROM_LISTS: texts(z.string().min(1)).default([]),
  /** Lets other sites show dashboards in frames of their pages. */
  EMBEDDED_SUPERSET: flag.default(false),
  /** Lets administrators add chart types that pages load by their addresses. */
  DYNAMIC_PLUGINS: flag.default(false),
  /** Lets connections lead through SSH servers. */
  SSH_TUNNELING: flag.default(false),
  /** Keys of SSH servers as lines of `known_hosts`; of a server that is not named the first key it shows is remembered. */
  SSH_KNOWN_HOSTS: texts(
    z.string().refine((line) => knownHost(line), 'must be lines of known_hosts: "[host]:port type key"'),
  ).default([]),
  ...BOUND_SETTINGS,
  ...DASHBOARD_SETTINGS,
  ...DATA_SETTINGS,
  ...SIGN_IN_SETTINGS,
  ...MAIL_SETTINGS,
  WEB_DIST: z.string().optional(),
});

type Settings = z.infer<typeof settingsSchema>;

/** Settings after reading: paths are absolute, the secret key is present. */
export type Config = Omit<Settings, 'SECRET_KEY' | 'RECORDS_URL'> & {
  SECRET_KEY: string;
  RECORDS_URL: string;
};

/** A setting that cannot be used; stops the start. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingError';
  }
}

/**
 * Reads the settings from the environment and `chartroom.config.yaml` of the working folder and changes nothing.
 * Rejects with SettingError naming every wrong setting.
 */
export async function readSettings(environment: NodeJS.ProcessEnv, folder: string): Promise<Settings> {
  const given: Record<string, unknown> = {
    ...(await readFileSettings(join(folder, 'chartroom.config.yaml'))),
  };
  for (const name of Object.keys(settingsSchema.shape)) {
    const value = environment[`CHARTROOM_${name}`];
    if (value !== undefined && value !== '') given[name] = value;
  }
  const read = settingsSchema.safeParse(given);
  if (!read.success) {
    const lines = read.error.issues.map(
      (issue) => `  CHARTROOM_${issue.path.join('.') || 'settings'}: ${issue.message}`,
    );
    throw new SettingError(`These settings cannot be used:\n${lines.join('\n')}`);
  }
  const settings = read.data;
  const unfit = [
    ...signInProblems(settings),
    ...mailProblems(settings),
    ...httpProblems(settings),
    ...reportProblems(settings),
  ].map(({ setting, problem }) => `  CHARTROOM_${setting}: ${problem}`);
  if (unfit.length > 0) throw new SettingError(`These settings do not fit together:\n${unfit.join('\n')}`);
  if ((settings.ADMIN_USERNAME === undefined) !== (settings.ADMIN_PASSWORD === undefined)) {
    throw new SettingError('CHARTROOM_ADMIN_USERNAME and CHARTROOM_ADMIN_PASSWORD: give both or none.');
  }
  return settings;
}

/** Reads the settings, makes the home folder and keeps a generated secret key in it. Rejects as `readSettings` does. */
export async function readConfig(environment: NodeJS.ProcessEnv, folder: string): Promise<Config> {
  const settings = await readSettings(environment, folder);
  const home = resolve(folder, settings.HOME);
  await mkdir(home, { recursive: true, mode: 0o700 });
  return {
    ...settings,
    HOME: home,
    SECRET_KEY: settings.SECRET_KEY ?? (await keptSecret(join(home, 'secret.key'))),
    RECORDS_URL: settings.RECORDS_URL ?? `sqlite://${join(home, 'records.sqlite')}`,
  };
}

/** A key for one purpose, derived from the secret key; 32 bytes. */
export function purposeKey(secret: string, purpose: string): Buffer {
  const salt = createHash('sha256').update('chartroom').digest();
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

async function readFileSettings(path: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
  const { parse } = await import('yaml');
  const document: unknown = parse(text);
  if (document === null || document === undefined) return {};
  if (typeof document !== 'object' || Array.isArray(document))
    throw new SettingError(`${path}: must hold names and values.`);
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name.toUpperCase().replace(/^CHARTROOM_/, ''), value]),
  );
}

async function keptSecret(path: string): Promise<string> {
  try {
    const kept = (await readFile(path, 'utf8')).trim();
    if (kept.length < 32)
      throw new SettingError(`${path}: the kept secret key is damaged (fewer than 32 characters).`);
    return kept;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return keepSecret(path, randomBytes(48).toString('base64url'));
}

/** Written beside and then given its name: whatever ends the process meanwhile, the key is there whole or not at all. */
async function keepSecret(path: string, made: string): Promise<string> {
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(`${made}\n`);
    await file.sync();
    await link(beside, path);
  } finally {
    await file.close();
    await rm(beside, { force: true });
  }
  return made;
}
