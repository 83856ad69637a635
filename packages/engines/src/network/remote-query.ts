import { ChartroomError } from '@chartroom/model';
import type { Cell, ColumnBatch, ResultColumn } from '@chartroom/query';
import type { Result, RunOptions } from '../engine.ts';
import { stopAfter, unlessAborted } from '../stop-after.ts';

/** Milliseconds that an engine which does not answer may keep a cancelled query from ending. */
const CANCEL_TIMEOUT_MS = 5_000;

/** One statement in an engine that is reached over the network and gives its rows in pages. */
export interface RemoteQuery {
  /** Sends the statement; resolves when its columns are known (none for a statement without an answer). */
  begin(signal: AbortSignal): Promise<ResultColumn[]>;
  /** The next page of rows, when it is asked for; null at the end. A page may be empty. */
  next(signal: AbortSignal): Promise<ColumnBatch | null>;
  /** Ends in the engine what may still run there, also when it has only just been sent. Called once at most. */
  cancel(signal: AbortSignal): Promise<void>;
  /** The server's error for what one of the steps threw. */
  explain(error: unknown): unknown;
}

/**
 * Plays a query under the rules of `Session.run`: pages are asked for as they are read, and leaving early, the signal
 * and the time limit end the query in the engine before anybody hears of it.
 */
export async function runRemote(query: RemoteQuery, options: RunOptions): Promise<Result> {
  options.signal.throwIfAborted();
  const abort = new AbortController();
  let cancelling: Promise<void> | undefined;
  const cancel = (): Promise<void> => {
    cancelling ??= cancelInTime(query);
    return cancelling;
  };
  const release = stopAfter(options, (reason) => {
    abort.abort(reason);
    void cancel();
  });
  const guarded = async <Value>(step: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    try {
      return await unlessAborted(step(abort.signal), abort.signal, () => undefined);
    } catch (error) {
      release();
      await cancel();
      if (abort.signal.aborted) throw abort.signal.reason;
      throw error instanceof ChartroomError ? error : query.explain(error);
    }
  };
  const columns = await guarded((signal) => query.begin(signal));
  const pages = { next: () => guarded((signal) => query.next(signal)), release, cancel };
  return { columns, batches: stream(pages, options.maxRows) };
}

async function* stream(
  pages: { next(): Promise<ColumnBatch | null>; release(): void; cancel(): Promise<void> },
  maxRows: number | undefined,
): AsyncGenerator<ColumnBatch> {
  let left = maxRows ?? Number.POSITIVE_INFINITY;
  let ended = false;
  try {
    while (left > 0) {
      const batch = await pages.next();
      if (!batch) {
        ended = true;
        return;
      }
      if (batch.length === 0) continue;
      const given = batch.length > left ? firstRows(batch, left) : batch;
      left -= given.length;
      yield given;
    }
  } finally {
    pages.release();
    if (!ended) await pages.cancel();
  }
}

function firstRows(batch: ColumnBatch, length: number): ColumnBatch {
  return { length, columns: batch.columns.map((column) => column.slice(0, length)) };
}

async function cancelInTime(query: RemoteQuery): Promise<void> {
  const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  try {
    await unlessAborted(query.cancel(signal), signal, () => undefined);
  } catch (error) {
    process.emitWarning(
      `A query could not be cancelled in the engine: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Rows as they come over the wire to columns; `parsers` has one reader for each column, null stays null. */
export function batchOf(
  rows: readonly unknown[],
  parsers: readonly ((value: unknown) => Cell)[],
): ColumnBatch {
  const columns = parsers.map((parse, column) =>
    rows.map((row) => {
      const value: unknown = Array.isArray(row) ? row[column] : undefined;
      return value === null || value === undefined ? null : parse(value);
    }),
  );
  return { length: rows.length, columns };
}
