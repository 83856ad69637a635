import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Logger } from 'kysely';
import pg from 'pg';
import { buildApp, type RegisterRoutes } from '../app.ts';
import { readConfig } from '../base/config.ts';
import type { MemoryReading } from '../memory-watch.ts';
import { openDataService } from '../open-data.ts';
import type { PictureTaker } from '../pictures/picture-taker.ts';
import { openRecords } from '../records/records.ts';
import type { RecordsKind } from '../records/records-kind.ts';
import { ensureUploads } from '../resources/database/embedded-databases.ts';
import { ensureSystemThemes } from '../resources/themes/system-themes.ts';
import { insertAccount } from '../security/accounts.ts';
import { hashPassword } from '../security/passwords.ts';
import { setUpRoles } from '../security/role-setup.ts';
import type { Services } from '../services.ts';

/** A server for tests of their own, which ends in an `isolated` schema of PostgreSQL. */
const POSTGRES =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';

/** The stores on which the API's tests run: SQLite always, PostgreSQL where it can be reached (in CI it has to be). */
export const RECORD_KINDS: RecordsKind[] = (await postgresAnswers()) ? ['sqlite', 'postgres'] : ['sqlite'];

async function postgresAnswers(): Promise<boolean> {
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.warn(
      'PostgreSQL is not reachable: the API was tested on SQLite records only. Set CHARTROOM_TEST_POSTGRES to its address.',
    );
    return false;
  }
}

/** Roles of the people in tests; `admin` is the administrator. */
const PEOPLE = {
  admin: ['Admin'],
  alpha: ['Alpha'],
  gamma: ['Gamma'],
  other: ['Gamma'],
  analyst: ['Gamma', 'sql_lab'],
} as const;
export type PersonName = keyof typeof PEOPLE;
const NOBODY: Record<PersonName, number> = { admin: 0, alpha: 0, gamma: 0, other: 0, analyst: 0 };
const PASSWORD = 'Correct-horse-9';
/** Made once: to hash a password takes long on purpose. */
const PASSWORD_HASH = hashPassword(PASSWORD);

