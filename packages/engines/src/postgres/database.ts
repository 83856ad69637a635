import { setTimeout } from 'node:timers/promises';
import { ChartroomError, type PlanStep } from '@chartroom/model';
import { type ClientConfig, Pool, type PoolClient } from 'pg';
import type {
  ConnectionContext,
  ConnectionSettings,
  CopiedRows,
  CostEstimate,
  EstimateOptions,
  QuerySize,
  Relation,
  Result,
  RunOptions,
  ScriptOptions,
  TableDescription,
  TableLoad,
  TableRef,
} from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { type AnswerBounds, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { merged } from '../rows/merged.ts';
import { untilFinished } from '../rows/until-finished.ts';
import { stopAfter, unlessAborted } from '../stop-after.ts';
import { backendPid, beginStatements, giveBack, type OneState } from './checkout.ts';
import { clientConfig, POOL } from './connection.ts';
import { halvesOf } from './copy-halves.ts';
import { type CopyOptions, copyRows } from './copy-rows.ts';
import type { PostgresClassifier } from './errors.ts';
import { describeTable, listCatalogs, listRelations, listSchemas } from './introspect.ts';
import { loadTable } from './load-table.ts';
import { guardedClient } from './message-guard.ts';
import { costOf, planOf, sizeOf } from './plan.ts';
import { firstRows } from './row-batches.ts';
import { IncomingRows } from './rows.ts';
import { quoteName } from './sql-text.ts';

const CATALOG_TIMEOUT_MS = 30_000;
/** Milliseconds between one attempt to cancel and the next. */
const STOP_AGAIN_MS = [100, 200, 400, 800, 1_500, 3_000, 6_000];

/** What differs between the servers that speak this protocol. */
export interface PostgresFlavour {
  defaultPort: number;
  /** What each transaction sets, so that texts of moments, durations and bytes come in the forms that `values.ts` reads. */
  settings: readonly string[];
  classify: PostgresClassifier;
  /** Knows `COPY … TO STDOUT` in CSV and tells plans in JSON. */
  copies?: boolean;
}

type Reading = Parameters<typeof beginStatements>[0] & Pick<RunOptions, 'signal'>;

/** A connection in use: how to stop what runs on it, and how to give it back. */
interface Checkout {
  client: PoolClient;
  pid: number;
}

/** A statement that is over for its reader. */
interface Finishing {
  client: PoolClient;
  pid: number;
  rows: IncomingRows;
  failed: boolean;
  readOnly: boolean;
  wasStopped: boolean;
  /** Whether a transaction of this use was ended by a statement, so that what was set in it may outlast the use. */
  endedItself: boolean;
}

/** One database of a server, by its address. */
export class PostgresDatabase {
  readonly #pool: Pool;
  /** How clients are made: each looks at what the server sends before the driver does. */
  readonly #client: ReturnType<typeof guardedClient>;
  readonly #address: ClientConfig;
  readonly #context: ConnectionContext;
  readonly #flavour: PostgresFlavour;
  readonly #bounds: AnswerBounds;
  #closed = false;

  constructor(settings: Pick<ConnectionSettings, 'uri' | 'outbound' | 'bounds'>, flavour: PostgresFlavour) {
    const { config, context } = clientConfig(settings, flavour.defaultPort);
    this.#flavour = flavour;
    this.#address = config;
    this.#bounds = settings.bounds ?? USUAL_BOUNDS;
    this.#client = guardedClient(this.#bounds);
    this.#pool = new Pool({ ...config, ...POOL, Client: this.#client });
    this.#context = context;
    // A connection that breaks while idle is replaced; its loss concerns nobody.
    this.#pool.on('error', () => undefined);
    // One that breaks while it is used, between two reads, tells the next read; unheard, its event would end this process.
    this.#pool.on('connect', (client) => void client.on('error', () => undefined));
  }

  /** Name of the database. */
  get database(): string | undefined {
    return this.#context.database;
  }

  run(sql: string, options: RunOptions): Promise<Result> {
    return this.runScript([sql], options);
  }

  /** Runs statements on one connection, in one transaction unless they end it themselves; answers the rows of the last. */
  async runScript(statements: readonly string[], options: ScriptOptions): Promise<Result> {
    options.signal.throwIfAborted();
    const { client, pid } = await this.#checkOut(options);
    const [first = '', ...others] = statements;
    let rows = new IncomingRows(client, first);
    let stopped: { reason: unknown } | undefined;
    let finishing: Promise<void> | undefined;
    let endedItself = false;
    const { readOnly } = options;
    const finish = (failed: boolean) => {
      finishing ??= this.#finish({
        client,
        pid,
        rows,
        failed,
        readOnly,
        wasStopped: stopped !== undefined,
        endedItself,
      });
      return finishing;
    };
    const release = stopAfter(options, (reason) => {
      stopped = { reason };
      void this.#stop(pid, () => rows.ended);
      // Whoever asked may never come back to the rows.
      finish(true).catch(() => undefined);
    });
    const explain = (error: unknown): unknown => (stopped ? stopped.reason : this.#classify(error));
    try {
      for (const [index, statement] of others.entries()) {
        if (options.onAnswer) {
          const batches = firstRows(rows, options.maxRows);
          await options.onAnswer({ columns: await rows.columns, batches });
        }
        if (await this.#passOver(rows, client, options)) endedItself = true;
        if (stopped) throw new Error('The script was stopped.');
        options.onStatement?.(index + 1);
        rows = new IncomingRows(client, statement);
      }
      const columns = await rows.columns;
      const ended = (failed: boolean) => {
        release();
        return finish(failed);
      };
      return {
        columns,
        batches: untilFinished(() => firstRows(rows, options.maxRows), { finish: ended, explain }),
      };
    } catch (error) {
      release();
      await finish(true);
      throw explain(error);
    }
  }

  /**
   * Waits for the end of a statement whose rows nobody reads. A transaction that it ended, which is answered, is followed by
   * one like it: what may only read may not do more behind a COMMIT.
   */
  async #passOver(rows: IncomingRows, client: PoolClient, options: RunOptions): Promise<boolean> {
    const lost = await rows.end();
    if (lost) throw lost.error;
    if (client.getTransactionStatus() !== 'I') return false;
    await client.query(beginStatements(options, this.#flavour.settings));
    return true;
  }

  /**
   * Gives a connection back when its statement has ended. One that is still read from when nobody wants more is closed, and
   * its work is stopped; what writes goes on to its end, as long as nobody stopped it.
   */
  async #finish({ client, pid, rows, failed, readOnly, wasStopped, endedItself }: Finishing): Promise<void> {
    const isUnwanted = (readOnly || failed) && rows.begun;
    if (isUnwanted && !(await rows.endsNow())) {
      client.release(true);
      return this.#cancel(pid);
    }
    const lost = await rows.end();
    const keep = !readOnly && !failed && !lost;
    await giveBack(client, {
      keep,
      wasStopped,
      reuse: !endedItself && client.getTransactionStatus() !== 'I',
    });
    if (lost && !readOnly && !failed) throw this.#classify(lost.error);
  }

  /**
   * The rows of a query for another engine, by COPY: its lines are passed on as they come, or made columns of. A large table is
   * read by two connections at once, when a second one is free.
   */
  async copy(sql: string, options: CopyOptions): Promise<CopiedRows> {
    const { divisible } = options;
    const reading = { ...options, readOnly: true };
    const first = await this.#checkOut(reading, divisible && { snapshot: undefined });
    const copy = (part: string, { client, pid }: Checkout): Promise<CopiedRows> =>
      copyRows(part, options, {
        client,
        bounds: this.#bounds,
        stop: (hasEnded) => this.#stop(pid, hasEnded),
        cancel: () => this.#cancel(pid),
        explain: (error) => this.#classify(error),
      });
    const spare = (state: OneState) => this.#spare(reading, state);
    const halves =
      divisible &&
      (await halvesOf(first.client, divisible, spare).catch((error: unknown) => {
        first.client.release(true);
        throw this.#classify(error);
      }));
    if (!halves) return copy(sql, first);
    const [rows, others] = await Promise.all([
      copy(halves.sql[0], first),
      copy(halves.sql[1], halves.second),
    ]);
    return { ...rows, pieces: merged([rows.pieces, others.pieces]) };
  }

  /**
   * A connection that need not be waited for: whoever holds one must not wait for another. What keeps it from beginning is no
   * reason not to read by the first.
   */
  async #spare(options: Reading, state: OneState): Promise<Checkout | undefined> {
    const { waitingCount, idleCount, totalCount } = this.#pool;
    const isFree = waitingCount === 0 && (idleCount > 0 || totalCount < POOL.max);
    return isFree ? this.#checkOut(options, state).catch(() => undefined) : undefined;
  }

  /** What the planner thinks of a query. */
  async size(sql: string, options: EstimateOptions): Promise<QuerySize | undefined> {
    return sizeOf(await this.#explained(`EXPLAIN (FORMAT JSON) ${sql}`, options));
  }

  async catalogs(): Promise<string[]> {
    return listCatalogs((sql) => this.#ask(sql));
  }

  schemas(): Promise<string[]> {
    return listSchemas((sql) => this.#ask(sql));
  }

  async defaultSchema(): Promise<string | null> {
    const rows = await this.#ask('SELECT current_schema()');
    return typeof rows[0]?.[0] === 'string' ? rows[0][0] : null;
  }

  relations(schema: string): Promise<Relation[]> {
    return listRelations((sql) => this.#ask(sql), schema);
  }

  describe(table: TableRef): Promise<TableDescription> {
    return describeTable((sql) => this.#ask(sql), table);
  }

  async load(load: TableLoad): Promise<number> {
    const { client, pid } = await this.#checkOut({ signal: load.signal, readOnly: false, timeoutMs: 0 });
    let stopped: { reason: unknown } | undefined;
    const release = stopAfter({ signal: load.signal }, (reason) => {
      stopped = { reason };
      void this.#stop(pid, () => ended);
    });
    let done = false;
    let ended = false;
    try {
      const rows = await loadTable(client, load);
      done = true;
      return rows;
    } catch (error) {
      throw stopped ? stopped.reason : this.#classify(error);
    } finally {
      ended = true;
      release();
      await giveBack(client, { keep: done, wasStopped: stopped !== undefined, reuse: true });
    }
  }

  async dropTable(table: TableRef): Promise<void> {
    const name = [table.schema, table.table].filter((part) => part !== undefined).map(quoteName);
    const result = await this.run(`DROP TABLE IF EXISTS ${name.join('.')}`, {
      signal: AbortSignal.timeout(CATALOG_TIMEOUT_MS),
      timeoutMs: CATALOG_TIMEOUT_MS,
      readOnly: false,
    });
    await readRows(result);
  }

  async estimate(sql: string, options: EstimateOptions): Promise<CostEstimate[]> {
    return costOf(await this.#explained(`EXPLAIN ${sql}`, options));
  }

  async plan(sql: string, options: EstimateOptions): Promise<PlanStep> {
    return planOf(await this.#explained(`EXPLAIN (FORMAT JSON) ${sql}`, options));
  }

  async ping(signal: AbortSignal): Promise<void> {
    await readRows(await this.run('SELECT 1', { signal, timeoutMs: CATALOG_TIMEOUT_MS, readOnly: true }));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.end();
  }

  /** The first cell of an explanation. */
  async #explained(sql: string, { signal, schema }: EstimateOptions): Promise<string> {
    const options = { signal, timeoutMs: CATALOG_TIMEOUT_MS, readOnly: true, ...(schema && { schema }) };
    return String((await readRows(await this.run(sql, options)))[0]?.[0] ?? '');
  }

  async #ask(sql: string): Promise<(string | number | boolean | bigint | null | { text: string })[][]> {
    return readRows(
      await this.run(sql, {
        signal: AbortSignal.timeout(CATALOG_TIMEOUT_MS),
        timeoutMs: CATALOG_TIMEOUT_MS,
        readOnly: true,
      }),
    );
  }

  async #checkOut(options: Reading, state?: OneState): Promise<Checkout> {
    if (this.#closed)
      throw this.#flavour.classify(
        'The connection to this database was closed because its settings changed.',
        {},
      );
    let client: PoolClient | undefined;
    try {
      client = await unlessAborted(this.#pool.connect(), options.signal, (late) => late.release());
      const results: unknown = await client.query(beginStatements(options, this.#flavour.settings, state));
      // Cancelling reaches only what runs: nothing may begin for who has gone meanwhile.
      options.signal.throwIfAborted();
      const last: unknown = Array.isArray(results) ? results.at(-1) : results;
      return { client, pid: backendPid(last) };
    } catch (error) {
      client?.release(true);
      throw options.signal.aborted ? options.signal.reason : this.#classify(error);
    }
  }

  /** Cancels until it has an effect: what reaches a backend between two messages of one query is dropped by the server. */
  async #stop(pid: number, hasEnded: () => boolean): Promise<void> {
    for (const wait of STOP_AGAIN_MS) {
      if (hasEnded()) return;
      await this.#cancel(pid);
      await setTimeout(wait, undefined, { ref: false });
    }
  }

  /** Asks the server, over a connection of its own, to stop what a backend does. */
  async #cancel(pid: number): Promise<void> {
    const client = new this.#client(this.#address);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`SELECT pg_cancel_backend(${pid})`);
    } catch (error) {
      process.emitWarning(
        `A query could not be cancelled on the server: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #classify(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ChartroomError) return error;
    const message =
      error instanceof AggregateError
        ? error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
        : error.message;
    const position =
      'position' in error && typeof error.position === 'string' ? Number(error.position) : undefined;
    return this.#flavour.classify(message, this.#context, { position });
  }
}
