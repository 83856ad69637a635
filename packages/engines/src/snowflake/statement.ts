import { ChartroomError } from '@chartroom/model';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import type { Connection, FileAndStageBindStatement, RowStatement } from 'snowflake-sdk';
import type { ConnectionContext } from '../engine.ts';
import { batchOf, type RemoteQuery } from '../network/remote-query.ts';
import { textOfError } from '../sql/error-rules.ts';
import { classifySnowflakeError } from './errors.ts';
import { describeColumn } from './values.ts';

const BATCH_ROWS = 1_000;

type Running = RowStatement | FileAndStageBindStatement;

/** One statement on a connection that may still have to be made. Rows are streamed as the driver loads their chunks. */
export class SnowflakeStatement implements RemoteQuery {
  readonly #sql: string;
  readonly #connect: () => Promise<Connection>;
  readonly #failure: () => Error | undefined;
  readonly #timeoutMs: number;
  readonly #context: ConnectionContext;
  #running: Running | undefined;
  #rows: AsyncIterator<unknown> | undefined;
  #stream: { destroy(): unknown } | undefined;
  #parsers: ((value: unknown) => Cell)[] = [];

  constructor(
    sql: string,
    {
      connect,
      failure,
      timeoutMs,
      context,
    }: {
      connect(): Promise<Connection>;
      failure(): Error | undefined;
      timeoutMs: number;
      context: ConnectionContext;
    },
  ) {
    this.#sql = sql;
    this.#connect = connect;
    this.#failure = failure;
    this.#timeoutMs = timeoutMs;
    this.#context = context;
  }

  async begin(signal: AbortSignal): Promise<ResultColumn[]> {
    const connection = await this.#connect();
    signal.throwIfAborted();
    const statement = await this.#execute(connection);
    const described = (statement.getColumns() ?? []).map(describeColumn);
    this.#parsers = described.map(({ parse }) => parse);
    const stream = statement.streamRows();
    this.#stream = stream;
    this.#rows = stream[Symbol.asyncIterator]();
    return described.map(({ column }) => column);
  }

  async next(signal: AbortSignal): Promise<ColumnBatch | null> {
    const rows: unknown[] = [];
    while (this.#rows && rows.length < BATCH_ROWS) {
      const { value, done } = await this.#rows.next();
      signal.throwIfAborted();
      if (done) this.#rows = undefined;
      else rows.push(value);
    }
    return rows.length > 0 ? batchOf(rows, this.#parsers) : null;
  }

  async cancel(): Promise<void> {
    this.#stream?.destroy();
    const running = this.#running;
    if (running)
      await new Promise<void>((resolve, reject) =>
        running.cancel((error) => (error ? reject(error) : resolve())),
      );
  }

  explain(error: unknown): unknown {
    const failure = this.#failure();
    if (failure instanceof ChartroomError) return failure;
    const text = textOfError(error);
    const place = /line (\d+) at position (\d+)/.exec(text);
    return classifySnowflakeError(
      text,
      this.#context,
      place ? { line: Number(place[1]), column: Number(place[2]) + 1 } : {},
    );
  }

  #execute(connection: Connection): Promise<Running> {
    const seconds = Math.ceil(this.#timeoutMs / 1_000);
    return new Promise((resolve, reject) => {
      this.#running = connection.execute({
        sqlText: this.#sql,
        streamResult: true,
        parameters: {
          // Moments with a zone are resolved; times keep their fractions.
          TIMEZONE: 'UTC',
          TIME_OUTPUT_FORMAT: 'HH24:MI:SS.FF6',
          MULTI_STATEMENT_COUNT: 1,
          ...(Number.isFinite(seconds) && { STATEMENT_TIMEOUT_IN_SECONDS: Math.max(1, seconds) }),
        },
        complete: (error, statement) => {
          if (!error) return resolve(statement);
          // What has failed has nothing to be cancelled.
          this.#running = undefined;
          reject(error);
        },
      });
    });
  }
}
