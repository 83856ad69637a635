import { type Cell, Decimal } from '../frame.ts';

/** Beyond it (some 273,000 years from 1970) no calendar date can be written; the milliseconds are. */
const LAST_MOMENT = 8.64e15;

/** What stands for NaN where it is told from null: in the way of `inf`, as readers of such files expect. */
export const NAN_IN_CSV = 'nan';

/** A spreadsheet takes text that begins so for a formula. */
const FORMULA = /^(?:""|\s)?[-@+|=%]/;
const NEGATIVE_NUMBER = /^-[\d.]+$/;

/** Text of a cell or a name that no spreadsheet takes for a formula. */
export function disarmed(text: string): string {
  if (!FORMULA.test(text) || NEGATIVE_NUMBER.test(text)) return text;
  return `'${text.replaceAll('|', '\\|')}`;
}

/** A cell of no kind in particular. */
export function plainText(cell: Cell): string {
  if (cell === null || Number.isNaN(cell)) return '';
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  if (cell instanceof Decimal) return withScale(cell.text, 0);
  return typeof cell === 'string' ? disarmed(cell) : String(cell);
}

/** Places behind the point. */
export function scaleOf(digits: string): number {
  return /^-?\d+\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
}

/** All decimals of a column show the same number of places. */
export function withScale(digits: string, scale: number): string {
  if (digits === 'NaN') return '';
  const missing = scale - scaleOf(digits);
  if (missing <= 0 || !/^-?\d+(?:\.\d+)?$/.test(digits)) return digits;
  return `${digits}${digits.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
}

/** Shortest digits that give the same number again; whole numbers keep `.0`, as readers of such files expect. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return '';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  const text = String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

/** `2024-01-31 10:20:30`, with six digits of a fraction where there is one or where they are asked for. */
export function momentText(ms: number, fine = false): string {
  if (!(Math.abs(ms) <= LAST_MOMENT)) return String(ms);
  const whole = Math.floor(ms / 1000) * 1000;
  const micros = Math.round((ms - whole) * 1000);
  const text = new Date(whole).toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
  return micros > 0 || fine ? `${text}.${String(micros).padStart(6, '0')}` : text;
}

/** `2024-01-31`. */
export function dayText(ms: number): string {
  if (!(Math.abs(ms) <= LAST_MOMENT)) return String(ms);
  return new Date(ms).toISOString().replace(/T.*/, '');
}

/** A cell's text as it stands between commas (RFC 4180): an empty one that stands alone is quoted, for a blank line is no row. */
export function quoted(text: string, alone: boolean, separator = ','): string {
  if (text === '') return alone ? '""' : '';
  return /["\n\r]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}
