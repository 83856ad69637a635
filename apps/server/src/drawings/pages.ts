import { loadStillPictures, type StillLook } from '@chartroom/charts';
import type { PictureHead } from './drawing-work.ts';
import { widthOf } from './fonts.ts';

/** A part of a picture, from one height to another. */
export interface Piece {
  from: number;
  to: number;
  /** Whether no page ends within it. */
  isWhole: boolean;
  /** Elements of SVG, where they stand in the whole picture. */
  markup: string;
}

/** A picture that can be one, or cut into pages. */
export interface Drawn {
  width: number;
  height: number;
  pieces: readonly Piece[];
}

const HEAD = { side: 16, top: 14, title: 20, letters: 13, leading: 1.5 };

/** What stands above a picture, as its first piece. */
export async function headPiece(head: PictureHead, width: number, look: StillLook): Promise<Piece> {
  const { textMarkup } = await loadStillPictures();
  const room = width - 2 * HEAD.side;
  let y = HEAD.top;
  const line = (text: string, size: number, color: string) => {
    y += size * HEAD.leading;
    return textMarkup(text, { x: HEAD.side, y: Math.round(y - size * 0.4), size, room: room * 1.2, color });
  };
  const title = wrappedWords(head.title, HEAD.title, room).map((text) =>
    line(text, HEAD.title, look.colorText),
  );
  const lines = head.lines
    .flatMap((text) => wrappedWords(text, HEAD.letters, room))
    .map((text) => line(text, HEAD.letters, look.colorTextSecondary));
  const markup = `<g font-weight="600">${title.join('')}</g>${lines.join('')}`;
  return { from: 0, to: Math.ceil(y), isWhole: true, markup };
}

/** Lines of a text that fit a width, which breaks between words. */
function wrappedWords(text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOf(longer, size, 'bold') <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** What of a picture lies between two heights as an SVG document, from its upper edge. */
export async function pageSvg(
  { width, pieces }: Drawn,
  { from, to }: { from: number; to: number },
  look: StillLook,
): Promise<string> {
  const { svgDocument } = await loadStillPictures();
  const height = to - from;
  const ground = `<rect width="${width}" height="${height}" fill="${look.colorGround}"/>`;
  const seen = pieces.filter((piece) => piece.to > from && piece.from < to).map(({ markup }) => markup);
  const placed = from === 0 ? seen.join('') : `<g transform="translate(0 ${-from})">${seen.join('')}</g>`;
  return svgDocument(ground + placed, { width, height }, look.fontFamily);
}