export interface Answer {
  status: number;
  /** The body when it is JSON. */
  body: unknown;
  text: string;
  headers: LightMyRequestResponse['headers'];
}

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  ids: Record<PersonName, number>;
  password: string;
  /** Sends a request as somebody with a bearer token, or as nobody. */
  as(
    who: PersonName | 'nobody',
    method: Method,
    url: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** A database of the installation's own, into which files go. */
  uploads: number;
  close(): Promise<void>;
  /** Ends the application, and leaves its home and its records to a server that is started on them. */
  handOver(): Promise<Estate>;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A home and its records without a server. */
export interface Estate {
  home: string;
  /** Where the records are; undefined when they are in the home. */
  recordsUrl: string | undefined;
  /** Removes the records; whoever has the home removes that. */
  dropRecords(): Promise<void>;
}

export interface TestAppOptions {
  firstRunToken?: string;
  /** Further settings, with their prefix. */
  settings?: Record<string, string>;
  /** Is told every statement on the records. */
  log?: Logger;
  /** What takes pictures instead of a browser. */
  pictures?: PictureTaker;
  /** What the process holds, as far as the installation is told. */
  memory?: () => MemoryReading;
  /** Further routes: pages. */
  routes?: RegisterRoutes[];
  /** Which of several servers on the same records it is. */
  serverId?: string;
  /** Takes lines for the operator. */
  say?: (line: string) => void;
  /** Folder in which the home is made. */
  parent?: string;
}

/** Builds the application on a home and records of its own, with one account per role; with a first-run token there are no accounts. */
export async function openTestApp(kind: RecordsKind, options: TestAppOptions = {}): Promise<TestApp> {
  const home = await mkdtemp(join(options.parent ?? tmpdir(), 'chartroom-test-'));
  const store = kind === 'postgres' ? await ownSchema() : undefined;
  const config = await readConfig(
    {
      CHARTROOM_HOME: home,
      CHARTROOM_LOG_LEVEL: 'silent',
      CHARTROOM_LOAD_EXAMPLES: 'false',
      CHARTROOM_AUTH_RATE_LIMIT: '5',
      // What files such an engine reaches is tested too.
      CHARTROOM_PREVENT_UNSAFE_DB_CONNECTIONS: 'false',
      ...(store && { CHARTROOM_RECORDS_URL: store.url }),
      ...options.settings,
    },
    home,
  );
  const records = await openRecords(config.RECORDS_URL, {
    log: options.log,
    timeout: config.RECORDS_TIMEOUT,
  });
  await setUpRoles(records.db);
  await ensureUploads(records.db, new Date());
  await ensureSystemThemes(records.db, config, new Date());
  const { app, services } = await buildApp({
    config,
    records,
    openData: openDataService,
    checksAnswers: true,
    firstRunToken: options.firstRunToken,
    ...(options.pictures && { pictures: options.pictures }),
    ...(options.memory && { memory: options.memory }),
    ...(options.say && { say: options.say }),
    ...(options.routes && { routes: options.routes }),
    serverId: options.serverId,
  });
  await app.ready();
  const ids = options.firstRunToken ? NOBODY : await makePeople(services);
  const tokens = new Map<string, string>();
  for (const [who, id] of Object.entries(ids))
    tokens.set(who, await services.tokens.issue('access', { userId: id, stamp: 0 }));
  const uploads = await services.db.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  return {
    app,
    services,
    ids,
    password: PASSWORD,
    uploads: uploads.id,
    as: async (who, method, url, options = {}) => {
      const token = tokens.get(who);
      const request: InjectOptions = {
        method,
        url,
        headers: {
          accept: 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
          ...options.headers,
        },
      };
      if (options.body !== undefined) {
        request.payload = JSON.stringify(options.body);
        request.headers = { 'content-type': 'application/json', ...request.headers };
      }
      return answerOf(await app.inject(request));
    },
    close: async () => {
      await app.close();
      await records.close();
      await store?.drop();
      await rm(home, { recursive: true, force: true });
    },
    handOver: async () => {
      await app.close();
      await records.close();
      return { home, recordsUrl: store?.url, dropRecords: async () => store?.drop() };
    },
  };
}

/** An answer with its body read. */
export function answerOf(response: LightMyRequestResponse): Answer {
  const isJson = String(response.headers['content-type'] ?? '').includes('application/json');
  const body: unknown = isJson && response.body !== '' ? JSON.parse(response.body) : undefined;
  return { status: response.statusCode, body, text: response.body, headers: response.headers };
}

async function makePeople(services: Services): Promise<Record<PersonName, number>> {
  const roles = await services.db.selectFrom('roles').select(['id', 'name']).execute();
  const hash = await PASSWORD_HASH;
  const make = (username: PersonName) =>
    insertAccount(
      services.db,
      {
        username,
        first_name: username,
        last_name: 'Tester',
        email: `${username}@example.org`,
        active: true,
        roles: roles
          .filter((role) => PEOPLE[username].some((name) => name === role.name))
          .map((role) => role.id),
        groups: [],
      },
      hash,
      { by: null, now: new Date() },
    );
  return {
    admin: await make('admin'),
    alpha: await make('alpha'),
    gamma: await make('gamma'),
    other: await make('other'),
    analyst: await make('analyst'),
  };
}

/** A schema of this run alone; everything unqualified goes there. */
export async function ownSchema(): Promise<{ url: string; name: string; drop(): Promise<void> }> {
  const name = `chartroom_test_${randomBytes(6).toString('hex')}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: POSTGRES });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  await run(`CREATE SCHEMA ${name}`);
  const url = new URL(POSTGRES);
  // What a test writes need not outlive the machine, so that no change waits for the disk.
  url.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`);
  return { url: url.toString(), name, drop: () => run(`DROP SCHEMA ${name} CASCADE`) };
}
