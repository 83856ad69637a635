import { type Cell, Decimal, type ResultColumn } from '../frame.ts';
import { hasZone } from '../native-type.ts';
import { ByteWriter } from './byte-writer.ts';
import {
  dayText,
  disarmed,
  floatText,
  momentText,
  plainText,
  quoted,
  scaleOf,
  withScale,
} from './csv-cells.ts';
import { ColumnLines, type ColumnWriter } from './csv-columns.ts';

export interface CsvOptions {
  /** Write the line of names. Default: yes. */
  header?: boolean;
  /** Write the byte order mark that tells some spreadsheets the encoding. Default: no. */
  byteOrderMark?: boolean;
  /** The character between cells. Default: a comma. */
  separator?: string;
  /** The character before the fraction of a number. Default: a point. */
  decimalSign?: string;
}

/** Days whose text is remembered. */
const MOST_DAYS = 4096;
const DAY_SECONDS = 86_400;
/** Blocks of rows that are written cell by cell after one that had to be. */
const BLOCKS_LEFT_OUT = 16;
const NEWLINE = 10;

/** What one column has shown so far: all its cells are written alike. */
interface Shown {
  kind: ResultColumn['kind'];
  zone: string;
  /** Whether moments have a fraction of a second. */
  fine: boolean;
  /** Places behind the point of decimals. */
  scale: number;
}

/**
 * Writes rows as they come as comma separated text in UTF-8. Text that a spreadsheet would run is disarmed; null and NaN are
 * empty; moments are `YYYY-MM-DD HH:MM:SS` (contract/query.md §1.14).
 */
export class CsvEncoder {
  readonly #columns: Shown[];
  readonly #alone: boolean;
  readonly #separator: string;
  readonly #decimalSign: string;
  readonly #writer = new ByteWriter();
  readonly #days = new Map<number, string>();
  /** The day that was written last: rows are often in order. */
  #lastDay = Number.NaN;
  #lastText = '';
  #head: string;
  #fast: ColumnLines | undefined;
  /** Blocks that are not tried column by column. */
  #unfit = 0;

  constructor(columns: readonly ResultColumn[], options: CsvOptions = {}) {
    const { header = true, byteOrderMark = false, separator = ',', decimalSign = '.' } = options;
    this.#separator = separator;
    this.#decimalSign = decimalSign;
    this.#alone = columns.length === 1;
    this.#columns = columns.map(({ kind, nativeType }) => ({
      kind,
      zone: hasZone(nativeType) ? '+00:00' : '',
      fine: false,
      scale: 0,
    }));
    const names = header
      ? `${columns.map(({ name }) => this.#quoted(disarmed(name))).join(separator)}\n`
      : '';
    this.#head = `${byteOrderMark ? '\uFEFF' : ''}${names}`;
  }

  /** Looks at cells before they are written: decimals of a column show the same places, its moments the same digits. */
  foresee(columns: readonly (readonly Cell[])[]): void {
    for (const [index, column] of this.#columns.entries()) {
      const values = columns[index] ?? [];
      if (column.kind === 'timestamp' && !column.fine && values.some(isFine)) {
        column.fine = true;
        this.#fast = undefined;
      }
      if (column.kind !== 'decimal') continue;
      for (const cell of values)
        if (cell instanceof Decimal) column.scale = Math.max(column.scale, scaleOf(cell.text));
    }
  }

  /** The lines of some rows, `from` up to `to`; before the first of all stand the names. */
  lines(columns: readonly (readonly Cell[])[], from: number, to: number): Uint8Array<ArrayBuffer> {
    const writer = this.#writer;
    writer.json(this.#head);
    this.#head = '';
    // A cell that stands alone is quoted when it is empty, and tells no row from a blank line otherwise.
    // Other signs than the usual ones are written cell by cell.
    const isUsual = this.#separator === ',' && this.#decimalSign === '.';
    const fast = this.#alone || !isUsual || this.#columns.length === 0 ? undefined : this.#columnLines();
    for (let row = from; row < to; ) {
      const end = Math.min(to, row + (fast?.rows ?? to));
      const written =
        fast && this.#unfit <= 0
          ? fast.write(columns, { from: row, to: end }, writer.room(fast.most(end - row)), writer.length)
          : -1;
      if (written >= 0) writer.length = written;
      else {
        // Where texts have to be quoted the next ones mostly have to, too.
        this.#unfit = this.#unfit > 0 ? this.#unfit - 1 : BLOCKS_LEFT_OUT;
        this.#rows(columns, row, end);
      }
      row = end;
    }
    return writer.take();
  }

  /** Writes any rows, cell by cell. */
  #rows(columns: readonly (readonly Cell[])[], from: number, to: number): void {
    const writer = this.#writer;
    for (let row = from; row < to; row++) {
      for (const [place, column] of this.#columns.entries()) {
        if (place > 0) writer.json(this.#separator);
        const cell = columns[place]?.[row] ?? null;
        if (typeof cell === 'string') writer.json(this.#quoted(disarmed(cell)));
        else writer.ascii(this.#text(column, cell));
      }
      writer.byte(NEWLINE);
    }
  }

  /** What writes the columns as they are known now; another once moments with fractions, or decimals with more places, came. */
  #columnLines(): ColumnLines {
    this.#fast ??= new ColumnLines(this.#columns.map((column) => this.#columnWriter(column)));
    return this.#fast;
  }

  #columnWriter(column: Shown): ColumnWriter {
    const { kind, fine, zone } = column;
    if (kind === 'timestamp' && !fine && zone === '')
      return { form: 'moments', dayText: (day) => this.#day(day, day * DAY_SECONDS * 1000) };
    if (kind === 'int') return { form: 'integers' };
    if (kind === 'string') return { form: 'texts' };
    const text = (cell: Cell): string =>
      typeof cell === 'string' ? quoted(disarmed(cell), false) : this.#text(column, cell);
    return { form: 'others', text };
  }

  /** The text of a cell that is no text. */
  #text({ kind, scale, fine, zone }: Shown, cell: Exclude<Cell, string>): string {
    if (cell instanceof Decimal) return this.#quoted(this.#signed(withScale(cell.text, scale)));
    if (typeof cell !== 'number') return this.#quoted(plainText(cell));
    if (kind === 'timestamp') return this.#quotedMoment(momentText(cell, fine) + zone);
    if (kind === 'date') return this.#quotedMoment(this.#day(Math.floor(cell / 1000 / DAY_SECONDS), cell));
    return this.#quoted(kind === 'float' ? this.#signed(floatText(cell)) : plainText(cell));
  }

  #quoted(text: string): string {
    return quoted(text, this.#alone, this.#separator);
  }

  /** A moment holds nothing that has to be quoted, unless its own signs part cells. */
  #quotedMoment(text: string): string {
    return this.#separator === ',' ? text : this.#quoted(text);
  }

  #signed(digits: string): string {
    return this.#decimalSign === '.' ? digits : digits.replace('.', this.#decimalSign);
  }

  /** The date of a day; of one that no calendar holds, the number. */
  #day(day: number, cell: number): string {
    if (day === this.#lastDay) return this.#lastText;
    const text = this.#days.get(day) ?? dayText(cell);
    if (!text.includes('-', 1)) return text;
    if (this.#days.size >= MOST_DAYS) this.#days.clear();
    this.#days.set(day, text);
    this.#lastDay = day;
    this.#lastText = text;
    return text;
  }
}

/** Whether a moment has a fraction of a second. */
function isFine(cell: Cell): boolean {
  return typeof cell === 'number' && Math.floor(cell / 1000) * 1000 !== cell;
}
