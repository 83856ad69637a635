import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { inTime } from '../base/in-time.ts';

/** Number by which SQLite tells that another process holds the file (its manual, "Result and Error Codes"); the low byte of extended ones. */
const SQLITE_BUSY = 5;
/** Milliseconds between two looks whether the file is free. */
const LOOKS_EVERY = 10;
/** Nodes of statements that change nothing; all others wait behind those that came before. */
const READING: ReadonlySet<string> = new Set(['SelectQueryNode', 'RawNode']);

/**
 * SQLite, which works in the thread that asks: a file that another process holds is waited for without stopping that
 * thread, at most `patience` milliseconds. The file itself has to say at once that it is held (`busy_timeout = 0`).
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #patience: number;

  constructor(config: SqliteDialectConfig, patience: number) {
    super(config);
    this.#config = config;
    this.#patience = patience;
  }

  override createAdapter(): SqliteAdapter {
    return new WholeMigrations();
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config, this.#patience);
  }
}

/**
 * SQLite takes back what a transaction has done to tables too. With this the records are brought up to date as a whole:
 * a start that is killed meanwhile leaves them as they were, and two that start at once do it one after the other.
 */
class WholeMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** One database for all; a transaction has it to its end, a statement by itself only while it runs. */
class PatientDriver implements Driver {
  readonly #plain: SqliteDriver;
  readonly #patience: number;
  readonly #turns = new Turns();
  readonly #line = new Line();
  #database: DatabaseConnection | undefined;

  constructor(config: SqliteDialectConfig, patience: number) {
    this.#plain = new SqliteDriver(config);
    this.#patience = patience;
  }

  async init(): Promise<void> {
    await this.#plain.init();
    this.#database = await this.#plain.acquireConnection();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#database) throw new Error('The records are closed.');
    return Promise.resolve(new PatientConnection(this.#database, this.#turns, this.#line, this.#patience));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await patient(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    patient(connection).release();
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    this.#database = undefined;
    await this.#plain.destroy();
  }
}

function patient(connection: DatabaseConnection): PatientConnection {
  if (connection instanceof PatientConnection) return connection;
  throw new TypeError('This connection is of another driver.');
}

class PatientConnection implements DatabaseConnection {
  readonly #database: DatabaseConnection;
  readonly #turns: Turns;
  readonly #line: Line;
  readonly #patience: number;
  #hasTurn = false;

  constructor(database: DatabaseConnection, turns: Turns, line: Line, patience: number) {
    this.#database = database;
    this.#turns = turns;
    this.#line = line;
    this.#patience = patience;
  }

  /** Begins with the right to write: a transaction that had to get it later could only be given up. */
  async begin(): Promise<void> {
    await this.#whenFree(false, async () => {
      await this.#turns.take();
      try {
        await this.#database.executeQuery(CompiledQuery.raw('begin immediate'));
        this.#hasTurn = true;
      } finally {
        if (!this.#hasTurn) this.#turns.give();
      }
    });
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    // Inside a transaction the file is its own: only its end may have to wait, and keeps its turn then.
    if (this.#hasTurn) return this.#whenFree(true, async () => this.#database.executeQuery<Result>(query));
    return this.#whenFree(READING.has(query.query.kind), async () => {
      await this.#turns.take();
      try {
        return await this.#database.executeQuery<Result>(query);
      } finally {
        this.#turns.give();
      }
    });
  }

  async *streamQuery<Result>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Result>> {
    const isOwn = this.#hasTurn;
    if (!isOwn) await this.#turns.take();
    try {
      yield* this.#database.streamQuery<Result>(query, chunkSize);
    } finally {
      if (!isOwn) this.#turns.give();
    }
  }

  release(): void {
    if (!this.#hasTurn) return;
    this.#hasTurn = false;
    this.#turns.give();
  }

  /** Tries until the file is free, behind those who wait already unless `atOnce`; rejects with what SQLite says when it takes too long. */
  async #whenFree<Value>(atOnce: boolean, attempt: () => Promise<Value>): Promise<Value> {
    let held: unknown;
    if (atOnce || this.#line.isEmpty) {
      try {
        return await attempt();
      } catch (error) {
        if (!isHeld(error)) throw error;
        held = error;
      }
    }
    const place = this.#line.join();
    try {
      const end = performance.now() + this.#patience;
      for (let left = this.#patience; left > 0; left = end - performance.now()) {
        if (!(await place.isFirstWithin(left))) break;
        try {
          return await attempt();
        } catch (error) {
          if (!isHeld(error)) throw error;
          held = error;
        }
        await pause(LOOKS_EVERY);
      }
    } finally {
      place.leave();
    }
    throw held ?? Object.assign(new Error('database is locked'), { errcode: SQLITE_BUSY });
  }
}

function isHeld(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === SQLITE_BUSY
  );
}

/** Turns at the one database, in the order in which they were asked for. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  async take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  /** Hands the turn to the one who has waited longest. */
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

/** Those who wait for a file that another process holds: the first looks whether it is free, the others wait for the first. */
class Line {
  readonly #places: Place[] = [];

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  join(): Place {
    const place = new Place(() => this.#leave(place));
    this.#places.push(place);
    if (this.#places[0] === place) place.come();
    return place;
  }

  #leave(place: Place): void {
    this.#places.splice(this.#places.indexOf(place), 1);
    this.#places[0]?.come();
  }
}

class Place {
  readonly leave: () => void;
  readonly #turn: Promise<true>;
  come: () => void = () => undefined;

  constructor(leave: () => void) {
    this.leave = leave;
    this.#turn = new Promise((resolve) => {
      this.come = () => resolve(true);
    });
  }

  /** Whether nobody stands before this one within so many milliseconds. */
  async isFirstWithin(milliseconds: number): Promise<boolean> {
    return inTime(this.#turn, milliseconds, false);
  }
}
