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
  const members = JSON.stringify(facts).slice(0, -1);
  writer.json(members === '{' ? members : `${members},`);
  if (numbered) {
    writer.ascii('"indexnames":[');
    for (let row = 0; row < frame.length; row++) {
      if (row > 0) writer.ascii(',');
      writer.number(row);
    }
    writer.ascii('],');
  }
  writer.ascii('"data":');
  writeRows(frame, writer);
  writer.ascii('}');
  return writer.finish();
}

/**
 * The rows of a frame as the text of a JSON array of objects. Moments are epoch milliseconds; NaN and ±Infinity are
 * null; decimals and integers beyond 2^53 keep every digit as bare numbers (contract/query.md §1.13).
 */
export function encodeData(frame: Frame): string {
  const writer = new ByteWriter();
  writeRows(frame, writer);
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

function writeRows({ columns, length }: Frame, writer: ByteWriter): void {
  const encoder = new TextEncoder();
  const members = columns.map((column, index) => ({
    key: encoder.encode(`${index > 0 ? ',' : ''}${JSON.stringify(column.name)}:`),
    values: column.values,
    write: cellWriter(column, writer),
  }));
  const begun = writer.length;
  writer.ascii('[');
  for (let row = 0; row < length; row++) {
    if (row === SAMPLE) writer.foresee(((writer.length - begun) / SAMPLE) * (length - SAMPLE) * 1.1);
    writer.ascii(row === 0 ? '{' : '},{');
    for (const { key, values, write } of members) {
      writer.raw(key);
      const cell = values[row] ?? null;
      if (typeof cell === 'number') writer.number(cell);
      else write(cell);
    }
  }
  writer.ascii(length > 0 ? '}]' : ']');
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
