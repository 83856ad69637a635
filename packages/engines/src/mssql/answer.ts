import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import type { Connection, Request } from 'tedious';
import { RowStream } from '../rows/row-stream.ts';
import { describeColumn, type WireColumn } from './values.ts';

/** Rows of a batch, and batches that may wait before the server is told to wait too. */
const BATCH_ROWS = 1_000;
const MOST_WAITING = 4;

/** One statement on its way: its columns as soon as they are known, its rows as they come. */
export class Answer {
  readonly rows: RowStream;
  readonly #request: Request;
  readonly #described = Promise.withResolvers<ResultColumn[]>();
  readonly #settled = Promise.withResolvers<void>();
  #readers: ((value: unknown) => Cell)[] | undefined;
  #pending: Cell[][] = [];
  #waiting = 0;
  #failure: unknown;
  ended = false;

  /** `make` builds the driver's request around the callback that ends it. */
  constructor(connection: Connection, make: (done: (error?: Error | null) => void) => Request) {
    this.#described.promise.catch(() => undefined);
    this.rows = new RowStream({ onPulled: () => this.#pulled(), onLeft: () => undefined });
    this.#request = make((error) => this.#end(error ?? undefined));
    this.#request.on('columnMetadata', (columns) => this.#describe(connection, Object.values(columns)));
    this.#request.on('row', (columns: unknown) => this.#row(Array.isArray(columns) ? columns : []));
    connection.execSqlBatch(this.#request);
  }

  /** Rejects when the statement fails before it has columns; none when it has no answer. */
  get columns(): Promise<ResultColumn[]> {
    return this.#described.promise;
  }

  /** Resolves when the server has ended the statement, however it ended. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Lets the rest of the answer come and go, e.g. before the connection is used for something else. */
  letGo(): void {
    this.#request.resume();
  }

  #describe(connection: Connection, columns: WireColumn[]): void {
    if (this.#readers) {
      this.#failure = new Error('The statement gives more than one answer; one can be read.');
      connection.cancel();
      return;
    }
    const described = columns.map(describeColumn);
    this.#readers = described.map(({ read }) => read);
    this.#described.resolve(described.map(({ column }) => column));
  }

  #row(columns: { value?: unknown }[]): void {
    if (this.#failure !== undefined) return;
    this.#pending.push((this.#readers ?? []).map((read, index) => read(columns[index]?.value)));
    if (this.#pending.length >= BATCH_ROWS) this.#flush();
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const rows = this.#pending;
    this.#pending = [];
    const batch: ColumnBatch = {
      length: rows.length,
      columns: (this.#readers ?? []).map((_, column) => rows.map((row) => row[column] ?? null)),
    };
    this.rows.push([batch]);
    this.#waiting += 1;
    if (this.#waiting >= MOST_WAITING) this.#request.pause();
  }

  #pulled(): void {
    this.#waiting -= 1;
    if (this.#waiting < MOST_WAITING) this.#request.resume();
  }

  #end(error: Error | undefined): void {
    this.ended = true;
    const failure = this.#failure ?? error;
    if (failure === undefined) {
      this.#flush();
      this.rows.end();
      this.#described.resolve([]);
    } else {
      this.rows.fail(failure);
      this.#described.reject(failure);
    }
    this.#settled.resolve();
  }
}
