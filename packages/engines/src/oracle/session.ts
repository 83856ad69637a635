import { setTimeout } from 'node:timers/promises';
import { ChartroomError } from '@chartroom/model';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import type { Connection, ResultSet } from 'oracledb';
import type { ConnectionContext, ConnectionSettings, Result, RunOptions, Session } from '../engine.ts';
import { KeptConnections } from '../network/kept-connections.ts';
import { wholeMessage } from '../network/whole-message.ts';
import { SqlSession } from '../sql/sql-session.ts';
import { stopAfter } from '../stop-after.ts';
import { oracleAddress } from './connection.ts';
import { classifyOracleError } from './errors.ts';
import { connect } from './guarded-connect.ts';
import { describeTable, listRelations, listSchemas } from './introspect.ts';
import { checkedStatement } from './read-only.ts';
import { describeColumn, fetchForm } from './values.ts';

/** Milliseconds that a server which does not answer may keep a stopped query from ending. */
const BREAK_TIMEOUT_MS = 5_000;
const BATCH_ROWS = 1_000;

/** Opens an Oracle database by an address, in the driver's thin mode; connections are made when needed and kept for a while. */
export function openOracle(settings: ConnectionSettings): Session {
  return new OracleDatabase(settings);
}

/** What a run has of its connection. */
interface Running {
  stopped: { reason: unknown } | undefined;
  /** Rejects with the reason when the server did not end a stopped statement in time. */
  overdue: Promise<never>;
}

class OracleDatabase extends SqlSession implements Session {
  readonly #connections: KeptConnections<Connection>;
  readonly #context: ConnectionContext;

  constructor({ uri, outbound }: ConnectionSettings) {
    super({
      defaultSchema: "SELECT SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA') FROM dual",
      ping: 'SELECT 1 FROM dual',
      schemas: listSchemas,
      relations: listRelations,
      describe: describeTable,
    });
    const address = oracleAddress(uri);
    this.#context = address.context;
    this.#connections = new KeptConnections<Connection>({
      open: () => connect(address, outbound),
      close: (connection) => void connection.close({ drop: true }).catch(() => undefined),
    });
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    options.signal.throwIfAborted();
    const statement = checkedStatement(sql, options.readOnly);
    const { promise: overdue, reject } = Promise.withResolvers<never>();
    overdue.catch(() => undefined);
    const running: Running = { stopped: undefined, overdue };
    const explain = (error: unknown): unknown =>
      running.stopped ? running.stopped.reason : this.#explain(error, options.signal);
    const connection = await this.#take(options, explain);
    const release = stopAfter(options, (reason) => {
      running.stopped = { reason };
      void connection.break().catch(() => undefined);
      void setTimeout(BREAK_TIMEOUT_MS, undefined, { ref: false }).then(() => reject(reason));
    });
    const finish = async (failed: boolean): Promise<void> => {
      release();
      const keep = !options.readOnly && !failed && !running.stopped;
      try {
        // A connection on which something was stopped ends: the break may still be on its way.
        if (!running.stopped) await (keep ? connection.commit() : connection.rollback());
        // A schema that was chosen stays chosen.
        this.#connections.giveBack(connection, !running.stopped && options.schema === undefined);
      } catch (error) {
        this.#connections.giveBack(connection, false);
        if (keep) throw explain(error);
      }
    };
    try {
      const answer = await Promise.race([begin(connection, statement, options), overdue]);
      return {
        columns: answer.columns,
        batches: stream({ answer, running, maxRows: options.maxRows, finish, explain }),
      };
    } catch (error) {
      await finish(true);
      throw explain(error);
    }
  }

  async close(): Promise<void> {
    this.#connections.close();
  }

  /** A connection, unless the time of the query is over before there is one. */
  async #take(options: RunOptions, explain: (error: unknown) => unknown): Promise<Connection> {
    const late = new AbortController();
    const release = stopAfter(options, (reason) => late.abort(reason));
    try {
      return await this.#connections.take(late.signal);
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : explain(error);
    } finally {
      release();
    }
  }

  #explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    if (!(error instanceof Error) || error instanceof ChartroomError) return error;
    return classifyOracleError(wholeMessage(error), this.#context);
  }
}

interface OpenAnswer {
  columns: ResultColumn[];
  readers: ((value: unknown) => Cell)[];
  rows: ResultSet | undefined;
}

/** Begins the transaction, in the schema that is asked for, and sends the statement. */
async function begin(
  connection: Connection,
  statement: string,
  { readOnly, schema, signal }: RunOptions,
): Promise<OpenAnswer> {
  const { default: library } = await import('oracledb');
  if (schema !== undefined) {
    await connection.execute(`ALTER SESSION SET CURRENT_SCHEMA = "${schema.replaceAll('"', '')}"`, [], {});
  }
  if (readOnly) await connection.execute('SET TRANSACTION READ ONLY', [], {});
  // Cancelling reaches only what runs: nothing may begin for who has gone meanwhile.
  signal.throwIfAborted();
  const forms = { text: library.STRING, bytes: library.BUFFER };
  const { resultSet: rows } = await connection.execute(statement, [], {
    resultSet: true,
    outFormat: library.OUT_FORMAT_ARRAY,
    prefetchRows: BATCH_ROWS,
    fetchArraySize: BATCH_ROWS,
    fetchTypeHandler: (column) => {
      const form = fetchForm(column);
      return form && { type: forms[form] };
    },
  });
  const described = (rows?.metaData ?? []).map(describeColumn);
  return { columns: described.map(({ column }) => column), readers: described.map(({ read }) => read), rows };
}

async function* stream(options: {
  answer: OpenAnswer;
  running: Running;
  maxRows: number | undefined;
  finish(failed: boolean): Promise<void>;
  explain(error: unknown): unknown;
}): AsyncGenerator<ColumnBatch> {
  const { rows, readers } = options.answer;
  let left = options.maxRows ?? Number.POSITIVE_INFINITY;
  let failed = true;
  try {
    while (rows && left > 0) {
      const read = await Promise.race([rows.getRows(Math.min(BATCH_ROWS, left)), options.running.overdue]);
      if (read.length === 0) break;
      left -= read.length;
      yield {
        length: read.length,
        columns: readers.map((reader, column) => read.map((row) => reader(row[column]))),
      };
    }
    failed = false;
  } catch (error) {
    throw options.explain(error);
  } finally {
    // Rows that nobody reads to their end keep a cursor of the session, of which there are few. Whether the connection
    // still serves shows at the end of its transaction.
    if (!options.running.stopped) await rows?.close().catch(() => undefined);
    await options.finish(failed);
  }
}
