import type { DrawTheme, TextDrawing } from '../chart-type.ts';
import { echartsSvg } from '../map/echarts-svg.ts';
import { attributes, textElement } from '../map/markup.ts';
import type { Size } from '../map/projection.ts';
import { placedPicture, svgDocument } from './nested.ts';
import { fewLines, wrappedText } from './wrap-text.ts';

const PADDING = 16;
const LEADING = 1.2;
/** How far above the lower edge of its line a text stands, as a part of its size. */
const DESCENT = 0.27;

type Line = TextDrawing['lines'][number];

/** Texts below one another in an SVG document, and the trend below them: a big number, or what a page says. */
export async function stillText(
  { lines, trend }: TextDrawing,
  theme: DrawTheme,
  size: Size,
): Promise<string> {
  const room = { width: size.width - 2 * PADDING, height: size.height - (trend?.height ?? 0) };
  const isPage = lines.some(({ role }) => role === 'line');
  const shown = isPage ? pageLines(lines, room) : lines;
  const tall = shown.reduce((sum, line) => sum + line.size * LEADING, 0);
  let y = isPage ? 0 : Math.max(0, (room.height - tall) / 2);
  const texts = shown.map((line) => {
    y += line.size * LEADING;
    const place = { x: isPage ? 0 : PADDING, y: y - line.size * DESCENT };
    const text = textElement(line.text, { ...place, size: line.size, color: line.color, room: room.width });
    return line.weight === undefined ? text : `<g${attributes({ 'font-weight': line.weight })}>${text}</g>`;
  });
  if (!trend) return svgDocument(texts.join(''), size, theme.fontFamily);
  const course = await echartsSvg(
    { kind: 'echarts', option: trend.option },
    { width: size.width, height: trend.height },
  );
  const placed = placedPicture(course, { x: 0, y: room.height });
  return svgDocument(texts.join('') + placed, size, theme.fontFamily);
}

/** The lines of a page, broken where they are longer than it is wide, as many as there is room for. */
function pageLines(lines: readonly Line[], { width, height }: Size): Line[] {
  const broken = lines.flatMap((line) =>
    wrappedText(line.text, line.size, width + 2 * PADDING).map((text) => ({ ...line, text })),
  );
  const most = Math.max(1, Math.floor(height / ((broken[0]?.size ?? 14) * LEADING)));
  const texts = fewLines(
    broken.map(({ text }) => text),
    most,
  );
  return texts.flatMap((text, at) => (broken[at] ? [{ ...broken[at], text }] : []));
}
