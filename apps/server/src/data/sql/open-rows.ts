import { type ColumnBatch, expressionsToProbe, type ResultColumn } from '@chartroom/query';
import { type Meaning, meaningOf, needsAllRows } from '../chart-data/normalize-frame.ts';
import { asQuestionError, type Question } from '../chart-data/prepare-question.ts';
import type { AskOptions } from '../chart-data/run-compiled.ts';
import type { FileRows } from '../heavy/file-pieces.ts';

/** Rows that are read before any is passed on: whoever asks for fewer is told of every error. Of wide ones fewer are read. */
const HEAD = 50_000;
const HEAD_CELLS = 400_000;

/** The first rows of a question, and the others as they come; `more` is undefined when the first are all. */
export interface OpenRows extends FileRows {
  columns: ResultColumn[];
  meaning: Meaning;
}

/** Whether the rows of a question can be passed on as they come: nothing is compared, ranked or shaped afterwards. */
export function isPlain({ query, compiled, source }: Question): boolean {
  return (
    query.post_processing.length === 0 &&
    query.time_offsets.length === 0 &&
    compiled.seriesQuery === undefined &&
    expressionsToProbe(query, source.dataset).length === 0
  );
}

/** Asks a plain question; rejects with what `answerQuestion` rejects with, as long as its first rows are read. */
export async function openRows(
  { compiled, source }: Question,
  { signal, timeoutMs, bounds }: AskOptions,
): Promise<OpenRows> {
  const { database, dataset } = source;
  const schema = dataset.sql && dataset.schema ? { schema: dataset.schema } : {};
  try {
    return await database.inTurn(signal, async () => {
      const result = await database.session.run(compiled.sql, {
        signal,
        timeoutMs,
        readOnly: true,
        streamedBytes: bounds.MAX_FILE_BYTES,
        ...schema,
      });
      const columns = result.columns.map((column, index) => ({
        ...column,
        name: compiled.columns[index]?.label ?? column.name,
      }));
      const most = needsAllRows(result.columns, compiled)
        ? Number.POSITIVE_INFINITY
        : Math.min(HEAD, Math.ceil(HEAD_CELLS / Math.max(1, columns.length)));
      const batches = result.batches[Symbol.asyncIterator]();
      const first: ColumnBatch[] = [];
      let length = 0;
      let done = false;
      while (length < most && !done) {
        const next = await batches.next();
        done = next.done === true;
        if (next.done) break;
        first.push(next.value);
        length += next.value.length;
      }
      return { columns, meaning: meaningOf(compiled), head: first, more: done ? undefined : rest(batches) };
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : asQuestionError(error);
  }
}

async function* rest(batches: AsyncIterator<ColumnBatch>): AsyncIterable<ColumnBatch> {
  try {
    for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
  } finally {
    await batches.return?.();
  }
}
