import { grouped } from '@chartroom/model';
import type { DrawTheme, SparkLine, TableModel, TableModelCell } from '../chart-type.ts';
import { cellPlaces, tableColumnWidths } from '../draw/column-widths.ts';
import { attributes, element, textElement } from '../map/markup.ts';
import type { Size } from '../map/projection.ts';
import { plainLines } from '../types/handlebars/plain-lines.ts';
import { svgDocument } from './nested.ts';

/** Pixels, as the grid of a page has them. */
const HEADER = 32;
const ROW = 29;
const PADDING = 12;
const LETTERS = 13;
const BASELINE = 10;
/** Of the line that says what is left out. */
const NOTE = 22;
const NOTE_LETTERS = 12;
/** Around a small line in its cell. */
const LINE_PADDING = 8;
const LINE_EDGE = 2;
/** How much narrower than on a page columns may be, where more of them are seen whole then: nobody sorts here. */
const TIGHT = 0.9;
/** Texts are measured generously: what is a little longer fits, too. */
const SLACK = 1.08;

/** What a table is drawn with. */
interface Pen {
  table: TableModel;
  theme: DrawTheme;
  /** Left edges of the columns that are shown, and the right edge of the last one. */
  edges: readonly number[];
  rowHeight: number;
}

/** What of a table fits a size. */
interface Cut {
  columns: number;
  rows: number;
  note: string | undefined;
}

type Align = 'left' | 'right' | 'center';
type Box = { x: number; y: number; width: number; height: number };

/** A table as an SVG document: its headings, the rows and columns that fit, its sums, and how much is left out. */
export function stillTable(table: TableModel, theme: DrawTheme, size: Size): string {
  const widths = tableColumnWidths(table);
  const rowHeight = heightOfRows(table);
  const cut = fitting(table, widths, rowHeight, size);
  const pen: Pen = { table, theme, edges: edgesOf(widths.slice(0, cut.columns), size.width), rowHeight };
  const levels = table.headers ?? [];
  const top = HEADER * (levels.length + 1);
  const bottom = top + cut.rows * rowHeight;
  return svgDocument(
    [
      element('rect', { ...size, fill: theme.colorBackground }),
      ...levels.map((level, at) => headingLevel(pen, level, at * HEADER)),
      headLine(pen, levels.length * HEADER),
      ...table.rows.slice(0, cut.rows).map((row, at) => rowMarkup(pen, row, top + at * rowHeight)),
      table.totals ? totalsMarkup(pen, table.totals, bottom) : '',
      cut.note === undefined ? '' : noteMarkup(pen, cut.note, size),
    ].join(''),
    size,
    theme.fontFamily,
  );
}

function heightOfRows({ rows }: TableModel): number {
  const highest = (rows[0] ?? []).reduce((most, { spark }) => Math.max(most, spark?.height ?? 0), 0);
  return highest === 0 ? ROW : highest + LINE_PADDING;
}

/** How many rows and columns there is room for; a line below them says how many there is none for. */
function fitting(table: TableModel, widths: readonly number[], rowHeight: number, size: Size): Cut {
  const columns = columnsThatFit(widths, size.width);
  const around = HEADER * ((table.headers?.length ?? 0) + 1) + (table.totals ? HEADER : 0);
  const all = Math.max(table.rowCount, table.rows.length);
  const room = (height: number) => Math.max(0, Math.floor(height / rowHeight));
  const whole = Math.min(table.rows.length, room(size.height - around));
  if (whole === all && columns === widths.length) return { columns, rows: whole, note: undefined };
  const rows = Math.min(table.rows.length, room(size.height - around - NOTE));
  const left = [counted(all - rows, 'row'), counted(widths.length - columns, 'column')].filter(
    (text) => text !== '',
  );
  return { columns, rows, note: left.length === 0 ? undefined : `… and ${left.join(' and ')}` };
}

function counted(left: number, what: string): string {
  return left <= 0 ? '' : `${grouped(left)} more ${what}${left === 1 ? '' : 's'}`;
}

