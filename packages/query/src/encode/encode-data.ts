import { type Cell, Decimal, type Frame, type FrameColumn, NUMBER_LIST } from '../frame.ts';
import { ByteWriter } from './byte-writer.ts';

/** Digits of a JSON number; engines also print `NaN`, `Infinity` and `.5`. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Bytes of a piece of an answer, or a little more. */
const PIECE = 1 << 20;

/** Rows that are written between two looks at how much there is. */
const ROWS = 256;

/**
 * The members of an answer as JSON, without the braces around them: the facts, then the rows as `data`, and, where they are
 * numbered, `indexnames` before them. Nothing is built for a row or a cell. They come in pieces, so that nothing grows with
 * the answer but the pieces that are kept.
 */
export function memberPieces(
  facts: object,
  frame: Frame,
  options: { numbered?: boolean } = {},
): Generator<Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  return inPieces(writer, memberSteps(facts, frame, options, writer));
}

/** The rows of a frame as a JSON array of objects, in pieces. */
export function rowPieces(frame: Frame): Generator<Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  return inPieces(writer, rowSteps(frame, writer));
}

function* inPieces(writer: ByteWriter, steps: Generator<void>): Generator<Uint8Array<ArrayBuffer>> {
  for (const _ of steps) if (writer.length >= PIECE) yield writer.take();
  yield writer.take();
}

/** Writes the members of an answer; stops every few rows. */
function* memberSteps(
  facts: object,
  frame: Frame,
  { numbered = false }: { numbered?: boolean },
  writer: ByteWriter,
): Generator<void> {
  for (const [name, value] of Object.entries(facts))
    if (value !== undefined) writer.json(`${JSON.stringify(name)}:${JSON.stringify(value)},`);
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
  yield* rowSteps(frame, writer);
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

/**
 * Writes the rows as a JSON array of objects; stops every few of them. Moments are epoch milliseconds; NaN and ±Infinity are
 * null; decimals and integers beyond 2^53 keep every digit as bare numbers (contract/query.md §1.13).
 */
function* rowSteps({ columns, length }: Frame, writer: ByteWriter): Generator<void> {
  const encoder = new TextEncoder();
  const members = columns.map((column, index) => ({
    key: encoder.encode(`${index > 0 ? ',' : ''}${JSON.stringify(column.name)}:`),
    values: column.values,
    write: cellWriter(column, writer),
  }));
  writer.ascii('[');
  for (let from = 0; from < length; from += ROWS) {
    writeRows(from, Math.min(length, from + ROWS), members, writer);
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

/** Writes some rows. */
function writeRows(from: number, to: number, members: readonly Member[], writer: ByteWriter): void {
  for (let row = from; row < to; row++) {
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
