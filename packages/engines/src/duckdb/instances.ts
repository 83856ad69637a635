import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { ChartroomError } from '@chartroom/model';
import { EngineChild } from '../child/engine-child.ts';
import { usualEngineMemory } from '../child/memory-watch.ts';
import type { ConnectionSettings } from '../engine.ts';
import { IN_MEMORY } from '../files/file-path.ts';
import { classifyDuckDbError } from './errors.ts';

/** Milliseconds without a query after which a process ends and gives its memory back. */
const IDLE_MS = 120_000;
/** Milliseconds that never pass: a database in memory lives as long as its process. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Parts of the memory of all engines that the buffers of one process may take. The rest is for what it does not count
 * (texts, answers on their way out) and for others.
 */
const OWN_SHARE = 0.5;
const OTHER_SHARE = 0.25;
const LEAST_MEMORY = 64;

/** The installation's own databases share one process, so that a query on one can join tables of the other. */
const OWN_DATABASES = ['examples', 'uploads'];
/** Prepared elsewhere and put in place when complete: never created empty. */
const AWAITED = 'examples';

/** A file as a process has it open. `catalog` is the name SQL knows it by; */
export interface AttachedFile {
  catalog: string;
  name: string;
}

interface Place {
  /** Folder of the files; undefined for a database in memory. */
  folder: string | undefined;
  /** File names by catalog. */
  files: ReadonlyMap<string, string>;
  awaited?: string;
}

type Strength = Pick<ConnectionSettings, 'engineMemory' | 'engineThreads'>;

/** A process with the files it holds. One process per file: two would destroy each other's locks. */
export class DuckDbInstance {
  readonly #folder: string | undefined;
  /** File names by catalog; empty for a database in memory. */
  readonly #files: ReadonlyMap<string, string>;
  /** The catalog whose file is never created here. */
  readonly #awaited: string | undefined;
  /** Catalogs that the running process has attached, or tried to. */
  #attached: ReadonlySet<string> = new Set();
  readonly #child: EngineChild;
  /** Megabytes that the processes of all engines may take together. */
  readonly #memory: number;
  readonly #threads: number;
  /** Folder of rows on their way from other databases. */
  readonly #brought: string;

