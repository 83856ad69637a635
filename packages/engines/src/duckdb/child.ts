import { type DuckDBConnection, DuckDBInstance, StatementType } from '@duckdb/node-api';
import type { Cursor } from '../child/cursors.ts';
import type { RunCommand, TakenFile } from '../child/protocol.ts';
import { type ChildDriver, type OnInterrupt, type RunBeside, serve } from '../child/serve.ts';
import { USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { bringTables } from './brought-tables.ts';
import { resultCursor } from './cursor.ts';
import type { AttachedFile } from './instances.ts';
import { lineCursor } from './line-cursor.ts';
import { loadFile } from './load-file.ts';
import { quoteName, quoteText } from './sql-text.ts';

/**
 * Settings that shut the engine in. Extensions must not be fetched, secrets not kept, and no statement may
 * open a file, a socket or another database (order matters: the lock comes last).
 */
const LOCK_DOWN = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
  allow_persistent_secrets: 'false',
  enable_external_access: 'false',
  lock_configuration: 'true',
};

/** Connections kept for each place. */
const MAX_IDLE = 8;

const READ_STATEMENTS: ReadonlySet<StatementType> = new Set([
  StatementType.SELECT,
  StatementType.EXPLAIN,
  StatementType.RELATION,
]);
const WRITE_STATEMENTS: ReadonlySet<StatementType> = new Set([
  ...READ_STATEMENTS,
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.MERGE_INTO,
  StatementType.CREATE,
  StatementType.ALTER,
  StatementType.DROP,
  StatementType.ANALYZE,
  StatementType.VACUUM,
]);

class DuckDbDriver implements ChildDriver {
  readonly #instance: DuckDBInstance;
  /** What each file that could not be opened said, by catalog. */
  readonly #broken: ReadonlyMap<string, string>;
  /** Connections that only ever read, by the place where they look names up. */
  readonly #idle = new Map<string, DuckDBConnection[]>();

  /** Files that are open. */
  readonly #catalogs: readonly string[];
  /** Reads the files of tables that statements bring with them; made for the first of them. */
  #reader: Promise<DuckDBInstance> | undefined;
  readonly #openReader: () => Promise<DuckDBInstance>;

  constructor(
    instance: DuckDBInstance,
    catalogs: readonly string[],
    broken: ReadonlyMap<string, string>,
    openReader: () => Promise<DuckDBInstance>,
  ) {
    this.#instance = instance;
    this.#openReader = openReader;
    this.#catalogs = catalogs.filter((catalog) => !broken.has(catalog));
    this.#broken = broken;
  }

