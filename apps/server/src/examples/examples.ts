import { spawn } from 'node:child_process';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ExamplesState, exampleApi, isJsonObject } from '@chartroom/model';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../base/config.ts';
import { importBundle } from '../bundles/import-bundle.ts';
import { NO_SECRETS } from '../bundles/import-options.ts';
import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import { routesOf } from '../http/define-route.ts';
import { forbidden } from '../http/errors.ts';
import type { Ground } from '../records/ground.ts';
import type { Db } from '../records/records.ts';
import { readSetting, writeSetting } from '../records/settings.ts';
import { ensureEmbedded } from '../resources/database/embedded-databases.ts';
import type { Caller, WithCallers } from '../security/caller.ts';
import { NO_GRANTS } from '../security/data-grants.ts';
import type { WithSources } from '../security/data-sources.ts';
import type { WithSecrets } from '../security/secret-box.ts';
import { BUILD_PROGRAM, exampleBundles, exampleDatabases } from './example-bundles.ts';
import { EXAMPLES_FILE, removeExamples } from './remove-examples.ts';

const SETTING = 'examples';
/** Beginning of the names of files that are being written. */
const UNFINISHED = 'examples.loading-';

/**
 * Makes the connection to the example data that is going to be loaded. It is there before every other one: SQL Lab opens on the
 * first database, and this one has tables.
 */
export async function ensureExamples(
  db: Db,
  { LOAD_EXAMPLES }: Pick<Config, 'LOAD_EXAMPLES'>,
  now: Date,
): Promise<void> {
  if (!LOAD_EXAMPLES || (await readSetting(db, SETTING)) !== undefined) return;
  for (const database of await exampleDatabases())
    await ensureEmbedded(db, { ...database, takesData: false }, undefined, now);
}

/** The example dashboards: loaded once, in the background; removed for good. */
export class Examples {
  readonly #services: Ground & WithCallers & WithData & WithSecrets & WithSources;
  readonly #ending = new AbortController();
  #state: ExamplesState = { state: 'absent', progress: 0, message: null };
  #loading: Promise<void> | undefined;

  constructor(services: Ground & WithCallers & WithData & WithSecrets & WithSources) {
    this.#services = services;
  }

  get state(): ExamplesState {
    return this.#state;
  }

  /** Loads the examples unless they are here, were removed, or are not wanted. Failures are kept in the state. */
  async begin(): Promise<void> {
    try {
      await this.#begin();
    } catch (error) {
      // The records cannot be asked: nobody knows whether the examples are here. The next start looks again.
      const message = error instanceof Error ? error.message : String(error);
      this.#set('failed', 0, message);
      this.#services.say(`Whether the examples are loaded cannot be told: ${message}`);
    }
  }

  async #begin(): Promise<void> {
    const { config, db, say } = this.#services;
    const known = await readSetting(db, SETTING);
    if (known === 'removed') this.#set('removed', 0, null);
    else if (known === 'loaded') this.#set('ready', 1, null);
    else if (config.LOAD_EXAMPLES) {
      this.#set('loading', 0, null);
      this.#loading = this.#load().catch((error: unknown) => {
        if (this.#ending.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        this.#set('failed', 0, message);
        say(`The examples could not be loaded: ${message}`);
      });
      await this.#loading;
    }
  }

  /** Removes them; they do not come back. */
  async remove(act: Act<Ground & WithCallers & WithData & WithSources>): Promise<void> {
    await this.#loading;
    await removeExamples(act);
    await writeSetting(this.#services.db, SETTING, 'removed');
    this.#set('removed', 0, null);
  }

  /** Gives up loading; it begins anew with the next start. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#loading;
  }

  async #load(): Promise<void> {
    const { config, db, say, uuid } = this.#services;
    for (const name of await readdir(config.HOME))
      if (name.startsWith(UNFINISHED)) await rm(join(config.HOME, name), { force: true });
    const path = join(config.HOME, `${UNFINISHED}${uuid()}.duckdb`);
    try {
      await this.#build(path);
      await rename(path, join(config.HOME, EXAMPLES_FILE));
    } finally {
      await rm(path, { force: true });
    }
    const act = { services: this.#services, caller: SERVER, signal: this.#ending.signal };
    for (const files of await exampleBundles())
      await importBundle(
        files,
        { kind: 'dashboard', overwrites: new Set(['dashboard']), secrets: NO_SECRETS, sparse: false },
        act,
      );
    await writeSetting(db, SETTING, 'loaded');
    this.#set('ready', 1, null);
    say('The examples are loaded.');
  }

  /** Writes the data in a process of its own, so that this one keeps answering. */
  async #build(path: string): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', BUILD_PROGRAM, path], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: this.#ending.signal,
    });
    let complaint = '';
    child.stderr.on('data', (part: Buffer) => {
      complaint = `${complaint}${part.toString()}`.slice(-2_000);
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    // Awaited below; meanwhile nobody handles its failure.
    ended.catch(() => undefined);
    for await (const line of createInterface({ input: child.stdout })) {
      const step: unknown = JSON.parse(line);
      if (isJsonObject(step) && typeof step.done === 'number' && typeof step.of === 'number') {
        this.#set('loading', step.done / step.of, typeof step.table === 'string' ? step.table : null);
      }
    }
    const code = await ended;
    if (code !== 0) throw new Error(complaint.trim().split('\n').at(-1) ?? `the program ended with ${code}`);
  }

  #set(state: ExamplesState['state'], progress: number, message: string | null): void {
    this.#state = { state, progress, message };
  }
}

/** The server itself, where nobody has asked. */
const SERVER: Caller = {
  user: undefined,
  roles: [],
  isAdmin: true,
  pairs: new Set(),
  grants: { ...NO_GRANTS, allDatabases: true, allDatasources: true },
  opensByRoles: true,
  principal: { id: undefined, username: undefined, email: undefined, roles: [] },
};

/** How far the examples are, and their removal by an administrator. */
export function registerExamples(
  app: FastifyInstance,
  services: Ground & WithCallers & WithData & WithSources,
  examples: Examples,
): void {
  const defineRoute = routesOf(app, services);
  defineRoute({ ...exampleApi.show, access: 'signed-in', handle: async () => examples.state });
  defineRoute({
    ...exampleApi.remove,
    access: 'signed-in',
    handle: async ({ act }) => {
      if (!act.caller.isAdmin) throw forbidden();
      await examples.remove(act);
      return { message: 'OK' };
    },
  });
}
