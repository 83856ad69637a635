import { type Cell, Decimal, type Frame, NUMBER_LIST } from '../frame.ts';

/** Digits of a JSON number; engines also print `NaN`, `Infinity` and `.5`. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The rows of a frame as the text of a JSON array of objects, written column by column without building the
 * objects. Moments are epoch milliseconds; NaN and ±Infinity are null; decimals and integers beyond 2^53
 * keep every digit as bare numbers (contract/query.md §1.13).
 */
export function encodeData(frame: Frame): string {
  const keys = frame.columns.map(({ name }, index) => `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`);
  const values = frame.columns.map((column) => column.values);
  const writers = frame.columns.map(({ nativeType }) => (nativeType === NUMBER_LIST ? encodeList : encodeCell));
  const rows: string[] = new Array(frame.length);
  for (let row = 0; row < frame.length; row++) {
    let text = '{';
    for (let index = 0; index < keys.length; index++) text += keys[index] + (writers[index] ?? encodeCell)(values[index]?.[row] ?? null);
    rows[row] = `${text}}`;
  }
  return `[${rows.join(',')}]`;
}

/** A cell that is JSON text already. */
function encodeList(cell: Cell): string {
  return typeof cell === 'string' ? cell : 'null';
}

/** One cell as JSON text. */
function encodeCell(cell: Cell): string {
  switch (typeof cell) {
    case 'number':
      return Number.isFinite(cell) ? String(cell) : 'null';
    case 'string':
      return JSON.stringify(cell);
    case 'boolean':
      return cell ? 'true' : 'false';
    case 'bigint':
      return cell.toString();
    default:
      return cell instanceof Decimal ? encodeDecimal(cell.text) : 'null';
  }
}

function encodeDecimal(text: string): string {
  if (JSON_NUMBER.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? String(number) : 'null';
}
