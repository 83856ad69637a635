import { type Cell, Decimal, type Frame, type FrameColumn, NUMBER_LIST } from '../frame.ts';

/** Digits of a JSON number; engines also print `NaN`, `Infinity` and `.5`. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Different texts of a column that are remembered: dimensions repeat theirs, free text does not. */
const REMEMBERED = 1000;

/**
 * The rows of a frame as the text of a JSON array of objects, written column by column without building the
 * objects. Moments are epoch milliseconds; NaN and ±Infinity are null; decimals and integers beyond 2^53
 * keep every digit as bare numbers (contract/query.md §1.13).
 */
export function encodeData(frame: Frame): string {
  if (frame.length === 0) return '[]';
  const members = frame.columns.map((column, index) =>
    membersOf(column, `${index > 0 ? ',' : ''}${JSON.stringify(column.name)}:`, frame.length),
  );
  let text = '[{';
  for (let row = 0; row < frame.length; row++) {
    if (row > 0) text += '},{';
    for (const column of members) text += column[row];
  }
  return `${text}}]`;
}

/** JSON text of each cell of a column; missing ones are null. */
export function encodeCells(column: FrameColumn, length: number): string[] {
  return membersOf(column, '', length);
}

/** `"name":value` of each row. */
function membersOf({ values, nativeType }: FrameColumn, key: string, length: number): string[] {
  const members: string[] = new Array(length);
  const known = new Map<string, string>();
  const list = nativeType === NUMBER_LIST;
  for (let row = 0; row < length; row++) {
    const cell = values[row] ?? null;
    if (typeof cell === 'number') members[row] = Number.isFinite(cell) ? key + cell : `${key}null`;
    else if (typeof cell !== 'string') members[row] = key + encodeRare(cell);
    else if (list) members[row] = key + cell;
    else members[row] = known.get(cell) ?? remember(known, cell, key + encodeText(cell));
  }
  return members;
}

function remember(known: Map<string, string>, text: string, member: string): string {
  if (known.size < REMEMBERED) known.set(text, member);
  return member;
}

function encodeText(text: string): string {
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    // Control characters, `"`, `\` and halves of pairs are what JSON text may have to escape.
    if (code < 32 || code === 34 || code === 92 || (code >= 0xd800 && code <= 0xdfff)) return JSON.stringify(text);
  }
  return `"${text}"`;
}

function encodeRare(cell: Exclude<Cell, number | string>): string {
  if (typeof cell === 'bigint') return cell.toString();
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  return cell instanceof Decimal ? encodeDecimal(cell.text) : 'null';
}

function encodeDecimal(text: string): string {
  if (JSON_NUMBER.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? String(number) : 'null';
}
