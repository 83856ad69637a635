/** Texts of what has no value. */
const NULL_TEXT = '<NULL>';
const LEAST = 72;
const MOST = 420;
/** Rows looked at to find a column's width. */
const SAMPLE = 60;

/** What a cell shows. */
export function cellText(column: GridColumn, value: unknown): string {
  if (value === null || value === undefined) return NULL_TEXT;
  if (column.format) return column.format(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** Widths in pixels from the header and the first rows, measured with the page's font where there is one. */
export function columnWidths(columns: readonly GridColumn[], rows: readonly GridRow[]): number[] {
  const measure = textMeasure();
  return columns.map((column) => {
    let widest = measure(column.label) + 44;
    for (const row of rows.slice(0, SAMPLE))
      widest = Math.max(widest, measure(cellText(column, row[column.key]).slice(0, 80)) + 24);
    return Math.round(Math.max(LEAST, Math.min(MOST, widest)));
  });
}

/** Places of the rows to show, searched and sorted; nulls last, numbers by size, texts by the language. */
export function sortedOrder(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  sort: { key: string; descending: boolean } | undefined,
  search: string,
): number[] {
  const wanted = search.trim().toLowerCase();
  const order: number[] = [];
  rows.forEach((row, index) => {
    if (!wanted || columns.some((column) => cellText(column, row[column.key]).toLowerCase().includes(wanted)))
      order.push(index);
  });
  if (!sort) return order;
  const sign = sort.descending ? -1 : 1;
  const texts = new Intl.Collator(undefined, { numeric: true });
  return order.sort((a, b) => {
    const left = rows[a]?.[sort.key];
    const right = rows[b]?.[sort.key];
    const leftEmpty = left === null || left === undefined;
    const rightEmpty = right === null || right === undefined;
    if (leftEmpty || rightEmpty) return Number(leftEmpty) - Number(rightEmpty);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * texts.compare(String(left), String(right));
  });
}

function textMeasure(): (text: string) => number {
  const context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * 7.2;
  context.font = '13px system-ui, sans-serif';
  return (text) => context.measureText(text).width;
}

export interface GridColumn {
  /** Key of the cell in each row. */
  key: string;
  label: string;
  numeric?: boolean;
  /** Shown under the pointer over the header, e.g. the engine's type. */
  hint?: string;
  /** Text of a cell; absent = the value as it is, with null marked. */
  format?: (value: unknown) => string;
}

export type GridRow = Readonly<Record<string, unknown>>;
