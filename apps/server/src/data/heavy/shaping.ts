import {
  type Bounds,
  type ChartDataResult,
  ChartroomError,
  type GenericType,
  type PostProcessing,
  type QueryContext,
  tooLarge,
} from '@chartroom/model';
import {
  type Cell,
  CsvEncoder,
  colTypes,
  encodeSheet,
  type Frame,
  memberPieces,
  type NormalQuery,
  rowPieces,
  type TransformLimits,
  transformFrame,
} from '@chartroom/query';
import { type JoinedQuery, joinTimes, type Shift } from '../chart-data/join-times.ts';
import { labelMap, plainName } from '../chart-data/label-map.ts';
import { type Meaning, normalizeFrame } from '../chart-data/normalize-frame.ts';
import { postProcessed } from '../chart-data/post-processed.ts';
import { arrowBytes } from '../writing/arrow-answer.ts';
import { loadForecaster } from './forecaster.ts';
import { labRows, notFiniteIn } from './lab-rows.ts';

/** What becomes of rows that were read (contract/query.md §1.9). Plain data: it may leave the process. */
export interface Shaping {
  /** What each answer that was read means: the question's own first, then those of other times. */
  meanings: Meaning[];
  /** How the other ones are joined to the first. */
  times: { offset: string; shift: Shift }[];
  query: JoinedQuery;
  steps: readonly PostProcessing[];
  /** The chart as whose rows they are shown; undefined = as they are. */
  chart: Pick<QueryContext, 'form_data' | 'datasource'> | undefined;
}

/** Rows as they were read. */
export const AS_READ: Shaping = {
  meanings: [],
  times: [],
  query: { metric_names: [], first: undefined, grain: null },
  steps: [],
  chart: undefined,
};

/** What the dataset says of columns by their names. */
export interface KnownColumns {
  moments: ReadonlySet<string>;
  /** Kinds of columns that hold no value. */
  declared: ReadonlyMap<string, GenericType>;
}

type Facts = Omit<
  ChartDataResult,
  | 'cache_key'
  | 'cached_dttm'
  | 'cache_timeout'
  | 'is_cached'
  | 'annotation_data'
  | 'indexnames'
  | 'data'
  | 'colnames'
  | 'coltypes'
  | 'rowcount'
>;

/**
 * As what rows are written: the members of an answer with all that is told of it, or with what is told of its rows; the rows
 * alone; or another format.
 */
export type Writing =
  | {
      form: 'answer';
      facts: Omit<Facts, 'sql_rowcount' | 'label_map'>;
      labels: Pick<NormalQuery, 'columns' | 'metrics' | 'metric_names'>;
      known: KnownColumns;
    }
  | { form: 'rows'; known: KnownColumns }
  | { form: 'data' }
  | { form: 'lab'; facts: object; most: number }
  | { form: 'arrow' }
  | { form: 'sums' }
  | { form: 'csv'; names: ReadonlyMap<string, string>; signs: { separator: string; decimalSign: string } }
  | { form: 'sheet'; names: ReadonlyMap<string, string> };

/** Rows that were read, what becomes of them, and as what they are written. */
export interface Work {
  shaping: Shaping;
  writing: Writing;
  /** How much may be made and written of them. */
  bounds: Bounds;
  /** When it is given up, in milliseconds since 1970; undefined = when its reader leaves. */
  deadline?: number | undefined;
}

/** The rows of a question out of those of all its statements. @throws ChartroomError 400 for what cannot be followed */
export async function shaped(
  frames: readonly Frame[],
  { meanings, times, query, steps, chart }: Shaping,
  limits: TransformLimits,
): Promise<Frame> {
  const [main, ...others] = frames.map((frame, index) => {
    const meaning = meanings[index];
    return meaning ? normalizeFrame(frame, meaning) : frame;
  });
  if (!main) throw new Error('There are no rows to be shaped.');
  let frame = main;
  for (const [index, other] of others.entries()) {
    const time = times[index];
    if (time) frame = joinTimes(frame, other, time, query);
  }
  if (frame.length > 0 && steps.length > 0) {
    const forecaster = steps.some(({ operation }) => operation === 'prophet') && (await loadForecaster());
    frame = transformFrame(frame, steps, { ...limits, ...(forecaster && { forecaster }) });
  }
  return chart ? postProcessed(frame, chart, limits.bounds) : frame;
}

