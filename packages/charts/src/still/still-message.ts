import type { DrawTheme } from '../chart-type.ts';
import { textElement } from '../map/markup.ts';
import type { Size } from '../map/projection.ts';
import { svgDocument } from './nested.ts';
import { fewLines, wrappedText } from './wrap-text.ts';

/** What stands in the place of a picture that there is none of. */
export interface StillMessage {
  title: string;
  /** What more there is to say, where there is room for it. */
  description?: string | undefined;
  /** Whether something went wrong. */
  isProblem?: boolean;
}

const PADDING = 12;
/** Narrower or lower pictures have room for small letters, and for the title alone. */
const ROOMY: Size = { width: 300, height: 220 };
const WIDEST = 480;
const LEADING = 1.4;

/** A sentence or two in the middle of an SVG document. */
export function stillMessage(
  { title, description, isProblem = false }: StillMessage,
  theme: DrawTheme,
  size: Size,
): string {
  const isRoomy = size.height > ROOMY.height && size.width > ROOMY.width;
  const room = Math.min(WIDEST, size.width - 2 * PADDING);
  const titleSize = isRoomy && !isProblem ? 16 : 13;
  const lines = [
    ...wrappedText(title, titleSize, room).map((text) => ({
      text,
      size: titleSize,
      color: isProblem ? theme.colorError : theme.colorText,
    })),
    ...(description !== undefined && isRoomy
      ? wrappedText(description, 13, room).map((text) => ({
          text,
          size: 13,
          color: theme.colorTextSecondary,
        }))
      : []),
  ];
  const most = Math.max(1, Math.floor((size.height - 2 * PADDING) / (titleSize * LEADING)));
  const texts = fewLines(
    lines.map(({ text }) => text),
    most,
  );
  const tall = texts.reduce((sum, _text, at) => sum + (lines[at]?.size ?? titleSize) * LEADING, 0);
  let y = (size.height - tall) / 2;
  const drawn = texts.map((text, at) => {
    const { size: letters = titleSize, color = theme.colorText } = lines[at] ?? {};
    y += letters * LEADING;
    return textElement(text, {
      ...{ x: size.width / 2, y: Math.round(y - letters * 0.35), anchor: 'middle', size: letters, color },
      room: size.width,
    });
  });
  return svgDocument(drawn.join(''), size, theme.fontFamily);
}
