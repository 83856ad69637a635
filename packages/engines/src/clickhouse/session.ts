import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ChartroomError } from '@chartroom/model';
import type { ClickHouseClient } from '@clickhouse/client';
import type {
  ConnectionContext,
  ConnectionSettings,
  Result,
  RunOptions,
  Session,
  TableLoad,
  TableRef,
} from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { SCHEMA_AS_DATABASE } from '../network/address-place.ts';
import { CATALOG_TIMEOUT_MS, SqlSession, takeBatches } from '../sql/sql-session.ts';
import { Stop } from '../stop.ts';
import { stopAfter, unlessAborted } from '../stop-after.ts';
import { parseUri } from '../uri.ts';
import { Answer, FORMAT } from './answer.ts';
import { connectionOptions } from './connection.ts';
import { classifierOf } from './errors.ts';
import { describeTable, listFunctions, listRelations, listSchemas } from './introspect.ts';
import { type LoadServer, loadTable, nameOf } from './load-table.ts';
import { refuseWrites } from './read-only.ts';
import { type Freedom, settingsOf } from './settings.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Milliseconds that a server which does not answer may keep a cancelled query from ending. */
const KILL_TIMEOUT_MS = 5_000;
/** A query that was sent may not be known to the server yet: milliseconds until it is looked for again. */
const KILL_AGAIN_MS = 50;

/** Milliseconds that a step of loading may take on the server; rows that are added to a large table may take long. */
const WRITE_TIMEOUT_MS = 3_600_000;

/** Opens a server over its HTTP interface; connections are made when needed and kept for a moment. */
export function openClickHouse(settings: ConnectionSettings, engineName: string): Session {
  return new ClickHouseServer(settings, engineName);
}

interface Clients {
  /** Runs queries. */
  queries: ClickHouseClient;
  /** Ends them: over connections of its own, since those of the queries may all be in use. */
  control: ClickHouseClient;
}

class ClickHouseServer extends SqlSession implements Session {
  readonly #settings: ConnectionSettings;
  readonly #engineName: string;
  readonly #context: ConnectionContext;
  #clients: Promise<Clients> | undefined;
  #closed = false;
  /** Which settings the account may change; asked once. */
  #freedom: Promise<Freedom> | undefined;

