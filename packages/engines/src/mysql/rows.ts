import { setImmediate } from 'node:timers/promises';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import type { Connection } from 'mysql2';
import { readRows } from '../files/read-rows.ts';
import { tooLargeCell, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { RowQueue } from '../rows/row-queue.ts';
import { describeColumn, type WireColumn } from './values.ts';

type Parse = (bytes: Buffer) => Cell;
/** What of a connection takes a statement. */
type Speaker = Pick<Connection, 'query' | 'pause' | 'resume' | 'on' | 'off'>;

/**
 * The rows of one statement as they come: read ahead a little, then the server waits for the reader. Of a procedure that
 * answers several results these are the rows of the first.
 */
export class IncomingRows {
  readonly #connection: Speaker;
  readonly #described = Promise.withResolvers<ResultColumn[]>();
  readonly #queue: RowQueue;
  readonly #mostBytes: number;
  #parsers: Parse[] = [];
  /** Results that have begun. */
  #results = 0;

  /** Sends the statement; a cell of more bytes than `mostBytes` ends it. */
  constructor(connection: Speaker, sql: string, mostBytes = USUAL_BOUNDS.MAX_CELL_BYTES) {
    this.#connection = connection;
    this.#mostBytes = mostBytes;
    this.#queue = new RowQueue(connection);
    this.#described.promise.catch(() => undefined);
    const query = connection.query({ sql, rowsAsArray: true, typeCast: false });
    query.on('fields', (fields: WireColumn[] | undefined) => this.#describe(fields));
    query.on('result', (row: unknown) => this.#add(row));
    query.on('error', (error: unknown) => this.fail(error));
    query.on('end', () => this.#end());
    // A connection that is lost says so itself, not to the statement that it was lost with.
    connection.on('error', this.#onLost);
  }

  readonly #onLost = (error: unknown): void => this.fail(error);

  /** The columns, when the server has told them; none for a statement without an answer. Rejects with the server's error. */
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
    return rows && this.#toColumns(rows);
  }

  /** Lets what has arrived already be read, so that an answer that is over is not taken for one that was left. */
  async settle(): Promise<void> {
    if (!this.ended) await setImmediate();
  }

  /** Ends the rows with an error, unless they have ended. */
  fail(error: unknown): void {
    if (this.ended) return;
    this.#connection.off('error', this.#onLost);
    this.#described.reject(error);
    this.#queue.fail(error);
  }

  /** A procedure ends its results with one that has no fields. */
  #describe(fields: readonly WireColumn[] | undefined): void {
    if (!fields) return;
    this.#results += 1;
    if (this.#results > 1) return;
    const described = fields.map(describeColumn);
    this.#parsers = described.map(({ parse }) => parse);
    this.#described.resolve(described.map(({ column }) => column));
  }

  /** Rows are lists of bytes; the answer to a statement without rows is none. Bytes are read at once: they live in the socket's buffer. */
  #add(row: unknown): void {
    if (!Array.isArray(row) || this.#results > 1) return;
    this.#queue.add(this.#parsers.map((parse, column) => this.#cell(parse, row[column])));
  }

  #cell(parse: Parse, bytes: unknown): Cell {
    if (!Buffer.isBuffer(bytes)) return null;
    // Who reads the socket for the driver ends the connection with it.
    if (bytes.length > this.#mostBytes) throw tooLargeCell(this.#mostBytes);
    return parse(bytes);
  }

  #end(): void {
    this.#connection.off('error', this.#onLost);
    this.#described.resolve([]);
    this.#queue.end();
  }

  #toColumns(rows: Cell[][]): ColumnBatch {
    const columns = this.#parsers.map((_, column) => rows.map((row) => row[column] ?? null));
    return { length: rows.length, columns };
  }
}

/** Runs a statement whose answer is small. */
export async function ask(connection: Speaker, sql: string): Promise<Cell[][]> {
  const rows = new IncomingRows(connection, sql);
  const columns = await rows.columns;
  return readRows({ columns, batches: batchesOf(rows) });
}

async function* batchesOf(rows: IncomingRows): AsyncGenerator<ColumnBatch> {
  for (
    let batch = await rows.next(Number.POSITIVE_INFINITY);
    batch;
    batch = await rows.next(Number.POSITIVE_INFINITY)
  )
    yield batch;
}
