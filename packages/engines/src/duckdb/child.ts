import { type DuckDBConnection, DuckDBInstance, StatementType } from '@duckdb/node-api';
import type { RunCommand } from '../child/protocol.ts';
import { type ChildDriver, type Cursor, type OnInterrupt, serve } from '../child/serve.ts';
import { resultCursor } from './cursor.ts';
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

const READ_STATEMENTS: ReadonlySet<StatementType> = new Set([StatementType.SELECT, StatementType.EXPLAIN, StatementType.RELATION]);
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
  /** Connections that only ever read, so that nothing of one person's session reaches another's. */
  readonly #idle: DuckDBConnection[] = [];

  constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  async run(command: RunCommand, onInterrupt: OnInterrupt): Promise<Cursor> {
    const reusable = command.readOnly && !command.schema;
    const connection = (reusable ? this.#idle.pop() : undefined) ?? (await this.#instance.connect());
    const release = async (succeeded: boolean): Promise<void> => {
      await connection.run(succeeded ? 'COMMIT' : 'ROLLBACK').catch(() => undefined);
      if (reusable && succeeded) this.#idle.push(connection);
      else connection.closeSync();
    };
    onInterrupt(() => connection.interrupt());
    try {
      if (command.schema) await connection.run(`USE ${quoteName(command.schema)}`);
      await connection.run(command.readOnly ? 'BEGIN TRANSACTION READ ONLY' : 'BEGIN TRANSACTION');
      return await openCursor(connection, command, release);
    } catch (error) {
      await release(false);
      throw error;
    }
  }

  async load(...[command, onInterrupt, onProgress]: Parameters<NonNullable<ChildDriver['load']>>): Promise<number> {
    const connection = await this.#instance.connect();
    try {
      return await loadFile({ connection, command, onInterrupt, onProgress });
    } finally {
      connection.closeSync();
    }
  }

  async close(): Promise<void> {
    for (const connection of this.#idle) connection.closeSync();
    this.#instance.closeSync();
  }
}

async function openCursor(
  connection: DuckDBConnection,
  command: RunCommand,
  release: (succeeded: boolean) => Promise<void>,
): Promise<Cursor> {
  const statements = await connection.extractStatements(command.sql);
  if (statements.count !== 1) throw new Error(`Parser Error: one statement at a time, this text has ${statements.count}`);
  const prepared = await statements.prepare(0);
  const allowed = command.readOnly ? READ_STATEMENTS : WRITE_STATEMENTS;
  if (!allowed.has(prepared.statementType)) {
    throw new Error(`Permission Error: statements of type ${StatementType[prepared.statementType]} are not allowed here`);
  }
  const result = await prepared.stream();
  return resultCursor(result, (ended) => release(ended || command.readOnly));
}

serve(async ({ path, memoryLimit, threads, tempDirectory, maxTemp }) => {
  const instance = await DuckDBInstance.create(path, { memory_limit: memoryLimit ?? '1GB', threads: threads ?? '2' });
  const connection = await instance.connect();
  const settings: Record<string, string> = {
    TimeZone: 'UTC',
    ...(tempDirectory ? { temp_directory: tempDirectory } : {}),
    ...(maxTemp ? { max_temp_directory_size: maxTemp } : {}),
    ...LOCK_DOWN,
  };
  for (const [name, value] of Object.entries(settings)) await connection.run(`SET GLOBAL ${name} = ${quoteText(value)}`);
  connection.closeSync();
  return new DuckDbDriver(instance);
});
