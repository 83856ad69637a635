import type { DrawTheme, TextDrawing } from '../chart-type.ts';
import { escapeMarkup } from '../draw/tooltip.ts';

const LINE_HEIGHT = 1.2;
const LEFT = 16;

/** The lines of a text drawing, centred in height above its trend. */
export function textSvg(
  { lines, trend }: TextDrawing,
  { height }: { width: number; height: number },
  theme: DrawTheme,
  trendSvg: string | undefined,
): string {
  const room = height - (trend?.height ?? 0);
  const block = lines.reduce((sum, line) => sum + line.size * LINE_HEIGHT, 0);
  let top = Math.max(0, (room - block) / 2);
  const texts = lines.map((line) => {
    const baseline = top + line.size;
    top += line.size * LINE_HEIGHT;
    return svgText(line.text, {
      x: LEFT,
      y: baseline,
      size: line.size,
      color: line.color,
      weight: line.weight,
      font: theme.fontFamily,
    });
  });
  return `${texts.join('')}${trendSvg === undefined ? '' : `<g transform="translate(0 ${room})">${trendSvg}</g>`}`;
}

export interface SvgTextLook {
  x: number;
  y: number;
  size: number;
  color: string;
  font: string;
  weight?: number | undefined;
  anchor?: 'start' | 'middle' | 'end';
}

/** One line of text; `y` is its baseline. */
export function svgText(
  text: string,
  { x, y, size, color, font, weight, anchor = 'start' }: SvgTextLook,
): string {
  const place = `x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}"`;
  const look = `font-family="${escapeMarkup(font)}" font-size="${size}" fill="${color}"${weight === undefined ? '' : ` font-weight="${weight}"`}`;
  return `<text ${place} ${look} xml:space="preserve">${escapeMarkup(text)}</text>`;
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
