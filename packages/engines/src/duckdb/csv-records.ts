/** Separators that are looked for, the ones that are no sign of a number first. */
const DELIMITERS = [';', '\t', '|', ','];
/** Records at which one looks to tell how a file is laid out. */
const LOOKED_AT = 200;
/** Lines that may stand above a header. */
const MOST_ABOVE = 30;
/** Lines that one cell may take while the layout is looked for: beyond that a quotation mark lacks its counterpart. */
const MOST_LINES = 20;

/** A record of a CSV: its cells, and how many lines it takes. */
export interface CsvRecord {
  cells: string[];
  lines: number;
  /** Characters that it takes, the break at its end included. */
  length: number;
  /** Whether it ends inside quoted text. */
  isOpen: boolean;
  /** Whether something follows quoted text before its cell ends. */
  isBroken: boolean;
}

/** The record that begins at a place of a text. */
export function recordAt(text: string, start: number, delimiter: string): CsvRecord {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let isBroken = false;
  let lines = 1;
  let at = start;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\n') {
      if (!quoted) break;
      lines += 1;
    }
    if (char === '"' && quoted && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"' && (quoted || cell === '')) {
      isBroken ||= quoted && !endsCell(text, at + 1, delimiter);
      quoted = !quoted;
    } else if (!quoted && text.startsWith(delimiter, at)) {
      cells.push(cell);
      cell = '';
      at += delimiter.length - 1;
    } else cell += char;
  }
  return {
    cells: [...cells, cell.replace(/\r$/, '')],
    lines,
    length: at + 1 - start,
    isOpen: quoted,
    isBroken,
  };
}

const endsCell = (text: string, at: number, delimiter: string): boolean =>
  at >= text.length || /[\r\n]/.test(text.charAt(at)) || text.startsWith(delimiter, at);

/** How a CSV is laid out: what stands between its cells, and how many lines stand above its header. */
export interface CsvLayout {
  delimiter: string;
  above: number;
}

/** Finds the layout by the first lines of a file; `asked` is the separator, where it is known. */
export function findLayout(text: string, asked: string | undefined): CsvLayout {
  const found = (asked ? [asked] : DELIMITERS).map((delimiter) => {
    const records = firstRecords(text, delimiter);
    const { width, count } = usualWidth(records);
    return { delimiter, width, count, above: linesAbove(records, width) };
  });
  const useful = found.filter(({ width }) => width > 1);
  const best = useful.reduce<(typeof found)[number] | undefined>(
    (one, other) => (one && one.count >= other.count ? one : other),
    undefined,
  );
  return best ?? { delimiter: asked ?? ',', above: 0 };
}

function firstRecords(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length && records.length < LOOKED_AT; ) {
    const record = recordAt(text, at, delimiter);
    const isLost = record.isOpen || (record.isBroken && record.lines > 1) || record.lines > MOST_LINES;
    const next = isLost ? lineAt(text, at, delimiter) : record;
    records.push(next);
    at += next.length;
  }
  return records;
}

/** One line, in which quotation marks are signs like others. */
function lineAt(text: string, start: number, delimiter: string): CsvRecord {
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end < 0 ? text.length : end);
  return {
    cells: line.replace(/\r$/, '').split(delimiter),
    lines: 1,
    length: line.length + 1,
    isOpen: false,
    isBroken: false,
  };
}

/** The number of cells that most records have, and how many have it. */
function usualWidth(records: readonly CsvRecord[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const { cells } of records)
    if (!isBlank(cells)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let best = { width: 1, count: 0 };
  for (const [width, count] of counts)
    if (width > 1 && (count > best.count || (count === best.count && width > best.width)))
      best = { width, count };
  return best;
}

/**
 * Lines above the header: a title, who made the file and when, nothing. They have fewer than half of the cells that the
 * rows have. What would be a header of numbers is none.
 */
function linesAbove(records: readonly CsvRecord[], width: number): number {
  let lines = 0;
  for (const record of records.slice(0, MOST_ABOVE)) {
    const filled = record.cells.filter((cell) => cell.trim() !== '');
    if (filled.length * 2 >= width && filled.length > 1)
      return lines > 0 && filled.every((cell) => /^\s*[-+]?[\d.,]+\s*$/.test(cell)) ? 0 : lines;
    lines += record.lines;
  }
  return 0;
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