/** Columns that are seen whole, for nobody can read half a number; always the first one. */
function columnsThatFit(widths: readonly number[], room: number): number {
  let left = 0;
  let count = 0;
  for (const width of widths) {
    left += width;
    if (count > 0 && left * TIGHT > room) break;
    count += 1;
  }
  return count;
}

/** Columns fill their room together. */
function edgesOf(widths: readonly number[], room: number): number[] {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const factor = total > 0 ? room / total : 1;
  const edges = [0];
  for (const width of widths) edges.push(Math.min(room, (edges.at(-1) ?? 0) + width * factor));
  return edges;
}

function headingLevel(pen: Pen, level: NonNullable<TableModel['headers']>[number], y: number): string {
  let at = 0;
  return level
    .map(({ text, span }) => {
      const box = boxOf(pen, at, span, y, HEADER);
      at += span;
      return box ? headCell(pen, text, box, 'left') : '';
    })
    .join('');
}

function headLine(pen: Pen, y: number): string {
  return pen.table.columns
    .map(({ label, align }, at) => {
      const box = boxOf(pen, at, 1, y, HEADER);
      return box ? headCell(pen, label, box, align) : '';
    })
    .join('');
}

function headCell({ theme }: Pen, text: string, box: Box, align: Align): string {
  const { x, y, width, height } = box;
  const [right, bottom] = [x + width, y + height];
  return [
    element('line', { x1: x, x2: right, y1: bottom - 0.5, y2: bottom - 0.5, stroke: theme.colorBorder }),
    element('line', { x1: right - 0.5, x2: right - 0.5, y1: y, y2: bottom, stroke: theme.colorSplit }),
    cellText(text, { box, align, color: theme.colorText, isBold: true }),
  ].join('');
}

function rowMarkup(pen: Pen, row: readonly TableModelCell[], y: number): string {
  const places = cellPlaces(row, pen.table.columns.length);
  return row
    .map((cell, index) => {
      const at = places[index] ?? 0;
      const box = boxOf(pen, at, cell.span ?? 1, y, pen.rowHeight * (cell.rowSpan ?? 1));
      const align = cell.isRowHeader ? 'left' : (pen.table.columns[at]?.align ?? 'left');
      return box ? cellMarkup(pen, cell, box, align) : '';
    })
    .join('');
}

function totalsMarkup(pen: Pen, totals: readonly TableModelCell[], y: number): string {
  const places = cellPlaces(totals, pen.table.columns.length);
  const right = pen.edges.at(-1) ?? 0;
  const line = element('line', { x1: 0, x2: right, y1: y + 0.5, y2: y + 0.5, stroke: pen.theme.colorBorder });
  const cells = totals.map((cell, index) => {
    const at = places[index] ?? 0;
    const box = boxOf(pen, at, cell.span ?? 1, y, HEADER);
    const align = cell.isRowHeader ? 'left' : (pen.table.columns[at]?.align ?? 'left');
    return box ? cellContent(pen, { ...cell, bold: true }, box, align) : '';
  });
  return line + cells.join('');
}

/** The place of a cell; undefined for one that is not shown. */
function boxOf({ edges }: Pen, at: number, span: number, y: number, height: number): Box | undefined {
  const [x, right] = [edges[at], edges[Math.min(at + span, edges.length - 1)]];
  return x === undefined || right === undefined || right <= x
    ? undefined
    : { x, y, width: right - x, height };
}

function cellMarkup(pen: Pen, cell: TableModelCell, box: Box, align: Align): string {
  const { x, y, width, height } = box;
  const { theme } = pen;
  const bottom = y + height - 0.5;
  const ground = cell.background ? element('rect', { ...box, fill: cell.background }) : '';
  const bar = cell.bar
    ? element('rect', {
        ...{ x: x + cell.bar.from * width, y, width: cell.bar.width * width, height },
        fill: cell.bar.color,
      })
    : '';
  const edge = cell.isRowHeader
    ? element('line', {
        ...{ x1: x + width - 0.5, x2: x + width - 0.5, y1: y, y2: y + height },
        stroke: theme.colorSplit,
      })
    : '';
  const line = element('line', { x1: x, x2: x + width, y1: bottom, y2: bottom, stroke: theme.colorSplit });
  return ground + bar + edge + line + cellContent(pen, cell, box, align);
}