  async run(command: RunCommand, onInterrupt: OnInterrupt, { files }: RunBeside): Promise<Cursor> {
    const place = placeOf(command.catalog, command.schema);
    // What a statement brings with it goes with its connection.
    const isShared = command.readOnly && command.tables === undefined;
    const idle = isShared ? this.#idle.get(place)?.pop() : undefined;
    const connection = idle ?? (await this.#connect(command.catalog, place));
    const release = async (succeeded: boolean): Promise<void> => {
      if (!succeeded) return abandon(connection);
      await connection.run('COMMIT').catch((error: unknown) => {
        connection.closeSync();
        throw error;
      });
      const kept = this.#idle.get(place) ?? [];
      if (isShared && kept.length < MAX_IDLE) this.#idle.set(place, [...kept, connection]);
      else connection.closeSync();
    };
    onInterrupt(() => connection.interrupt());
    try {
      if (command.tables) await this.#bring(connection, command, onInterrupt, files);
      await connection.run(command.readOnly ? 'BEGIN TRANSACTION READ ONLY' : 'BEGIN TRANSACTION');
      return await openCursor(connection, command, release);
    } catch (error) {
      await abandon(connection);
      throw error;
    }
  }

  async #bring(
    connection: DuckDBConnection,
    command: RunCommand,
    onInterrupt: OnInterrupt,
    files: AsyncIterable<TakenFile>,
  ): Promise<void> {
    this.#reader ??= this.#openReader();
    const reader = await (await this.#reader).connect();
    onInterrupt(() => {
      reader.interrupt();
      connection.interrupt();
    });
    try {
      await bringTables({ connection, reader, command, files });
    } finally {
      reader.closeSync();
    }
    onInterrupt(() => connection.interrupt());
  }

  async load(
    ...[command, onInterrupt, onProgress]: Parameters<NonNullable<ChildDriver['load']>>
  ): Promise<number> {
    const connection = await this.#connect(command.catalog, placeOf(command.catalog, undefined));
    try {
      return await loadFile({ connection, command, onInterrupt, onProgress });
    } finally {
      connection.closeSync();
    }
  }

  /** Writes the log of changes into the file; when that fails the log stays and is read at the next start. */
  async #fold(catalog: string): Promise<void> {
    const connection = await this.#instance.connect();
    await connection.run(`FORCE CHECKPOINT ${quoteName(catalog)}`).catch((error: unknown) => {
      process.emitWarning(
        `The log of "${catalog}" stays beside its file: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    connection.closeSync();
  }

  async #connect(catalog: string | undefined, place: string): Promise<DuckDBConnection> {
    const reason = catalog === undefined ? undefined : this.#broken.get(catalog);
    if (reason !== undefined) throw new Error(reason);
    const connection = await this.#instance.connect();
    if (place === '') return connection;
    try {
      await connection.run(`USE ${place}`);
      return connection;
    } catch (error) {
      connection.closeSync();
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const catalog of this.#catalogs) await this.#fold(catalog);
    for (const connection of [...this.#idle.values()].flat()) connection.closeSync();
    (await this.#reader)?.closeSync();
    this.#instance.closeSync();
  }
}

/** Undoes what a connection did and closes it. Another error is being told: that of the undoing adds nothing. */
async function abandon(connection: DuckDBConnection): Promise<void> {
  await connection.run('ROLLBACK').catch(() => undefined);
  connection.closeSync();
}

function placeOf(catalog: string | undefined, schema: string | undefined): string {
  return [catalog, schema]
    .filter((name) => name !== undefined)
    .map(quoteName)
    .join('.');
}

async function openCursor(
  connection: DuckDBConnection,
  command: RunCommand,
  release: (succeeded: boolean) => Promise<void>,
): Promise<Cursor> {
  const statements = await connection.extractStatements(command.sql);
  if (statements.count !== 1)
    throw new Error(`Parser Error: one statement at a time, this text has ${statements.count}`);
  const prepared = await statements.prepare(0);
  const allowed = command.readOnly ? READ_STATEMENTS : WRITE_STATEMENTS;
  if (!allowed.has(prepared.statementType)) {
    throw new Error(
      `Permission Error: statements of type ${StatementType[prepared.statementType]} are not allowed here`,
    );
  }
  const result = await prepared.stream();
  const finish = (ended: boolean) => release(ended || command.readOnly);
  if (command.areLines) return lineCursor(result, finish, command.bounds ?? USUAL_BOUNDS);
  return resultCursor(result, finish, command.bounds);
}

/** Milliseconds to wait for a file that the process of a server that was killed still holds: it ends by itself within two seconds. */
const HELD_MS = 6_000;

async function attachOne(connection: DuckDBConnection, sql: string): Promise<void> {
  for (const deadline = Date.now() + HELD_MS; ; ) {
    try {
      await connection.run(sql);
      return;
    } catch (error) {
      const held = error instanceof Error && error.message.includes('Could not set lock');
      if (!held || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Opens the files. One that cannot be opened does not keep the others shut. */
async function attach(connection: DuckDBConnection, files: AttachedFile[]): Promise<Map<string, string>> {
  const broken = new Map<string, string>();
  for (const { catalog, name } of files) {
    try {
      await attachOne(connection, `ATTACH ${quoteText(name)} AS ${quoteName(catalog)}`);
    } catch (error) {
      broken.set(catalog, error instanceof Error ? error.message : String(error));
    }
  }
  return broken;
}

/** An instance that can open the files below a folder and nothing else; no SQL of people reaches it. */
async function openReader(folder: string, threads: string): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB', threads });
  const connection = await instance.connect();
  await connection.run(`SET GLOBAL allowed_directories = [${quoteText(folder)}]`);
  for (const [name, value] of Object.entries({ TimeZone: 'UTC', ...LOCK_DOWN }))
    await connection.run(`SET GLOBAL ${name} = ${quoteText(value)}`);
  connection.closeSync();
  return instance;
}

serve(async ({ files, memoryLimit, threads, tempDirectory, maxTemp, brought }) => {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit ?? '1GB',
    threads: threads ?? '2',
  });
  const connection = await instance.connect();
  const attached: AttachedFile[] = JSON.parse(files ?? '[]');
  const broken = await attach(connection, attached);
  const settings: Record<string, string> = {
    TimeZone: 'UTC',
    ...(tempDirectory ? { temp_directory: tempDirectory } : {}),
    ...(maxTemp ? { max_temp_directory_size: maxTemp } : {}),
    ...LOCK_DOWN,
  };
  for (const [name, value] of Object.entries(settings))
    await connection.run(`SET GLOBAL ${name} = ${quoteText(value)}`);
  connection.closeSync();
  return new DuckDbDriver(
    instance,
    attached.map((file) => file.catalog),
    broken,
    () => openReader(brought ?? '', threads ?? '2'),
  );
});