/** Shapes rows and writes them, in pieces. @throws ChartroomError 400 for what cannot be followed, 413 for what is too large */
export async function* written(
  frames: readonly Frame[],
  { shaping, writing, bounds, deadline }: Work,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBufferLike>> {
  const frame = await shaped(frames, shaping, {
    bounds,
    ...(deadline !== undefined && { deadline }),
    shouldStop: () => signal.aborted,
  });
  let bytes = 0;
  for await (const piece of pieces(frame, writing, frames[0]?.length ?? 0, signal)) {
    bytes += piece.length;
    if (bytes > bounds.MAX_ANSWER_BYTES)
      throw tooLarge('The answer, as it is written,', 'MAX_ANSWER_BYTES', bounds.MAX_ANSWER_BYTES);
    yield piece;
  }
}

async function* pieces(
  frame: Frame,
  writing: Writing,
  sqlRows: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBufferLike>> {
  switch (writing.form) {
    case 'answer': {
      const shown = withPlainNames(frame);
      const { facts, labels, known } = writing;
      yield* memberPieces(
        { ...facts, sql_rowcount: sqlRows, label_map: labelMap(frame, labels), ...rowFacts(shown, known) },
        shown,
        { numbered: true },
      );
      return;
    }
    case 'rows': {
      const shown = withPlainNames(frame);
      yield* memberPieces({ ...rowFacts(shown, writing.known), sql_rowcount: sqlRows }, shown);
      return;
    }
    case 'data':
      yield* rowPieces(withPlainNames(frame));
      return;
    case 'lab': {
      const shown = labRows(frame, writing.most);
      yield Buffer.from('{');
      yield* memberPieces({ ...writing.facts, ...notFiniteIn(shown) }, shown);
      yield Buffer.from('}');
      return;
    }
    case 'arrow':
      yield await arrowBytes(withPlainNames(frame), signal);
      return;
    case 'sums':
      yield Buffer.from(JSON.stringify(columnSums(frame)));
      return;
    case 'csv': {
      const shown = withNames(frame, writing.names);
      if (shown.columns.length === 0) throw nothing();
      yield* csvPieces(shown, new CsvEncoder(shown.columns, writing.signs));
      return;
    }
    case 'sheet': {
      const shown = withNames(frame, writing.names);
      if (shown.columns.length === 0) throw nothing();
      for await (const text of encodeSheet(shown.columns, [shown])) yield Buffer.from(text);
    }
  }
}

/**
 * Lines that are written at a time: as many as engines mostly hand over, so that none are left for a piece of a few lines;
 * and characters of texts after which no other line is begun, for others want their turn.
 */
const LINES = 2_048;
const CHARACTERS = 1 << 20;

/** The lines of a frame; before its first ones, of all that the encoder writes, stand the names. */
export function* csvPieces(
  { columns, length }: Frame,
  encoder: CsvEncoder,
): Generator<Uint8Array<ArrayBuffer>> {
  const values = columns.map((column) => column.values);
  encoder.foresee(values);
  // The line of names is written also where there are no rows.
  for (let row = 0; row === 0 || row < length; ) {
    const end = pieceEnd(values, row, Math.min(row + LINES, length));
    yield encoder.lines(values, row, end);
    row = Math.max(end, 1);
  }
}

/** The row before which a piece ends that begins at `from`, and ends before `to` at the latest. */
function pieceEnd(values: readonly (readonly Cell[])[], from: number, to: number): number {
  let characters = 0;
  for (let row = from; row < to; row += 1) {
    for (const column of values) {
      const cell = column[row];
      if (typeof cell === 'string') characters += cell.length;
    }
    if (characters > CHARACTERS) return row + 1;
  }
  return to;
}

/** The error of a file without columns. */
export function nothing(): ChartroomError {
  return new ChartroomError('There is nothing to export: the answer is empty.', {
    status: 400,
    error_type: 'GENERIC_COMMAND_ERROR',
    shape: 'message',
  });
}

/** A frame under the names that people gave its columns. */
export function withNames<Shown extends Pick<Frame, 'columns'>>(
  frame: Shown,
  names: ReadonlyMap<string, string>,
): Shown {
  return {
    ...frame,
    columns: frame.columns.map((column) => ({
      ...column,
      name: names.get(column.name) ?? plainName(column.name),
    })),
  };
}

/** A frame whose columns bear their names as they are answered. */
function withPlainNames(frame: Frame): Frame {
  return { ...frame, columns: frame.columns.map((column) => ({ ...column, name: plainName(column.name) })) };
}

function rowFacts(
  shown: Frame,
  known: KnownColumns,
): Pick<ChartDataResult, 'colnames' | 'coltypes' | 'rowcount'> {
  return {
    colnames: shown.columns.map(({ name }) => name),
    coltypes: answeredTypes(shown, known),
    rowcount: shown.length,
  };
}

/** The columns' kinds as they are answered: the dataset's word on time first, then what the values are (contract/query.md §1.12). */
function answeredTypes(frame: Frame, { moments, declared }: KnownColumns): GenericType[] {
  const inferred = colTypes(frame);
  return frame.columns.map((column, index) => {
    // A duration is no moment, whatever the dataset says of its column.
    if (moments.has(column.name) && column.kind !== 'interval') return 2;
    const empty = column.values.every((value) => value === null);
    return empty ? (declared.get(column.name) ?? 1) : (inferred[index] ?? 1);
  });
}

/** Sums of the columns of an answer, for shares of the whole. */
function columnSums(frame: Frame): Record<string, number> {
  return Object.fromEntries(
    frame.columns.map(({ name, values }) => [
      name,
      values.reduce<number>((sum, value) => sum + numberOf(value), 0),
    ]),
  );
}

function numberOf(value: Cell): number {
  const number = value === null ? 0 : Number(String(value));
  return Number.isFinite(number) ? number : 0;
}
