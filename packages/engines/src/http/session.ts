import { randomUUID } from 'node:crypto';
import { ChartroomError } from '@chartroom/model';
import type { Cell, ColumnBatch } from '@chartroom/query';
import type { Engine, Relation, Result, RunOptions, Session, TableDescription, TableRef } from '../engine.ts';
import { readRows } from '../files/read-rows.ts';
import { Stop } from '../stop.ts';
import { stopAfter } from '../stop-after.ts';
import type { HttpAddress } from './address.ts';
import { type HttpRequest, send, textOfFailure } from './request.ts';

const CATALOG_TIMEOUT_MS = 30_000;
/** Milliseconds that a server which does not answer may keep a cancelled query from ending. */
const CANCEL_TIMEOUT_MS = 5_000;

/** A statement under way. */
export interface Question {
  id: string;
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal;
  timeoutMs: number;
}

/** What sessions over HTTP have in common: limits, cancelling, errors. Servers of this kind only read, so that no statement changes anything. */
export abstract class HttpSession implements Session {
  protected readonly address: HttpAddress;
  readonly #classify: Engine['classify'];
  readonly #ping: string;
  #closed = false;

  /** `ping` is the cheapest statement that the server knows. */
  constructor(address: HttpAddress, classify: Engine['classify'], ping = 'SELECT 1') {
    this.address = address;
    this.#ping = ping;
    this.#classify = classify;
  }

  /** Sends a statement and reads the head of its answer; the batches end with an error where the answer is not whole. */
  protected abstract answer(sql: string, question: Question): Promise<Result>;
  /** Tells the server that nobody waits for an answer any more; its connection is closed afterwards. */
  protected abstract cancel(id: string, signal: AbortSignal): Promise<void>;
  abstract schemas(): Promise<string[]>;
  abstract defaultSchema(): Promise<string | null>;
  abstract relations(schema: string): Promise<Relation[]>;
  abstract describe(table: TableRef): Promise<TableDescription>;

  async run(sql: string, options: RunOptions): Promise<Result> {
    options.signal.throwIfAborted();
    if (this.#closed)
      throw this.explain(
        new Error('The connection to this database was closed because its settings changed.'),
      );
    const request = new AbortController();
    const question = { id: randomUUID(), signal: request.signal, timeoutMs: options.timeoutMs };
    const stop = new Stop(async () => {
      await this.#tell(question.id);
      request.abort();
    });
    const release = stopAfter(options, (reason) => stop.because(reason));
    const explain = (error: unknown): unknown => (stop.begun ? stop.reason : this.explain(error));
    try {
      const { columns, batches } = await this.answer(sql, question);
      return { columns, batches: stream({ batches, maxRows: options.maxRows, stop, release, explain }) };
    } catch (error) {
      release();
      await stop.done;
      throw explain(error);
    }
  }

  async catalogs(): Promise<string[]> {
    return [];
  }

  async ping(signal: AbortSignal): Promise<void> {
    await readRows(await this.run(this.#ping, { signal, timeoutMs: CATALOG_TIMEOUT_MS, readOnly: true }));
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  /** Rows of a small answer. */
  protected async ask(sql: string): Promise<Cell[][]> {
    const signal = AbortSignal.timeout(CATALOG_TIMEOUT_MS);
    return readRows(await this.run(sql, { signal, timeoutMs: CATALOG_TIMEOUT_MS, readOnly: true }));
  }

  protected send(request: HttpRequest): Promise<Response> {
    return send(this.address, request);
  }

  /** What an error of the network or the server means. */
  protected explain(error: unknown): unknown {
    return error instanceof Error && !(error instanceof ChartroomError)
      ? this.#classify(textOfFailure(error), this.address.context)
      : error;
  }

  /** The error of a description of what is not there. */
  protected noSuchTable({ table, schema }: TableRef): ChartroomError {
    const { extra } = this.#classify('', {});
    return new ChartroomError(`Table "${schema ? `${schema}.` : ''}${table}" does not exist.`, {
      status: 404,
      error_type: 'TABLE_DOES_NOT_EXIST_ERROR',
      extra,
    });
  }

  async #tell(id: string): Promise<void> {
    try {
      await this.cancel(id, AbortSignal.timeout(CANCEL_TIMEOUT_MS));
    } catch (error) {
      process.emitWarning(
        `A query could not be cancelled on the server: ${error instanceof Error ? textOfFailure(error) : String(error)}`,
      );
    }
  }
}

async function* stream(options: {
  batches: AsyncIterable<ColumnBatch>;
  maxRows: number | undefined;
  stop: Stop;
  release(): void;
  explain(error: unknown): unknown;
}): AsyncGenerator<ColumnBatch> {
  let left = options.maxRows ?? Number.POSITIVE_INFINITY;
  let isOver = false;
  try {
    if (left > 0) {
      for await (const batch of options.batches) {
        yield batch.length <= left
          ? batch
          : { length: left, columns: batch.columns.map((column) => column.slice(0, left)) };
        left -= batch.length;
        if (left <= 0) return;
      }
    }
    isOver = left > 0;
  } catch (error) {
    isOver = true;
    throw options.explain(error);
  } finally {
    options.release();
    // What was left in the middle goes on in the server until it is told.
    if (!isOver) options.stop.because(undefined);
    await options.stop.done;
  }
}

/** A description that knows columns only, as servers of this kind do. */
export function columnsOnly(
  columns: readonly { name: string; nativeType: string; nullable: boolean }[],
): TableDescription {
  return {
    columns: columns.map((column) => ({ ...column, default: null, comment: null })),
    primaryKey: null,
    foreignKeys: [],
    indexes: [],
    comment: null,
  };
}
