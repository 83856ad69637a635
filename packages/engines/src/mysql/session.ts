import { setTimeout } from 'node:timers/promises';
import { ChartroomError } from '@chartroom/model';
import type { Cell } from '@chartroom/query';
import { type ConnectionOptions, createConnection, createPool, type Pool, type PoolConnection } from 'mysql2';
import type {
  ConnectionContext,
  ConnectionSettings,
  QuerySize,
  Result,
  RunOptions,
  Session,
  TableLoad,
  TableRef,
} from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import type { AddressPlace, Place } from '../network/address-place.ts';
import { type AnswerBounds, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { CATALOG_TIMEOUT_MS, SqlSession, takeBatches } from '../sql/sql-session.ts';
import { requireSpoken } from '../sql/unspoken.ts';
import { Stop } from '../stop.ts';
import { stopAfter, unlessAborted } from '../stop-after.ts';
import { parseUri } from '../uri.ts';
import { beginStatements, type CheckOutOptions, giveBack } from './checkout.ts';
import { connectionOptions, POOL } from './connection.ts';
import { classifierOf } from './errors.ts';
import { describeTable, listRelations, listSchemas } from './introspect.ts';
import { loadTable } from './load-table.ts';
import { guardConnection } from './packet-guard.ts';
import { refuseWrites } from './read-only.ts';
import { ask, IncomingRows } from './rows.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Milliseconds that a server which does not answer may keep a cancelled query from ending. */
const KILL_TIMEOUT_MS = 5_000;

/** Opens a server of the MySQL family by an address; connections are made when needed and kept for a while. */
export function openMysql(settings: ConnectionSettings, flavour: MysqlFlavour): Session {
  requireSpoken(settings.uri);
  return new MysqlServer(settings, flavour);
}

/** What differs between the servers that speak this protocol. */
export interface MysqlFlavour {
  name: string;
  defaultPort: number;
  /** Knows transactions that only read, and sessions that say so; else only what reads by its first word is passed on. */
  transactions: boolean;
  /** How its addresses name where a statement runs. */
  place: AddressPlace;
}

class MysqlServer extends SqlSession implements Session {
  readonly #pool: Pool;
  readonly #bounds: AnswerBounds;
  readonly #address: ConnectionOptions;
  readonly #context: ConnectionContext;
  readonly #engineName: string;
  readonly #transactions: boolean;
  /** Where a statement runs that is asked for at a place. */
  readonly #placeOf: (asked: Place) => Place;
  #closing: Promise<void> | undefined;

  constructor(settings: ConnectionSettings, { name, defaultPort, transactions, place }: MysqlFlavour) {
    super({
      defaultSchema: 'SELECT DATABASE()',
      schemas: listSchemas,
      relations: listRelations,
      describe: (ask, table) => describeTable(ask, table, name),
    });
    const { options, context } = connectionOptions(settings, defaultPort);
    this.#transactions = transactions;
    this.#placeOf = (asked) => place.of(place.at(parseUri(settings.uri), asked));
    this.#address = options;
    this.#bounds = settings.bounds ?? USUAL_BOUNDS;
    this.#pool = createPool({ ...options, ...POOL });
    this.#pool.on('connection', (connection) => guardConnection(connection, this.#bounds));
    this.#context = context;
    this.#engineName = name;
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    options.signal.throwIfAborted();
    if (options.readOnly) refuseWrites(sql, this.#engineName, this.#transactions);
    const connection = await this.#checkOut(options);
    const rows = new IncomingRows(connection, sql, this.#bounds.MAX_CELL_BYTES);
    const stop = new Stop(() => this.#kill(connection));
    const release = stopAfter(options, (reason) => {
      stop.because(reason);
      void stop.done.then(() => rows.fail(reason));
    });
    const finish = async (failed: boolean): Promise<void> => {
      release();
      await rows.settle();
      // What was left in the middle goes on in the server until it is killed.
      if (!rows.ended) stop.because(undefined);
      await stop.done;
      await giveBack(connection, {
        keep: this.#transactions && !options.readOnly && !failed && !stop.begun,
        reuse: !stop.begun && this.#isReused,
      });
    };
    const explain = (error: unknown): unknown => (stop.begun ? stop.reason : this.#explain(error));
    try {
      const columns = await rows.columns;
      return { columns, batches: takeBatches(rows, { maxRows: options.maxRows, finish, explain }) };
    } catch (error) {
      await finish(true);
      throw explain(error);
    }
  }

  /** What the whole table has: the planner's own guess of conditions is no better. */
  async size(_sql: string, { schema, table }: TableRef): Promise<QuerySize | undefined> {
    const place = schema === undefined ? 'DATABASE()' : quoteText(schema);
    const [found] = await this.ask(
      `SELECT TABLE_ROWS, DATA_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${place} AND TABLE_NAME = ${quoteText(table)}`,
    );
    const [rows, bytes] = (found ?? []).map((cell) => (cell === null ? undefined : Number(cell)));
    return rows === undefined || bytes === undefined ? undefined : { rows, bytes, isOfQuery: false };
  }

  async load(load: TableLoad): Promise<number> {
    load.signal.throwIfAborted();
    const connection = await this.#checkOut({ signal: load.signal, readOnly: false, timeoutMs: 0 });
    const stop = new Stop(() => this.#kill(connection));
    const release = stopAfter({ signal: load.signal }, (reason) => stop.because(reason));
    const execute = (sql: string): Promise<Cell[][]> => ask(connection, sql);
    let done = false;
    try {
      const rows = await loadTable(
        { execute, cleanUp: (sql) => this.#write(sql), engineName: this.#engineName },
        load,
      );
      done = true;
      return rows;
    } catch (error) {
      throw stop.begun ? stop.reason : this.#explain(error);
    } finally {
      release();
      await stop.done;
      await giveBack(connection, { keep: done, reuse: !stop.begun && this.#isReused });
    }
  }

  async dropTable(table: TableRef): Promise<void> {
    const name = [table.schema, table.table].filter((part) => part !== undefined).map(quoteName);
    await this.#write(`DROP TABLE IF EXISTS ${name.join('.')}`);
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve, reject) =>
      this.#pool.end((error) => (error ? reject(error) : resolve())),
    );
    return this.#closing;
  }

  /** A selected database cannot be left for none: where the address names none, a connection serves once. */
  get #isReused(): boolean {
    return this.#address.database !== undefined;
  }

  async #write(sql: string): Promise<void> {
    const signal = AbortSignal.timeout(CATALOG_TIMEOUT_MS);
    await readRows(await this.run(sql, { signal, timeoutMs: CATALOG_TIMEOUT_MS, readOnly: false }));
  }

  async #checkOut(options: CheckOutOptions): Promise<PoolConnection> {
    if (this.#closing)
      throw this.#classify('The connection to this database was closed because its settings changed.');
    let connection: PoolConnection | undefined;
    try {
      connection = await unlessAborted(this.#connect(), options.signal, (late) => late.release());
      const place = this.#placeOf(options);
      // An address that has no room for a schema does not keep a statement from it.
      const database = [place.catalog, place.schema ?? options.schema].filter((name) => name !== undefined);
      for (const statement of beginStatements({ ...options, database, transactions: this.#transactions }))
        await ask(connection, statement);
      // Cancelling reaches only what runs: nothing may begin for who has gone meanwhile.
      options.signal.throwIfAborted();
      return connection;
    } catch (error) {
      connection?.destroy();
      throw options.signal.aborted ? options.signal.reason : this.#explain(error);
    }
  }

  #connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
    });
  }

  /**
   * Ends a connection and what it runs, over another connection. The whole connection is killed: a mark that
   * only the statement should end is lost when it arrives between two of them.
   */
  async #kill({ threadId }: PoolConnection): Promise<void> {
    const other = createConnection(this.#address);
    other.on('error', () => undefined);
    guardConnection(other, this.#bounds);
    try {
      await Promise.race([ask(other, `KILL CONNECTION ${Number(threadId)}`), refuseAfter(KILL_TIMEOUT_MS)]);
    } catch (error) {
      // 1094: the thread has ended meanwhile.
      if (errorNumber(error) === 1094) return;
      process.emitWarning(
        `A query could not be cancelled on the server: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      other.destroy();
    }
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ChartroomError) return error;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const message = error instanceof AggregateError || error.message === '' ? code : error.message;
    return this.#classify(message || String(error));
  }

  #classify(text: string): ChartroomError {
    return classifierOf(this.#engineName)(text, this.#context);
  }
}

function errorNumber(error: unknown): number | undefined {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number'
    ? error.errno
    : undefined;
}

async function refuseAfter(ms: number): Promise<never> {
  await setTimeout(ms, undefined, { ref: false });
  throw new Error(`The server did not answer within ${ms / 1_000} seconds.`);
}
