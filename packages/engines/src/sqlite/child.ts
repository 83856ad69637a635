import { constants, DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Cursor } from '../child/cursors.ts';
import type { RunCommand } from '../child/protocol.ts';
import { type ChildDriver, serve } from '../child/serve.ts';
import { type AnswerBounds, tooLargeCell, USUAL_BOUNDS } from '../rows/answer-bounds.ts';
import { describeColumn, packRows } from './values.ts';

const ROWS = 1_000;
/** Bytes of a batch, beyond which it has fewer rows. */
const BYTES = 2 ** 20;
/** Pragmas that only tell about tables. */
const TELLING = /^(table_x?info|table_list|index_list|index_x?info|foreign_key_list)$/i;
const FORBIDDEN_FUNCTIONS = /^(load_extension|readfile|writefile|edit|fts3_tokenizer)$/i;

/** What no statement may do: reach another file, change settings, load code. */
function authorize(action: number, first: string | null, second: string | null): number {
  if (action === constants.SQLITE_ATTACH || action === constants.SQLITE_DETACH) return constants.SQLITE_DENY;
  if (action === constants.SQLITE_PRAGMA && !TELLING.test(first ?? '')) return constants.SQLITE_DENY;
  if (action === constants.SQLITE_FUNCTION && FORBIDDEN_FUNCTIONS.test(second ?? ''))
    return constants.SQLITE_DENY;
  return constants.SQLITE_OK;
}

class SqliteDriver implements ChildDriver {
  readonly #path: string;
  #reader: DatabaseSync | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async run(command: RunCommand): Promise<Cursor> {
    const database = command.readOnly ? this.#read() : this.#open(false);
    const close = (): void => {
      if (!command.readOnly) database.close();
    };
    try {
      return openCursor(database.prepare(command.sql), close, command.bounds);
    } catch (error) {
      close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#reader?.close();
  }

  #read(): DatabaseSync {
    this.#reader ??= this.#open(this.#path !== ':memory:');
    return this.#reader;
  }

  #open(readOnly: boolean): DatabaseSync {
    const database = new DatabaseSync(this.#path, { readOnly, allowExtension: false, timeout: 5_000 });
    database.exec('PRAGMA trusted_schema = OFF');
    if (readOnly) database.exec('PRAGMA query_only = ON');
    database.enableDefensive(true);
    database.setAuthorizer(authorize);
    return database;
  }
}

function openCursor(
  statement: StatementSync,
  close: () => void,
  { MAX_CELL_BYTES }: AnswerBounds = USUAL_BOUNDS,
): Cursor {
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const facts = statement.columns();
  const rows = statement.iterate();
  let ended = false;
  const read = (): SQLOutputValue[][] => {
    const batch: SQLOutputValue[][] = [];
    for (let bytes = 0; batch.length < ROWS && bytes < BYTES; ) {
      const { done, value } = rows.next();
      if (done) {
        ended = true;
        break;
      }
      const row: SQLOutputValue[] = Array.isArray(value) ? value : Object.values(value);
      for (const cell of row) bytes += sizeOf(cell, MAX_CELL_BYTES);
      batch.push(row);
    }
    return batch;
  };
  let batch = read();
  const columns = facts.map(({ name, type }, index) =>
    describeColumn(
      name,
      type,
      batch.map((row) => row[index] ?? null),
    ),
  );
  return {
    columns,
    async next() {
      const current = batch;
      if (current.length === 0) return null;
      batch = ended ? [] : read();
      return packRows(current, columns);
    },
    async finish() {
      rows.return?.();
      close();
    },
  };
}

function sizeOf(cell: SQLOutputValue, most: number): number {
  const size = typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 0;
  if (size > most) throw tooLargeCell(most);
  return size;
}

new Worker(new URL('../child/parent-watch.ts', import.meta.url), { workerData: process.ppid }).unref();
serve(async ({ path }) => new SqliteDriver(path ?? ':memory:'));
