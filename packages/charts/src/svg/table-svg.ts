import type { DrawTheme, TableModel, TableModelCell, TableModelColumn } from '../chart-type.ts';
import { cellPlaces, tableColumnWidths } from '../draw/column-widths.ts';
import { textWidth } from '../draw/measure-text.ts';
import { svgText } from './text-svg.ts';

const ROW = 28;
const PADDING = 12;
const FONT_SIZE = 13;

interface Sheet {
  theme: DrawTheme;
  columns: readonly TableModelColumn[];
  /** Left edges of the columns, and the right edge of the last one. */
  edges: number[];
}

/** The headings of a table and as many rows as there is room for; totals stand below them. */
export function tableSvg(
  table: TableModel,
  { width, height }: { width: number; height: number },
  theme: DrawTheme,
): string {
  const sheet: Sheet = { theme, columns: table.columns, edges: edgesOf(tableColumnWidths(table), width) };
  const headings: TableModelCell[][] = (table.headers ?? []).map((row) =>
    row.map(({ text, span }) => ({ value: null, text, span, bold: true })),
  );
  headings.push(table.columns.map(({ label }) => ({ value: null, text: label, bold: true })));
  const totals = table.totals ? [table.totals] : [];
  const room = Math.max(0, Math.floor(height / ROW) - headings.length - totals.length);
  const rows = [...headings, ...table.rows.slice(0, room), ...totals];
  return rows.map((row, index) => rowSvg(sheet, row, index * ROW, index === headings.length - 1)).join('');
}

/** Columns fill the width when they are narrower, and are cut off when they are not. */
function edgesOf(widths: readonly number[], width: number): number[] {
  const total = widths.reduce((sum, each) => sum + each, 0);
  const stretch = total < width && total > 0 ? width / total : 1;
  const edges = [0];
  for (const each of widths) edges.push((edges.at(-1) ?? 0) + each * stretch);
  return edges;
}

function rowSvg(
  { theme, columns, edges }: Sheet,
  row: readonly TableModelCell[],
  top: number,
  last: boolean,
): string {
  const places = cellPlaces(row, columns.length);
  const cells = row.map((cell, index) => {
    const at = places[index] ?? 0;
    const left = edges[at] ?? 0;
    const right = edges[at + (cell.span ?? 1)] ?? left;
    const align = cell.isRowHeader || (cell.span ?? 1) > 1 ? 'left' : (columns[at]?.align ?? 'left');
    return cellSvg(theme, cell, { left, width: right - left, top, align });
  });
  const line = `<rect x="0" y="${top + ROW - 1}" width="${edges.at(-1) ?? 0}" height="1" fill="${last ? theme.colorBorder : theme.colorSplit}"/>`;
  return `<g>${cells.join('')}${line}</g>`;
}

interface Place {
  left: number;
  width: number;
  top: number;
  align: TableModelColumn['align'];
}

function cellSvg(theme: DrawTheme, cell: TableModelCell, { left, width, top, align }: Place): string {
  const box = (from: number, wide: number, color: string) =>
    `<rect x="${from}" y="${top}" width="${wide}" height="${ROW - 1}" fill="${color}"/>`;
  const ground = cell.background === undefined ? '' : box(left, width, cell.background);
  const bar =
    cell.bar === undefined ? '' : box(left + cell.bar.from * width, cell.bar.width * width, cell.bar.color);
  const x =
    align === 'right' ? left + width - PADDING : align === 'center' ? left + width / 2 : left + PADDING;
  const anchor = align === 'right' ? 'end' : align === 'center' ? 'middle' : 'start';
  const text = svgText(fitted(cell.text, width - 2 * PADDING), {
    x,
    y: top + ROW / 2 + FONT_SIZE * 0.35,
    size: FONT_SIZE,
    color: cell.color ?? theme.colorText,
    font: theme.fontFamily,
    weight: cell.bold ? 600 : undefined,
    anchor,
  });
  return `${ground}${bar}${text}`;
}

/** The text, cut with an ellipsis where it is too long. */
function fitted(text: string, width: number): string {
  if (textWidth(text, FONT_SIZE) <= width) return text;
  let end = text.length;
  while (end > 0 && textWidth(`${text.slice(0, end)}…`, FONT_SIZE) > width) end -= 1;
  return `${text.slice(0, end)}…`;
}
