/** The first rows of a CSV text. */
export interface CsvHead {
  columns: string[];
  rows: string[][];
  /** Rows that there are. */
  total: number;
}

/** Reads the first rows of a text that this installation wrote as CSV, and counts the others. */
export function csvHead(text: string, separator: string, most: number): CsvHead {
  const rows: string[][] = [];
  let total = 0;
  for (const row of csvRows(text.replace(/^\ufeff/, ''), separator)) {
    if (rows.length <= most) rows.push(row);
    total += 1;
  }
  const [columns = [], ...others] = rows;
  return { columns, rows: others.slice(0, most), total: Math.max(0, total - 1) };
}

function* csvRows(text: string, separator: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = cellAt(text, at, separator);
    row.push(cell);
    at = end;
    if (text[at] === separator) {
      at += 1;
      // A separator at the very end stands before an empty cell.
      if (at < text.length) continue;
      row.push('');
    }
    yield row;
    row = [];
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  }
}

function cellAt(text: string, from: number, separator: string): { cell: string; end: number } {
  if (text[from] !== '"') {
    let end = from;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { cell: text.slice(from, end), end };
  }
  let cell = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { cell: cell + text.slice(at), end: text.length };
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}