function cellContent({ theme, rowHeight }: Pen, cell: TableModelCell, box: Box, align: Align): string {
  if (cell.spark) return sparkMarkup(cell.spark, box, theme);
  const opener = cell.group ? `${cell.group.collapsed ? '▸' : '▾'} ` : '';
  const color = cell.link === undefined ? (cell.color ?? theme.colorText) : theme.colorPrimary;
  const height = Math.min(box.height, Math.max(rowHeight, HEADER));
  const first = cell.rowSpan === undefined ? height : rowHeight;
  return cellText(opener + plainText(cell), {
    box: { ...box, height: first },
    align,
    color,
    isBold: cell.bold === true,
  });
}

/** Its first line; of markup what it says. */
function plainText({ text, value }: TableModelCell): string {
  const said = value !== null && /<[a-z/][^>]*>/i.test(text) ? plainLines(text).join(' ') : text;
  const end = said.indexOf('\n');
  return end < 0 ? said : `${said.slice(0, end)} …`;
}

interface CellText {
  box: Box;
  align: Align;
  color: string;
  isBold: boolean;
}

function cellText(text: string, { box: { x, y, width, height }, align, color, isBold }: CellText): string {
  if (text === '') return '';
  const anchors = { left: 'start', right: 'end', center: 'middle' } as const;
  const places = { left: x + PADDING, right: x + width - PADDING, center: x + width / 2 };
  const drawn = textElement(text, {
    x: round(places[align]),
    y: round(y + height / 2 - BASELINE / 2 + BASELINE - 0.5),
    anchor: anchors[align],
    size: LETTERS,
    room: (width - 2 * PADDING) * SLACK,
    color,
  });
  return isBold ? `<g font-weight="600">${drawn}</g>` : drawn;
}

/** A course from point to point with a gap where one is missing, and what its edges are called. */
function sparkMarkup(spark: SparkLine, { x, y, width, height }: Box, theme: DrawTheme): string {
  const { points, low, high, labels } = spark;
  const room = labels ? 56 : 0;
  const [left, wide] = [x + PADDING, Math.max(1, width - 2 * PADDING - room)];
  const [top, tall] = [y + (height - spark.height) / 2 + LINE_EDGE, spark.height - 2 * LINE_EDGE];
  const step = wide / Math.max(1, points.length - 1);
  const placeOf = (value: number) => {
    const share = high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)));
    return round(top + (1 - share) * tall);
  };
  const path = points
    .map(({ y: value }, index) => {
      if (value === null) return '';
      const before = points[index - 1]?.y ?? null;
      const isAlone = before === null && (points[index + 1]?.y ?? null) === null;
      const dash = points.length === 1 ? wide : 1;
      return `${before === null ? 'M' : 'L'}${round(left + index * step)} ${placeOf(value)}${isAlone ? `h${dash}` : ''}`;
    })
    .join('');
  const line = element('path', { d: path, fill: 'none', stroke: spark.color, 'stroke-width': 1.5 });
  if (!labels) return line;
  const place = {
    x: x + width - PADDING,
    anchor: 'end' as const,
    size: 10,
    room,
    color: theme.colorTextSecondary,
  };
  return [
    line,
    textElement(labels[1], { ...place, y: round(top + 8) }),
    textElement(labels[0], { ...place, y: round(top + tall) }),
  ].join('');
}

function noteMarkup({ theme }: Pen, note: string, { width, height }: Size): string {
  const text = textElement(note, {
    ...{ x: PADDING, y: height - 7, size: NOTE_LETTERS, room: width - 2 * PADDING },
    color: theme.colorTextSecondary,
  });
  return `<g${attributes({ 'data-left-out': '' })}>${text}</g>`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
