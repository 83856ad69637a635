import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

/** In which of the fonts a text is written. */
export type Weight = 'regular' | 'bold';
/** A font of pictures: they come with the program, so that no picture depends on the machine that draws it. */
export type Face = Weight | 'other';

/** What the families are called in pictures: that of nearly all letters, and that of those which it has not. */
export const FAMILIES = { usual: 'Arimo', other: 'DejaVu Sans' };

/** Weights from which on letters are bold. */
const BOLD = 600;

const require = createRequire(import.meta.url);
const opened = new Map<Face, Font>();
const widths: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() };

/** Where the files of the fonts are. */
export function fontFiles(): Record<Face, string> {
  return {
    regular: require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/arimo/600SemiBold/Arimo_600SemiBold.ttf'),
    other: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  };
}

/** Which of the two weights a weight of CSS is drawn in. */
export function weightOf(weight: string | number | undefined): Weight {
  if (weight === 'bold' || weight === 'bolder') return 'bold';
  return Number(weight) >= BOLD ? 'bold' : 'regular';
}

function fontOf(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  const font = openSync(fontFiles()[face]);
  if (!('glyphForCodePoint' in font)) throw new Error('The file of the font holds several.');
  opened.set(face, font);
  return font;
}

/** Pixels that a text is wide. */
export function widthOf(text: string, size: number, weight: Weight = 'regular'): number {
  const known = widths[weight];
  let ems = 0;
  for (const letter of text) {
    let own = known.get(letter);
    if (own === undefined) {
      const font = fontOf(faceOf(letter, weight) ?? weight);
      own = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
      known.set(letter, own);
    }
    ems += own;
  }
  return ems * size;
}

/** The face that has a letter; undefined where none has. */
function faceOf(letter: string, weight: Weight): Face | undefined {
  const point = letter.codePointAt(0) ?? 0;
  if (fontOf(weight).hasGlyphForCodePoint(point)) return weight;
  return fontOf('other').hasGlyphForCodePoint(point) ? 'other' : undefined;
}

/** A part of a text that one font has; `face` is undefined where none of ours has it. */
export interface FacedText {
  text: string;
  face: Face | undefined;
}

/** A text in the parts that one font each has all letters of. */
export function facedTexts(text: string, weight: Weight): FacedText[] {
  const parts: FacedText[] = [];
  for (const letter of text) {
    const face = faceOf(letter, weight);
    const last = parts.at(-1);
    if (last && last.face === face) last.text += letter;
    else parts.push({ text: letter, face });
  }
  return parts;
}
