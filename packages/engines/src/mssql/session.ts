import type { ColumnBatch } from '@chartroom/query';
import type { Connection } from 'tedious';
import type { ConnectionContext, ConnectionSettings, Result, RunOptions, Session } from '../engine.ts';
import { KeptConnections } from '../network/kept-connections.ts';
import { refusalIn } from '../network/outbound.ts';
import { wholeMessage } from '../network/whole-message.ts';
import { untilFinished } from '../rows/until-finished.ts';
import { SqlSession } from '../sql/sql-session.ts';
import { stopAfter } from '../stop-after.ts';
import type { Answer } from './answer.ts';
import { connectionConfig } from './connection.ts';
import { execute, send, tediousConnections } from './connections.ts';
import { classifyMssqlError } from './errors.ts';
import { describeTable, listRelations, listSchemas } from './introspect.ts';
import { checkStatement } from './read-only.ts';

/** Opens a SQL Server by an address; connections are made when needed and kept for a while. */
export function openMssql(settings: ConnectionSettings): Session {
  return new MssqlServer(settings);
}

class MssqlServer extends SqlSession implements Session {
  readonly #connections: KeptConnections<Connection>;
  readonly #context: ConnectionContext;

  constructor(settings: ConnectionSettings) {
    super({
      defaultSchema: 'SELECT SCHEMA_NAME()',
      schemas: listSchemas,
      relations: listRelations,
      describe: describeTable,
    });
    const { config, context } = connectionConfig(settings);
    this.#connections = new KeptConnections(tediousConnections(config));
    this.#context = context;
  }

  async run(sql: string, options: RunOptions): Promise<Result> {
    options.signal.throwIfAborted();
    checkStatement(sql, options.readOnly);
    let stopped: { reason: unknown } | undefined;
    const explain = (error: unknown): unknown =>
      stopped ? stopped.reason : this.#explain(error, options.signal);
    const connection = await this.#connections.take(options.signal).catch((error: unknown) => {
      throw explain(error);
    });
    let answer: Answer | undefined;
    const release = stopAfter(options, (reason) => {
      stopped = { reason };
      connection.cancel();
    });
    const finish = async (failed: boolean): Promise<void> => {
      release();
      if (answer && !answer.ended) {
        connection.cancel();
        answer.letGo();
        await answer.settled;
      }
      const keep = !options.readOnly && !failed && !stopped;
      try {
        await execute(connection, `IF @@TRANCOUNT > 0 ${keep ? 'COMMIT' : 'ROLLBACK'} TRANSACTION`);
        this.#connections.giveBack(connection, stopped === undefined);
      } catch (error) {
        this.#connections.giveBack(connection, false);
        if (keep) throw explain(error);
      }
    };
    try {
      await execute(connection, 'SET XACT_ABORT ON; BEGIN TRANSACTION');
      // Cancelling reaches only what runs: nothing may begin for who has gone meanwhile.
      options.signal.throwIfAborted();
      answer = await send(connection, sql);
      if (stopped) connection.cancel();
      const columns = await answer.columns;
      const { rows } = answer;
      return { columns, batches: untilFinished(() => firstRows(rows, options.maxRows), { finish, explain }) };
    } catch (error) {
      await finish(true);
      throw explain(error);
    }
  }

  async close(): Promise<void> {
    this.#connections.close();
  }

  #explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    const refusal = refusalIn(error);
    if (refusal || !(error instanceof Error)) return refusal ?? error;
    return classifyMssqlError(wholeMessage(error), this.#context);
  }
}

async function* firstRows(
  rows: AsyncIterable<ColumnBatch>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<ColumnBatch> {
  let left = most;
  for await (const batch of rows) {
    if (left <= 0) break;
    yield batch.length <= left
      ? batch
      : { length: left, columns: batch.columns.map((cells) => cells.slice(0, left)) };
    left -= batch.length;
    if (left <= 0) break;
  }
}
