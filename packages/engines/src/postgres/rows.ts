import { setTimeout } from 'node:timers/promises';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import { type Connection, type PoolClient, Query, type QueryArrayResult } from 'pg';
import { RowQueue } from '../rows/row-queue.ts';
import { describeColumn, parserOf } from './values.ts';

/** Milliseconds that the end of an answer may take to arrive behind its last row. */
const END_MS = 50;

/**
 * The rows of one statement as they come. They are all asked for at once: a server that is asked for some at a time
 * (a cursor) plans without parallel workers. Only one statement passes: the extended protocol takes no more.
 */
export class IncomingRows {
  readonly #described = Promise.withResolvers<ResultColumn[]>();
  readonly #finished = Promise.withResolvers<{ error: unknown } | undefined>();
  readonly #queue: RowQueue;
  #socket: Connection['stream'] | undefined;
  #width = 0;
  #left = false;

  /** Sends the statement. */
  constructor(client: PoolClient, sql: string) {
    this.#described.promise.catch(() => undefined);
    this.#queue = new RowQueue({
      pause: () => void this.#socket?.pause(),
      resume: () => void this.#socket?.resume(),
    });
    const config = { text: sql, rowMode: 'array', queryMode: 'extended', types: { getTypeParser: parserOf } };
    const query = new Query<Cell[]>(config);
    const submit = query.submit;
    query.submit = (connection) => {
      this.#socket = connection.stream;
      return submit.call(query, connection);
    };
    query.on('row', (row: Cell[], result: QueryArrayResult | undefined) => this.#add(row, result));
    query.on('error', (error: unknown) => this.#fail(error));
    query.on('end', (result: QueryArrayResult) => this.#onEnd(result));
    client.query(query);
  }

  /** The columns, when the first row or the end is there. Rejects with the server's error. */
  get columns(): Promise<ResultColumn[]> {
    return this.#described.promise;
  }

  /** Whether the server has nothing more to say. */
  get ended(): boolean {
    return this.#queue.ended;
  }

  /** The next rows, at most `limit`; null at the end. */
  async next(limit: number): Promise<ColumnBatch | null> {
    const rows = await this.#queue.next(limit);
    return rows && toColumns(rows, this.#width);
  }

  /** Whether the server answers already. */
  get begun(): boolean {
    return this.#width > 0 || this.ended;
  }

  /** Whether the end arrives at once, when no more rows are wanted. */
  async endsNow(): Promise<boolean> {
    this.#leave();
    if (!this.ended)
      await Promise.race([this.#finished.promise, setTimeout(END_MS, undefined, { ref: false })]);
    return this.ended;
  }

  /** Waits for the end, whatever still comes, and answers the error that it is. */
  async end(): Promise<{ error: unknown } | undefined> {
    this.#leave();
    return this.#finished.promise;
  }

  #leave(): void {
    this.#left = true;
    this.#socket?.resume();
  }

  #add(row: Cell[], result: QueryArrayResult | undefined): void {
    // The answer comes with each row; its columns are the same.
    if (result && this.#width === 0) this.#describe(result);
    if (!this.#left) this.#queue.add(row);
  }

  #describe({ fields }: QueryArrayResult): void {
    this.#width = fields.length;
    this.#described.resolve(fields.map((field) => describeColumn(field.name, field.dataTypeID)));
  }

  #fail(error: unknown): void {
    this.#described.reject(error);
    this.#queue.fail(error);
    this.#finished.resolve({ error });
  }

  #onEnd(result: QueryArrayResult): void {
    this.#describe(result);
    this.#queue.end();
    this.#finished.resolve(undefined);
  }
}

function toColumns(rows: Cell[][], width: number): ColumnBatch {
  const columns: Cell[][] = [];
  for (let column = 0; column < width; column++) {
    const cells: Cell[] = new Array(rows.length);
    for (let row = 0; row < rows.length; row++) cells[row] = rows[row]?.[column] ?? null;
    columns.push(cells);
  }
  return { length: rows.length, columns };
}