  constructor(settings: ConnectionSettings, engineName: string) {
    super({
      defaultSchema: 'SELECT currentDatabase()',
      schemas: listSchemas,
      relations: listRelations,
      describe: (ask, table) => describeTable(ask, table, engineName),
    });
    this.#settings = settings;
    this.#engineName = engineName;
    this.#context = connectionOptions(settings).context;
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    options.signal.throwIfAborted();
    if (options.readOnly) refuseWrites(sql, this.#engineName);
    const queryId = randomUUID();
    const request = new AbortController();
    const answering = this.#answer(sql, { ...options, queryId, request: request.signal });
    const begun = answering.then(
      () => true,
      () => true,
    );
    let answer: Answer | undefined;
    const stop = new Stop(async () => {
      // A query that waits for its reader hears of its end only when the reader has gone.
      answer?.leave();
      await this.#kill(queryId, begun);
      request.abort();
    });
    const release = stopAfter(options, (reason) => stop.because(reason));
    const explain = (error: unknown): unknown => (stop.begun ? stop.reason : this.#explain(error));
    const finish = async (): Promise<void> => {
      release();
      // What was left in the middle goes on in the server until it is killed.
      if (answer && !answer.ended) stop.because(undefined);
      await stop.done;
    };
    try {
      answer = await answering;
      const columns = await answer.columns();
      return { columns, batches: takeBatches(answer, { maxRows: options.maxRows, finish, explain }) };
    } catch (error) {
      await finish();
      throw explain(error);
    }
  }

  async load(load: TableLoad): Promise<number> {
    load.signal.throwIfAborted();
    const { queries } = await this.#connect();
    const server: LoadServer = {
      ask: this.ask,
      execute: (sql) => this.#write(sql),
      insert: async (table, [first = '', ...more], values) => {
        await queries.insert({
          table,
          columns: [quoteName(first), ...more.map(quoteName)],
          values,
          format: 'TabSeparated',
          abort_signal: load.signal,
          // Of a statement that is given its rows, the settings of reading mean nothing.
          clickhouse_settings: {
            database: this.#context.database ?? 'default',
            max_execution_time: 0,
            async_insert: 0,
          },
        });
      },
      engineName: this.#engineName,
    };
    try {
      return await loadTable(server, load);
    } catch (error) {
      throw load.signal.aborted ? load.signal.reason : this.#explain(error);
    }
  }

  async dropTable(table: TableRef): Promise<void> {
    await this.#write(`DROP TABLE IF EXISTS ${nameOf(table)} SYNC`);
  }

  functions(): Promise<string[]> {
    return listFunctions((sql) => this.ask(sql));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const clients = await this.#clients;
    await Promise.all([clients?.queries.close(), clients?.control.close()]);
  }

  async #write(sql: string): Promise<void> {
    await readRows(
      await this.run(sql, {
        signal: new AbortController().signal,
        timeoutMs: WRITE_TIMEOUT_MS,
        readOnly: false,
      }),
    );
  }

  /** The clients; the driver is loaded at first use. */
  async #connect(): Promise<Clients> {
    if (this.#closed)
      throw this.#classify('The connection to this database was closed because its settings changed.');
    this.#clients ??= import('@clickhouse/client').then(({ createClient, ClickHouseLogLevel }) => {
      const log = { level: ClickHouseLogLevel.OFF };
      const create = (): ClickHouseClient =>
        createClient({ ...connectionOptions(this.#settings).options, log });
      return { queries: create(), control: create() };
    });
    return this.#clients;
  }

  /** Sends a statement; resolves when the server has begun to answer. */
  async #answer(
    sql: string,
    options: RunOptions & { queryId: string; request: AbortSignal },
  ): Promise<Answer> {
    const { queries } = await this.#connect();
    this.#freedom ??= freedomOf(queries);
    const freedom = await unlessAborted(this.#freedom, options.request, () => undefined).catch(
      (error: unknown) => {
        // The next query asks again.
        this.#freedom = undefined;
        throw error;
      },
    );
    const { stream, response_headers } = await queries.exec({
      query: sql,
      query_id: options.queryId,
      abort_signal: options.request,
      clickhouse_settings: settingsOf(
        {
          ...options,
          schema: SCHEMA_AS_DATABASE.of(SCHEMA_AS_DATABASE.at(parseUri(this.#settings.uri), options)).schema,
        },
        freedom,
      ),
    });
    const format = response_headers['x-clickhouse-format'];
    if (format !== undefined && format !== FORMAT) {
      stream.destroy();
      throw this.#classify(
        `The statement asks for the format ${String(format)}: leave its FORMAT clause out.`,
      );
    }
    return new Answer(stream, this.#settings.bounds);
  }

  /**
   * Ends a query over another connection. One that the server does not know yet is looked for until it has begun
   * to answer, so that nothing runs for who has gone.
   */
  async #kill(queryId: string, begun: Promise<boolean>): Promise<void> {
    const limit = AbortSignal.timeout(KILL_TIMEOUT_MS);
    try {
      const { control } = await this.#connect();
      for (;;) {
        const answer = await control.query({
          query: `KILL QUERY WHERE query_id = ${quoteText(queryId)} ASYNC`,
          format: 'JSONEachRow',
          abort_signal: limit,
        });
        const isKilled = (await answer.text()).trim() !== '';
        if (isKilled || (await Promise.race([begun, setTimeout(KILL_AGAIN_MS, false)])) || limit.aborted)
          return;
      }
    } catch (error) {
      process.emitWarning(
        `A query could not be cancelled on the server: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ChartroomError) return error;
    return this.#classify(textOf(error));
  }

  #classify(text: string): ChartroomError {
    return classifierOf(this.#engineName)(text, this.#context);
  }
}

/** The server's words as it wrote them, with the number that the client takes off; else those of the network. */
function textOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^\d+$/.test(code)) return `Code: ${code}. DB::Exception: ${error.message}`;
  const message = error instanceof AggregateError || error.message === '' ? code : error.message;
  return message || String(error);
}

/** Asks which settings the account may change. The answer is the account's, so that no statement can make it another. */
async function freedomOf(client: ClickHouseClient): Promise<Freedom> {
  const abort_signal = AbortSignal.timeout(CATALOG_TIMEOUT_MS);
  const answer = await client.query({
    query: "SELECT toUInt8(getSetting('readonly'))",
    format: 'TabSeparated',
    abort_signal,
  });
  const readonly = (await answer.text()).trim();
  if (readonly === '0') return 'all';
  return readonly === '2' ? 'formats' : 'none';
}
