import { type Cell, Decimal, type Frame, type FrameColumn } from '../frame.ts';
import { hasZone } from '../native-type.ts';

export interface CsvOptions {
  /** Write the line of names. Default: yes. */
  header?: boolean;
  /** Write the byte order mark that tells some spreadsheets the encoding. Default: no. */
  byteOrderMark?: boolean;
}

/** Lines that are written into one chunk. */
const CHUNK = 1000;

/** Beyond it (some 273,000 years from 1970) no calendar date can be written; the milliseconds are. */
const LAST_MOMENT = 8.64e15;

/** A spreadsheet takes text that begins so for a formula. */
const FORMULA = /^(?:""|\s)?[-@+|=%]/;
const NEGATIVE_NUMBER = /^-[\d.]+$/;

/**
 * A frame as comma separated text, in chunks of whole lines. Text that a spreadsheet would run is disarmed;
 * null and NaN are empty; moments are `YYYY-MM-DD HH:MM:SS` (contract/query.md §1.14).
 */
export function* encodeCsv(frame: Frame, { header = true, byteOrderMark = false }: CsvOptions = {}): Generator<string> {
  const alone = frame.columns.length === 1;
  let chunk = byteOrderMark ? '\uFEFF' : '';
  if (header) chunk += `${frame.columns.map(({ name }) => quoted(disarmed(name), alone)).join(',')}\n`;
  const writers = frame.columns.map(cellWriter);
  for (let row = 0; row < frame.length; row++) {
    for (let index = 0; index < writers.length; index++) {
      const text = writers[index]?.(frame.columns[index]?.values[row] ?? null) ?? '';
      chunk += `${index > 0 ? ',' : ''}${quoted(text, alone)}`;
    }
    chunk += '\n';
    if (row % CHUNK === CHUNK - 1) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

/** Text of a cell or a name that no spreadsheet takes for a formula. */
export function disarmed(text: string): string {
  if (!FORMULA.test(text) || NEGATIVE_NUMBER.test(text)) return text;
  return `'${text.replaceAll('|', '\\|')}`;
}

function cellWriter({ kind, nativeType, values }: FrameColumn): (cell: Cell) => string {
  if (kind === 'date') return (cell) => (typeof cell === 'number' ? dayText(cell) : plainText(cell));
  if (kind === 'timestamp') {
    const zone = hasZone(nativeType) ? '+00:00' : '';
    const fine = values.some((cell) => typeof cell === 'number' && cell % 1000 !== 0);
    return (cell) => (typeof cell === 'number' ? momentText(cell, fine) + zone : plainText(cell));
  }
  if (kind === 'decimal') {
    const scale = values.reduce<number>((most, cell) => Math.max(most, cell instanceof Decimal ? scaleOf(cell.text) : 0), 0);
    return (cell) => (cell instanceof Decimal ? withScale(cell.text, scale) : plainText(cell));
  }
  if (kind === 'float') return (cell) => (typeof cell === 'number' ? floatText(cell) : plainText(cell));
  return plainText;
}

function plainText(cell: Cell): string {
  if (cell === null || Number.isNaN(cell)) return '';
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  if (cell instanceof Decimal) return withScale(cell.text, 0);
  return typeof cell === 'string' ? disarmed(cell) : String(cell);
}

function scaleOf(digits: string): number {
  return /^-?\d+\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
}

/** All decimals of a column show the same number of places. */
function withScale(digits: string, scale: number): string {
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

function dayText(ms: number): string {
  if (!(Math.abs(ms) <= LAST_MOMENT)) return String(ms);
  return new Date(ms).toISOString().replace(/T.*/, '');
}

/** An empty cell that stands alone is quoted: a blank line is no row. Backslashes are doubled, as recorded. */
function quoted(text: string, alone: boolean): string {
  if (text === '') return alone ? '""' : '';
  const escaped = text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
  return /[",\n\r]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
