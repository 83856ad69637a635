import { type Cell, Decimal, type Frame, type FrameColumn, NUMBER_LIST } from '../frame.ts';
import { ByteWriter } from './byte-writer.ts';

/** Digits of a JSON number; engines also print `NaN`, `Infinity` and `.5`. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Rows after which the size of the others is foreseen. */
const SAMPLE = 100;

/**
 * An answer as the bytes of one JSON object: the facts, then the rows as `data`, and, where they are numbered,
 * `indexnames` before them. Nothing is built for a row or a cell.
 */
export function encodeAnswer(facts: object, frame: Frame, numbered: boolean): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  for (const _ of answerSteps(facts, frame, numbered, writer, Number.POSITIVE_INFINITY));
  return writer.finish();
}

/** Bytes of a piece of an answer, or a little more. */
const PIECE = 1 << 20;

/** The same in pieces, so that nothing grows with the answer but the pieces that are kept. */
export function* answerPieces(
  facts: object,
  frame: Frame,
  numbered: boolean,
): Generator<Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  for (const _ of answerSteps(facts, frame, numbered, writer, ROWS))
    if (writer.length >= PIECE) yield writer.take();
  yield writer.take();
}

/** Rows that are written between two looks at how much there is. */
const ROWS = 256;

/** Writes an answer; stops every `rows` rows. */
function* answerSteps(
  facts: object,
  frame: Frame,
  numbered: boolean,
  writer: ByteWriter,
  rows: number,
): Generator<void> {
  const members = JSON.stringify(facts).slice(0, -1);
  writer.json(members === '{' ? members : `${members},`);
  if (numbered) {
    writer.ascii('"indexnames":[');
    for (let row = 0; row < frame.length; row++) {
      if (row > 0) writer.ascii(',');
      writer.number(row);
      if (row % ROWS === 0) yield;
    }
    writer.ascii('],');
  }
  writer.ascii('"data":');
  yield* rowSteps(frame, writer, rows);
  writer.ascii('}');
}

/**
 * The rows of a frame as the text of a JSON array of objects. Moments are epoch milliseconds; NaN and ±Infinity are
 * null; decimals and integers beyond 2^53 keep every digit as bare numbers (contract/query.md §1.13).
 */
export function encodeData(frame: Frame): string {
  const writer = new ByteWriter();
  for (const _ of rowSteps(frame, writer, Number.POSITIVE_INFINITY));
  return new TextDecoder().decode(writer.finish());
}

/** The cells of a column as the text of a JSON array. */
export function encodeCells(column: FrameColumn, length: number): string {
  const writer = new ByteWriter();
  const write = cellWriter(column, writer);
  writer.ascii('[');
  for (let row = 0; row < length; row++) {
    if (row > 0) writer.ascii(',');
    write(column.values[row] ?? null);
  }
  writer.ascii(']');
  return new TextDecoder().decode(writer.finish());
}

/** Writes rows; stops every `rows` of them. */
function* rowSteps({ columns, length }: Frame, writer: ByteWriter, rows: number): Generator<void> {
  const encoder = new TextEncoder();
  const members = columns.map((column, index) => ({
    key: encoder.encode(`${index > 0 ? ',' : ''}${JSON.stringify(column.name)}:`),
    values: column.values,
    write: cellWriter(column, writer),
  }));
  const begun = writer.length;
  writer.ascii('[');
  for (let from = 0; from < length; from += rows) {
    const to = Math.min(length, from + rows);
    // What was written before may have been taken already.
    writeRows(from, to, members, writer, to === length && from === 0 ? begun : undefined);
    yield;
  }
  writer.ascii(length > 0 ? '}]' : ']');
}

/** How the cells of a column are written. */
interface Member {
  key: Uint8Array;
  values: readonly Cell[];
  write(cell: Cell): void;
}

/** Writes some rows; all of them where it is known at which byte they began, so that their size can be foreseen. */
function writeRows(
  from: number,
  to: number,
  members: readonly Member[],
  writer: ByteWriter,
  begun: number | undefined,
): void {
  for (let row = from; row < to; row++) {
    if (row === SAMPLE && begun !== undefined)
      writer.foresee(((writer.length - begun) / SAMPLE) * (to - SAMPLE) * 1.1);
    writer.ascii(row === 0 ? '{' : '},{');
    for (const { key, values, write } of members) {
      writer.raw(key);
      const cell = values[row] ?? null;
      if (typeof cell === 'number') writer.number(cell);
      else write(cell);
    }
  }
}

function cellWriter({ nativeType }: FrameColumn, writer: ByteWriter): (cell: Cell) => void {
  const isList = nativeType === NUMBER_LIST;
  return (cell) => {
    if (cell === null) writer.ascii('null');
    else if (typeof cell === 'string') isList ? writer.json(cell) : writer.text(cell);
    else if (typeof cell === 'number') writer.number(cell);
    else if (cell instanceof Decimal) writer.ascii(decimalText(cell.text));
    else writer.ascii(String(cell));
  };
}

function decimalText(text: string): string {
  if (JSON_NUMBER.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? String(number) : 'null';
}