  constructor(
    { folder, files, awaited }: Place,
    brought: string,
    { engineMemory: memory = usualEngineMemory(), engineThreads: threads = availableParallelism() }: Strength,
  ) {
    this.#memory = memory;
    this.#threads = threads;
    this.#brought = brought;
    this.#folder = folder;
    this.#files = files;
    this.#awaited = awaited;
    this.#child = new EngineChild({
      entry: new URL('./child.ts', import.meta.url),
      settings: () => this.#settings(),
      cwd: folder,
      engineName: 'DuckDB',
      memory,
      stopBy: 'interrupt',
      idleMs: folder === undefined ? NEVER_MS : IDLE_MS,
      classify: (message, code) =>
        classifyDuckDbError(message, code, folder === undefined ? [] : [`${folder}/`, folder]),
    });
  }

  /** Process id while one runs. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the file, a path, is one of this process's. */
  holds(file: string): boolean {
    return (
      this.#folder !== undefined &&
      [...this.#files.values()].some((name) => join(this.#folder ?? '', name) === file)
    );
  }

  /**
   * The process, able to answer for `catalog`. A file that appeared after the process started is let in by a
   * process that starts anew when the running queries are done. Throws 503 while the file is awaited.
   */
  async ready(catalog: string): Promise<EngineChild> {
    const running = this.#child.pid !== undefined;
    if (!this.#files.has(catalog) || (running && this.#attached.has(catalog))) return this.#child;
    if (!this.#mayOpen(catalog)) throw notLoadedYet();
    if (running) await this.#child.restart();
    return this.#child;
  }

  close(): Promise<void> {
    return this.#child.close();
  }

  /** Lets it be used again, also while it closes. */
  reopen(): void {
    this.#child.reopen();
  }

  #mayOpen(catalog: string): boolean {
    const name = this.#files.get(catalog);
    return catalog !== this.#awaited || (name !== undefined && existsSync(join(this.#folder ?? '', name)));
  }

  #settings(): Record<string, string> {
    const isHouse = this.#awaited !== undefined;
    const memoryMegabytes = Math.max(
      LEAST_MEMORY,
      Math.floor(this.#memory * (isHouse ? OWN_SHARE : OTHER_SHARE)),
    );
    const files = [...this.#files]
      .filter(([catalog]) => this.#mayOpen(catalog))
      .map(([catalog, name]): AttachedFile => ({ catalog, name }));
    this.#attached = new Set(files.map((file) => file.catalog));
    const first = files[0]?.name;
    return {
      files: JSON.stringify(files),
      memoryLimit: `${memoryMegabytes}MB`,
      threads: String(this.#threads),
      tempDirectory: first === undefined ? '' : `${first}.tmp`,
      maxTemp: first === undefined ? '' : `${memoryMegabytes * 4}MB`,
      brought: this.#brought,
    };
  }
}

function notLoadedYet(): ChartroomError {
  return new ChartroomError(
    'The example data is not loaded yet. It is being prepared; please try again in a minute.',
    {
      status: 503,
      error_type: 'GENERIC_DB_ENGINE_ERROR',
      level: 'error',
      extra: { engine_name: 'DuckDB' },
    },
  );
}

interface Shared {
  instance: DuckDbInstance;
  users: number;
}
const shared = new Map<string, Shared>();
let memoryDatabases = 0;

/** A use of a database: its process, and the name of its file there. */
export interface DuckDbUse {
  instance: DuckDbInstance;
  catalog: string;
  /** Address of another database of the same process by its catalog; undefined for its own and for names that are none. */
  neighbour(catalog: string): string | undefined;
  /** Folder of rows on their way from other databases: the process may read what lies there. */
  brought: string;
  /** Ends the use; the process ends with the last one. */
  release(): Promise<void>;
}

/** Finds or makes the process for a file (a path, or `:memory:`). `home` is the folder of the server's own databases; who makes it says how strong it is. */
export function useDuckDb(
  file: string,
  { home, ...strength }: Pick<ConnectionSettings, 'home'> & Strength,
): DuckDbUse {
  const place = placeOf(file, home);
  const brought = join(resolve(home), 'incoming');
  const entry = shared.get(place.key) ?? {
    instance: new DuckDbInstance(place, brought, strength),
    users: 0,
  };
  entry.users += 1;
  entry.instance.reopen();
  shared.set(place.key, entry);
  return {
    instance: entry.instance,
    catalog: place.catalog,
    brought,
    neighbour: (catalog) => {
      const known = [...place.files].find(([name]) => name.toLowerCase() === catalog.toLowerCase());
      return known && known[0] !== place.catalog ? `duckdb:///${known[1]}` : undefined;
    },
    release: async () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      await entry.instance.close();
      if (entry.users === 0 && shared.get(place.key) === entry) shared.delete(place.key);
    },
  };
}

/**
 * Process id of a database file's running process; undefined when none runs.
 * @internal tests end it
 */
export function duckDbProcess(file: string): number | undefined {
  return [...shared.values()].find(({ instance }) => instance.holds(file))?.instance.pid;
}

function placeOf(file: string, home: string): Place & { key: string; catalog: string } {
  if (file === IN_MEMORY) {
    memoryDatabases += 1;
    return { key: `${IN_MEMORY}${memoryDatabases}`, folder: undefined, files: new Map(), catalog: 'memory' };
  }
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const catalog = basename(file, extname(file));
  if (folder === resolve(home) && OWN_DATABASES.some((name) => file === join(folder, `${name}.duckdb`))) {
    return {
      key: join(folder, 'own'),
      folder,
      files: new Map(OWN_DATABASES.map((name) => [name, `${name}.duckdb`])),
      awaited: AWAITED,
      catalog,
    };
  }
  return { key: file, folder, files: new Map([[catalog, basename(file)]]), catalog };
}
