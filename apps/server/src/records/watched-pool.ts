import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isLoss, RecordsLostError } from './records-lost.ts';

/** Milliseconds that the server is given to end a statement by itself before the connection is taken for dead. */
const GRACE = 1_000;

/** Limits of what the records are waited for. */
export interface RecordsPatience {
  /** Milliseconds that a statement may take; none while the records are brought up to date. */
  statement: number | undefined;
}

/**
 * Connections of which none can stop the server: one that is lost, by a restart of its server or in the middle of a
 * transaction, ends what was asked of it with `RecordsLostError` and is replaced; so is one that says nothing for
 * longer than `patience.statement`.
 */
export class WatchedPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #patience: RecordsPatience;
  readonly #known = new WeakMap<PoolClient, WatchedClient>();

  constructor(pool: Pool, patience: RecordsPatience) {
    this.#pool = pool;
    this.#patience = patience;
    // One that breaks while nobody uses it is replaced; its loss concerns nobody. Unheard, the event would end this process.
    pool.on('error', () => undefined);
    // The same for one that breaks between two statements of a transaction: the next statement tells.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new RecordsLostError('connecting', error);
    });
    const known = this.#known.get(client) ?? new WatchedClient(client, this.#patience);
    this.#known.set(client, known);
    try {
      await known.prepare();
    } catch (error) {
      known.release();
      throw error;
    }
    return known;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

class WatchedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #patience: RecordsPatience;
  #limit: number | undefined;
  #isNew = true;
  #isInTransaction = false;
  #lost: RecordsLostError | undefined;

  constructor(client: PoolClient, patience: RecordsPatience) {
    this.#client = client;
    this.#patience = patience;
  }

  /** Tells the server how long a statement may take, when it does not know. */
  async prepare(): Promise<void> {
    const { statement } = this.#patience;
    // To compile a statement takes longer than any of the records' own runs.
    if (this.#isNew) await this.#ask('set jit = off', []);
    this.#isNew = false;
    if (this.#limit === statement) return;
    await this.#ask(`set statement_timeout = ${statement ?? 0}`, []);
    this.#limit = statement;
  }

  query<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    sql: string | PostgresCursor<Row>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof sql !== 'string') throw new TypeError('The records are not read as a stream.');
    return this.#ask<Row>(sql, parameters);
  }

  /** Gives the connection back; one that is lost is closed. */
  release(): void {
    this.#isInTransaction = false;
    this.#client.release(this.#lost !== undefined);
  }

  async #ask<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    // What follows in a transaction whose connection is lost (its rollback, above all) is not waited for once more.
    if (this.#lost) throw this.#lost;
    try {
      const answer = await this.#within(sql, () => this.#client.query<Row & object>(sql, [...parameters]));
      if (sql === 'begin') this.#isInTransaction = true;
      else if (sql === 'commit' || sql === 'rollback') this.#isInTransaction = false;
      return { command: commandOf(answer.command), rowCount: answer.rowCount ?? 0, rows: answer.rows };
    } catch (error) {
      if (isLoss(error)) this.#lost ??= new RecordsLostError(this.#stage(sql), error);
      throw this.#lost ?? error;
    }
  }

  async #within<Value>(sql: string, ask: () => Promise<Value>): Promise<Value> {
    const { statement } = this.#patience;
    if (statement === undefined) return ask();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#lost = new RecordsLostError(
          this.#stage(sql),
          new Error(`no answer within ${statement + GRACE} ms`),
        );
        reject(this.#lost);
      }, statement + GRACE);
    });
    try {
      return await Promise.race([ask(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #stage(sql: string): RecordsLostError['during'] {
    if (sql === 'commit') return 'saving';
    if (this.#isInTransaction || sql === 'begin') return 'transaction';
    return /^\s*(select|set|with)\b/i.test(sql) ? 'reading' : 'saving';
  }
}

const CHANGES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const;

/** What the server did, as far as anybody asks: rows were changed, or read. */
function commandOf(command: string): PostgresQueryResult<unknown>['command'] {
  return CHANGES.find((change) => change === command) ?? 'SELECT';
}
