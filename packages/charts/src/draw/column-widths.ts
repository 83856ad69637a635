import type { TableModel, TableModelCell } from '../chart-type.ts';
import { textWidth } from './measure-text.ts';

const FONT_SIZE = 13;
/** Padding at both sides, and room for the arrow of a sorted column. */
const PADDING = 36;
const NARROWEST = 60;
const WIDEST = 360;
/** Rows that are measured: beyond them texts are seldom longer. */
const MEASURED_ROWS = 300;

/** Width in pixels of each column: its own setting, else its longest text within limits. */
export function tableColumnWidths(table: TableModel): number[] {
  const longest = table.columns.map((column) => textWidth(column.label, FONT_SIZE));
  const headings = (table.headers ?? []).map((row) =>
    row.map(({ text, span }) => ({ value: null, text, span })),
  );
  const rows = [...headings, ...table.rows.slice(0, MEASURED_ROWS), ...(table.totals ? [table.totals] : [])];
  for (const row of rows) {
    const places = cellPlaces(row, table.columns.length);
    for (const [index, cell] of row.entries()) {
      const at = places[index] ?? 0;
      if ((cell.span ?? 1) === 1)
        longest[at] = Math.max(longest[at] ?? 0, textWidth(firstLine(cell.text), FONT_SIZE));
    }
  }
  return longest.map(
    (width, index) =>
      table.columns[index]?.width ?? Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(width) + PADDING)),
  );
}

/** Widest share of the table, in pixels, that stays in sight when it is scrolled sideways. */
const WIDEST_HEADERS = 320;

/** Left edges of the columns of row headers, which stay in sight; none when they would take too much room. */
export function headerEdges(table: TableModel, widths: readonly number[]): number[] {
  const edges: number[] = [];
  let left = 0;
  for (const [index, column] of table.columns.entries()) {
    if (!column.isRowHeader) break;
    edges.push(left);
    left += widths[index] ?? 0;
  }
  return left > WIDEST_HEADERS ? [] : edges;
}

/** The column in which each cell of a row begins: a row that is covered by cells above it lacks its first ones. */
export function cellPlaces(row: readonly TableModelCell[], columns: number): number[] {
  const spans = row.map((cell) => cell.span ?? 1);
  let at = Math.max(0, columns - spans.reduce((sum, span) => sum + span, 0));
  return spans.map((span) => {
    const place = at;
    at += span;
    return place;
  });
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}
