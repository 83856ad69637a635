import type { LineColumn } from '@chartroom/query';
import type { PoolClient } from 'pg';
import type { CopiedColumn, CopiedRows, DivisibleSelect, RunOptions } from '../engine.ts';
import type { AnswerBounds } from '../rows/answer-bounds.ts';
import { untilFinished } from '../rows/until-finished.ts';
import { stopAfter } from '../stop-after.ts';
import { BinaryTuples } from './binary-tuples.ts';
import { giveBack } from './checkout.ts';
import { copiedColumn, type WireField } from './copied-columns.ts';
import { OutgoingRows } from './copy-out.ts';
import { LinePieces } from './line-pieces.ts';
import { NumberLines } from './number-lines.ts';
import type { PieceMaker } from './piece-maker.ts';
import { quoteName } from './sql-text.ts';
import { describeColumn, parserOf } from './values.ts';

/**
 * Types whose values never hold a sign that CSV would put into quotes: then the form in which nothing is looked for is the same,
 * and quicker. Their values are also all of one width.
 */
const PLAIN = /^(BOOLEAN|(SMALL|BIG|U)?INT(EGER)?|FLOAT|DOUBLE|DATE|TIMESTAMP|TIMESTAMPTZ|UUID|DECIMAL\(.*)$/;
/** Those of them whose digits are the number. */
const DIGITS = /^((SMALL|BIG|U)?INT(EGER)?|DECIMAL\(.*)$/;
const LINES = "FORMAT text, DELIMITER ',', NULL ''";

/** In which form rows are copied, and what is made of them. */
interface CopyForm {
  copy: string;
  areColumns: boolean;
  pieces(bytes: number): PieceMaker;
}

function formOf(columns: readonly CopiedColumn[], mayBeColumns: boolean): CopyForm {
  const areAll = (types: RegExp): boolean => columns.every(({ type }) => types.test(type));
  if (!mayBeColumns || !areAll(PLAIN)) {
    const copy = areAll(PLAIN) ? LINES : 'FORMAT csv';
    return { copy, areColumns: false, pieces: (bytes) => new LinePieces(bytes) };
  }
  if (areAll(DIGITS))
    return { copy: LINES, areColumns: true, pieces: (bytes) => new NumberLines(columns, bytes) };
  return { copy: 'FORMAT binary', areColumns: true, pieces: (bytes) => new BinaryTuples(columns, bytes) };
}

export interface CopyOptions extends RunOptions {
  /** Whether columns of numbers and moments may come as such, not as lines. */
  mayBeColumns: boolean;
  /** How the select may be read in parts. */
  divisible?: DivisibleSelect | undefined;
}

/** A connection in a transaction that only reads, and what is done with it. */
interface Copying {
  client: PoolClient;
  bounds: AnswerBounds;
  /** Cancels what runs on it, until that has ended. */
  stop(hasEnded: () => boolean): Promise<void>;
  /** Cancels what runs on it, once. */
  cancel(): Promise<void>;
  explain(error: unknown): unknown;
}

/**
 * The rows of a query by COPY, as columns where that is asked for and their types allow it; the connection is given back when they
 * have come, or the signal says that nobody wants them.
 */
export async function copyRows(sql: string, options: CopyOptions, copying: Copying): Promise<CopiedRows> {
  const { client, bounds, stop, cancel } = copying;
  let stopped: { reason: unknown } | undefined;
  let rows: OutgoingRows | undefined;
  let finishing: Promise<void> | undefined;
  const explain = (error: unknown): unknown => (stopped ? stopped.reason : copying.explain(error));
  const release = stopAfter(options, (reason) => {
    stopped = { reason };
    // Whoever asked may never come for the rows.
    if (!rows) void finish(true);
    else void stop(() => rows?.ended === true);
  });
  const end = async (failed: boolean): Promise<void> => {
    release();
    if (rows?.ended === false) {
      client.release(true);
      await cancel();
    } else await giveBack(client, { keep: false, wasStopped: stopped !== undefined, reuse: !failed });
  };
  const finish = (failed: boolean): Promise<void> => {
    finishing ??= end(failed);
    return finishing;
  };
  try {
    const { fields } = await client.query(`SELECT * FROM (${sql}) AS q LIMIT 0`);
    const columns = fields.map(copiedColumn);
    const items = columns.map(({ name, form }) =>
      form === 'hex' ? `encode(${quoteName(name)}, 'hex')` : quoteName(name),
    );
    const form = formOf(columns, options.mayBeColumns);
    const statement = `COPY (SELECT ${items.join(', ')} FROM (${sql}) AS q) TO STDOUT (${form.copy})`;
    const begin = (): OutgoingRows => {
      if (stopped) throw stopped.reason;
      rows = new OutgoingRows(client, statement, { bounds, pieces: form.pieces });
      return rows;
    };
    const read = columns.some(({ form }) => form === 'digits') ? undefined : fields.map(lineColumn);
    return { columns, areColumns: form.areColumns, read, pieces: untilFinished(begin, { finish, explain }) };
  } catch (error) {
    await finish(true);
    throw explain(error);
  }
}

function lineColumn({ name, dataTypeID }: WireField): LineColumn {
  return { column: describeColumn(name, dataTypeID), cell: parserOf(dataTypeID) };
}
