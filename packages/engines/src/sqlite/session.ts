import { basename, dirname } from 'node:path';
import { ChartroomError } from '@chartroom/model';
import { splitStatements } from '@chartroom/query';
import { EngineChild } from '../child/engine-child.ts';
import { Lanes } from '../child/lanes.ts';
import type {
  ConnectionSettings,
  Relation,
  Result,
  RunOptions,
  Session,
  TableDescription,
  TableRef,
} from '../engine.ts';
import { databaseFile, IN_MEMORY } from '../files/file-path.ts';
import { readRows } from '../files/read-rows.ts';
import { type AnswerBounds, USUAL_BOUNDS, within } from '../rows/answer-bounds.ts';
import { sqliteDialect } from './dialect.ts';
import { classifySqliteError } from './errors.ts';
import { type Ask, describeTable, listRelations } from './introspect.ts';

/** Milliseconds without a query after which a process ends. */
const IDLE_MS = 30_000;
const CATALOG_TIMEOUT_MS = 30_000;
/** Processes that read one file at a time. The engine cannot be interrupted: stopping a query ends its process. */
const MOST = 3;

/** Opens a SQLite file by its address; processes start with the first queries. */
export function openSqlite(settings: ConnectionSettings): Session {
  return new SqliteSession(databaseFile(settings.uri, settings.home), settings);
}

class SqliteSession implements Session {
  readonly #lanes: Lanes<EngineChild>;
  readonly #bounds: AnswerBounds;
  #closed = false;

  constructor(
    file: string,
    { bounds = USUAL_BOUNDS, engineMemory }: Pick<ConnectionSettings, 'bounds' | 'engineMemory'>,
  ) {
    this.#bounds = bounds;
    const inMemory = file === IN_MEMORY;
    this.#lanes = new Lanes(inMemory ? 1 : MOST, () => {
      return new EngineChild({
        entry: new URL('./child.ts', import.meta.url),
        settings: () => ({ path: inMemory ? file : `./${basename(file)}` }),
        cwd: inMemory ? undefined : dirname(file),
        engineName: 'SQLite',
        stopBy: 'kill',
        memory: engineMemory,
        idleMs: IDLE_MS,
        classify: classifySqliteError,
      });
    });
  }

  async run(
    sql: string,
    { signal, timeoutMs, maxRows, readOnly, streamedBytes }: RunOptions,
  ): Promise<Result> {
    if (this.#closed)
      throw new ChartroomError('The connection to this database was closed.', {
        status: 503,
        error_type: 'GENERIC_DB_ENGINE_ERROR',
      });
    // The engine would run the first of several statements and drop the others without a word.
    const count = splitStatements(sql, sqliteDialect.lexical).length;
    if (count !== 1)
      throw classifySqliteError(`syntax error: one statement at a time, this text has ${count}`);
    const lane = await this.#lanes.take(signal);
    let taken = true;
    const onEnd = (): void => {
      if (taken) this.#lanes.free(lane);
      taken = false;
    };
    try {
      return await lane.run(
        { sql, readOnly, maxRows, bounds: within(this.#bounds, streamedBytes) },
        { signal, timeoutMs, onEnd },
      );
    } catch (error) {
      // A process that could not even start has no query that would end.
      if (lane.busy === 0) onEnd();
      throw error;
    }
  }

  async catalogs(): Promise<string[]> {
    return [];
  }

  async schemas(): Promise<string[]> {
    return ['main'];
  }

  async defaultSchema(): Promise<string | null> {
    return 'main';
  }

  relations(): Promise<Relation[]> {
    return listRelations(this.#ask);
  }

  describe(table: TableRef): Promise<TableDescription> {
    return describeTable(this.#ask, table);
  }

  async ping(signal: AbortSignal): Promise<void> {
    // Reads the file's head, which `SELECT 1` does not.
    await readRows(
      await this.run('SELECT count(*) FROM sqlite_schema', {
        signal,
        timeoutMs: CATALOG_TIMEOUT_MS,
        readOnly: true,
      }),
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#lanes.all.map((lane) => lane.close()));
  }

  readonly #ask: Ask = async (sql) =>
    readRows(
      await this.run(sql, {
        signal: AbortSignal.timeout(CATALOG_TIMEOUT_MS),
        timeoutMs: CATALOG_TIMEOUT_MS,
        readOnly: true,
      }),
    );
}
