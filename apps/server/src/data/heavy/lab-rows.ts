import type { NotFinite, SpecialNumber } from '@chartroom/model';
import { type Cell, Decimal, type Frame, type FrameColumn, hasZone } from '@chartroom/query';

/** At most `most` rows as SQL Lab shows them (contract/query.md §5.1, §1.13). */
export function labRows({ columns, length }: Frame, most: number): Frame {
  return { length: Math.min(length, most), columns: columns.map((column) => labColumn(column, most)) };
}

/**
 * Where in some rows numbers stand that JSON has no word for: they are written as null, as outside clients expect it, and told
 * beside the rows. Absent where there is none.
 */
export function notFiniteIn({ columns }: Frame): { notFinite?: NotFinite } {
  const found: NotFinite = [];
  for (const { name: column, kind, values } of columns) {
    if (kind !== 'float' && kind !== 'decimal') continue;
    const rows = new Map<SpecialNumber, number[]>();
    for (const [row, cell] of values.entries()) {
      const value = specialNumber(cell);
      if (!value) continue;
      const places = rows.get(value);
      if (places) places.push(row);
      else rows.set(value, [row]);
    }
    for (const [value, places] of rows) found.push({ column, value, rows: places });
  }
  return found.length > 0 ? { notFinite: found } : {};
}

const SPECIAL: readonly SpecialNumber[] = ['NaN', 'Infinity', '-Infinity'];

/** The name of a number that is none, or has no end; undefined for all others. */
export function specialNumber(cell: Cell): SpecialNumber | undefined {
  if (cell instanceof Decimal) return SPECIAL.find((name) => name === cell.text);
  if (typeof cell !== 'number' || Number.isFinite(cell)) return undefined;
  return SPECIAL.find((name) => name === String(cell));
}

/** Moments as ISO text and integers beyond 2^53 as digits: what SQL Lab shows is what the engine said. */
function labColumn(column: FrameColumn, most: number): FrameColumn {
  const zoned = hasZone(column.nativeType);
  const values = column.values.length > most ? column.values.slice(0, most) : column.values;
  if (column.kind === 'date' || column.kind === 'timestamp') {
    const text = (moment: number) =>
      endless(moment) ?? (column.kind === 'date' ? isoDay(moment) : isoTime(moment, zoned));
    return {
      ...column,
      kind: 'string',
      values: values.map((value): Cell => (typeof value === 'number' ? text(value) : value)),
    };
  }
  if (column.kind === 'int' && values.some((value) => typeof value === 'bigint')) {
    return {
      ...column,
      values: values.map((value): Cell => (typeof value === 'bigint' ? String(value) : value)),
    };
  }
  return { ...column, values };
}

/** The end of all days or their beginning, which engines know as moments. */
function endless(moment: number): string | undefined {
  if (Number.isFinite(moment)) return undefined;
  return moment > 0 ? 'infinity' : '-infinity';
}

function isoDay(moment: number): string {
  return new Date(moment).toISOString().replace(/T.*/, '');
}

/** Fractions of a second are shown when there are any, with six digits. */
function isoTime(moment: number, zoned: boolean): string {
  const whole = Math.floor(moment / 1000) * 1000;
  const micros = Math.round((moment - whole) * 1000);
  const text = new Date(whole).toISOString().replace(/\.\d+Z$/, '');
  return `${text}${micros > 0 ? `.${String(micros).padStart(6, '0')}` : ''}${zoned ? '+00:00' : ''}`;
}
