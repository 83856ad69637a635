import type { Drawing, TableDrawing, TableModelCell, TextDrawing } from '@chartroom/charts';
import { escapeMarkup } from '../../packages/charts/src/draw/tooltip.ts';
import { echartsSvg } from '../../packages/charts/src/map/echarts-svg.ts';
import { attributes, element, textElement } from '../../packages/charts/src/map/markup.ts';
import { renderMap } from '../../packages/charts/src/map/render.ts';
import { LIGHT_THEME } from '../../packages/charts/src/testing/draw-example.ts';

/** Pixels of every picture. */
export const STILL = { width: 500, height: 300 };
const ROW = 24;
const PADDING = 6;

/** A drawing of any kind as an SVG document, made without a browser. */
export async function stillPicture(drawing: Drawing): Promise<string> {
  switch (drawing.kind) {
    case 'echarts':
      return echartsSvg(drawing);
    case 'map':
      return renderMap(drawing, LIGHT_THEME, STILL);
    case 'table':
      return framed(tableMarkup(drawing));
    case 'text':
      return framed(await textMarkup(drawing));
  }
}

function framed(content: string): string {
  const { width, height } = STILL;
  const box = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height };
  return `<svg${attributes({ ...box, 'font-family': LIGHT_THEME.fontFamily })}>${content}</svg>`;
}

async function textMarkup({ lines, trend }: TextDrawing): Promise<string> {
  const tall = lines.reduce((sum, { size }) => sum + size * 1.25, 0);
  const room = STILL.height - (trend?.height ?? 0);
  let y = Math.max(0, (room - tall) / 2);
  const texts = lines.map(({ text, size, color, weight }) => {
    y += size * 1.25;
    const place = { x: 16, y, 'font-size': size, 'font-weight': weight, fill: color };
    return `<text${attributes(place)}>${escapeMarkup(text)}</text>`;
  });
  if (!trend) return texts.join('');
  const line = await echartsSvg({ kind: 'echarts', option: trend.option });
  const place = { x: 0, y: room, width: STILL.width, height: trend.height, preserveAspectRatio: 'none' };
  const own = line.replace(/^<svg[^>]*>/, (head) => head.replace(/ (?:width|height)="[^"]*"/g, ''));
  return texts.join('') + own.replace('<svg', `<svg${attributes(place)}`);
}

function tableMarkup({ table }: TableDrawing): string {
  const width = STILL.width / Math.max(1, table.columns.length);
  const rowsThatFit = Math.floor(STILL.height / ROW) - 1;
  const heads = table.columns.map(({ label, align }, at) =>
    cellText({ text: label, value: label, bold: true }, align, at * width, 0, width),
  );
  const rows = table.rows.slice(0, rowsThatFit).map((row, index) =>
    row.map((cell, at) => {
      const y = (index + 1) * ROW;
      return cellMarkup(cell, table.columns[at]?.align ?? 'left', at * width, y, width);
    }),
  );
  const lines = rows.map((_row, index) =>
    element('line', {
      ...{ x1: 0, x2: STILL.width, y1: (index + 1) * ROW, y2: (index + 1) * ROW },
      stroke: LIGHT_THEME.colorSplit,
    }),
  );
  return [...heads, ...lines, ...rows.flat()].join('');
}

type Align = 'left' | 'right' | 'center';

function cellMarkup(cell: TableModelCell, align: Align, x: number, y: number, width: number): string {
  const ground = cell.background ? element('rect', { x, y, width, height: ROW, fill: cell.background }) : '';
  const bar = cell.bar
    ? element('rect', {
        ...{ x: x + cell.bar.from * width, y: y + 3, height: ROW - 6 },
        ...{ width: cell.bar.width * width, fill: cell.bar.color },
      })
    : '';
  return (
    ground + bar + (cell.spark ? sparkMarkup(cell.spark, x, y, width) : cellText(cell, align, x, y, width))
  );
}

function sparkMarkup(
  { points, low, high, color }: NonNullable<TableModelCell['spark']>,
  x: number,
  y: number,
  width: number,
): string {
  const across = (at: number) => x + PADDING + (at / Math.max(1, points.length - 1)) * (width - 2 * PADDING);
  const down = (value: number) => y + ROW - 4 - ((value - low) / Math.max(1e-9, high - low)) * (ROW - 8);
  const places = points.flatMap((point, at) =>
    point.y === null ? [] : [`${across(at).toFixed(1)},${down(point.y).toFixed(1)}`],
  );
  return element('polyline', { points: places.join(' '), fill: 'none', stroke: color, 'stroke-width': 1.5 });
}

function cellText(cell: TableModelCell, align: Align, x: number, y: number, width: number): string {
  const anchors = { left: 'start', right: 'end', center: 'middle' } as const;
  const places = { left: x + PADDING, right: x + width - PADDING, center: x + width / 2 };
  return textElement(cell.text, {
    x: places[align],
    y: y + ROW - 8,
    anchor: anchors[align],
    size: 12,
    room: width - 2 * PADDING,
    color: cell.color ?? (cell.bold ? LIGHT_THEME.colorText : LIGHT_THEME.colorTextSecondary),
  });
}
