import { mkdirSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { basename, dirname } from 'node:path';
import { ChartroomError } from '@chartroom/model';
import { EngineChild } from '../child/engine-child.ts';
import type { ConnectionSettings, Relation, Result, RunOptions, Session, TableDescription, TableLoad, TableRef } from '../engine.ts';
import { databaseFile, IN_MEMORY } from '../file-path.ts';
import { classifyDuckDbError } from './errors.ts';
import { describeTable, listRelations, listSchemas } from './introspect.ts';
import { quoteName } from './sql-text.ts';

/** Milliseconds without a query after which a database's process ends. */
const IDLE_MS = 120_000;
/** Milliseconds that a question about the catalog may take. */
const CATALOG_TIMEOUT_MS = 30_000;

interface SharedChild {
  child: EngineChild;
  users: number;
}
/** One process per file: two instances of one file would destroy each other's locks. */
const children = new Map<string, SharedChild>();
let memoryDatabases = 0;

/** The running process of a database file, for supervision; undefined when none runs. */
export function duckDbProcess(file: string): number | undefined {
  return children.get(file)?.child.pid;
}

function startChild(file: string): EngineChild {
  const memoryMegabytes = Math.max(256, Math.floor(totalmem() / 2 ** 20 / 2));
  const name = basename(file);
  const tempDirectory = file === IN_MEMORY ? '' : `${name}.tmp`;
  return new EngineChild({
    entry: new URL('./child.ts', import.meta.url),
    settings: {
      path: name,
      memoryLimit: `${memoryMegabytes}MB`,
      threads: String(availableParallelism()),
      tempDirectory,
      maxTemp: tempDirectory ? `${memoryMegabytes * 4}MB` : '',
    },
    cwd: file === IN_MEMORY ? undefined : dirname(file),
    engineName: 'DuckDB',
    stopBy: 'interrupt',
    // A database in memory lives as long as its process.
    idleMs: file === IN_MEMORY ? 2 ** 31 - 1 : IDLE_MS,
    classify: (message, code) => classifyDuckDbError(message, code, file === IN_MEMORY ? [] : [file, dirname(file)]),
  });
}

/** Opens a DuckDB database by its address; the process starts with the first query. */
export function openDuckDb(settings: ConnectionSettings): Session {
  const file = databaseFile(settings.uri, settings.home);
  if (file !== IN_MEMORY) mkdirSync(dirname(file), { recursive: true });
  memoryDatabases += 1;
  const key = file === IN_MEMORY ? `${IN_MEMORY}${memoryDatabases}` : file;
  const shared = children.get(key) ?? { child: startChild(file), users: 0 };
  shared.users += 1;
  children.set(key, shared);
  return new DuckDbSession(shared.child, async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    await shared.child.close();
    if (shared.users === 0) children.delete(key);
  });
}

class DuckDbSession implements Session {
  readonly #child: EngineChild;
  readonly #release: () => Promise<void>;
  #closed = false;

  constructor(child: EngineChild, release: () => Promise<void>) {
    this.#child = child;
    this.#release = release;
  }

  run(sql: string, options: RunOptions): Promise<Result> {
    if (this.#closed) return Promise.reject(closedError());
    const { signal, timeoutMs, maxRows, readOnly, schema } = options;
    return this.#child.run({ sql, readOnly, maxRows, schema }, { signal, timeoutMs });
  }

  async catalogs(): Promise<string[]> {
    return [];
  }

  schemas(): Promise<string[]> {
    return listSchemas((sql) => this.#ask(sql));
  }

  async defaultSchema(): Promise<string | null> {
    return 'main';
  }

  relations(schema: string): Promise<Relation[]> {
    return listRelations((sql) => this.#ask(sql), schema);
  }

  describe(table: TableRef): Promise<TableDescription> {
    return describeTable((sql) => this.#ask(sql), table);
  }

  load({ table, mode, source, signal, onProgress }: TableLoad): Promise<number> {
    if (this.#closed) return Promise.reject(closedError());
    return this.#child.load({ schema: table.schema ?? null, table: table.table, mode, source }, { signal, onProgress });
  }

  async dropTable(table: TableRef): Promise<void> {
    const sql = `DROP TABLE IF EXISTS ${quoteName(table.schema ?? 'main')}.${quoteName(table.table)}`;
    const result = await this.run(sql, { signal: AbortSignal.timeout(CATALOG_TIMEOUT_MS), timeoutMs: CATALOG_TIMEOUT_MS, readOnly: false });
    for await (const _ of result.batches);
  }

  async ping(signal: AbortSignal): Promise<void> {
    const result = await this.run('SELECT 1', { signal, timeoutMs: CATALOG_TIMEOUT_MS, readOnly: true });
    for await (const _ of result.batches);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#release();
  }

  async #ask(sql: string): Promise<Result> {
    return this.run(sql, { signal: AbortSignal.timeout(CATALOG_TIMEOUT_MS), timeoutMs: CATALOG_TIMEOUT_MS, readOnly: true });
  }
}

function closedError(): ChartroomError {
  return new ChartroomError('The connection to this database was closed because its settings changed. Please run the query again.', {
    status: 503,
    error_type: 'GENERIC_DB_ENGINE_ERROR',
  });
}
