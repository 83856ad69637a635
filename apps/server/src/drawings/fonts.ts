import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

/** A font of pictures: it comes with the program, so that no picture depends on the machine that draws it. */
export type Weight = 'regular' | 'bold';

/** What the family is called in pictures. */
export const FAMILY = 'Arimo';

const FILES: Readonly<Record<Weight, string>> = {
  regular: '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
  bold: '@expo-google-fonts/arimo/600SemiBold/Arimo_600SemiBold.ttf',
};
/** Weights from which on letters are bold. */
const BOLD = 600;

const require = createRequire(import.meta.url);
const opened = new Map<Weight, Font>();
const widths: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() };

/** Where the files of the fonts are. */
export function fontFiles(): Record<Weight, string> {
  return { regular: require.resolve(FILES.regular), bold: require.resolve(FILES.bold) };
}

/** Which of the two weights a weight of CSS is drawn in. */
export function weightOf(weight: string | number | undefined): Weight {
  if (weight === 'bold' || weight === 'bolder') return 'bold';
  return Number(weight) >= BOLD ? 'bold' : 'regular';
}

function fontOf(weight: Weight): Font {
  const known = opened.get(weight);
  if (known) return known;
  const font = openSync(fontFiles()[weight]);
  if (!('glyphForCodePoint' in font)) throw new Error('The file of the font holds several.');
  opened.set(weight, font);
  return font;
}

/** Pixels that a text is wide. */
export function widthOf(text: string, size: number, weight: Weight = 'regular'): number {
  const known = widths[weight];
  let ems = 0;
  for (const letter of text) {
    let own = known.get(letter);
    if (own === undefined) {
      const font = fontOf(weight);
      own = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
      known.set(letter, own);
    }
    ems += own;
  }
  return ems * size;
}

/** Whether the fonts that come with the program have all letters of a text. */
export function canWrite(text: string): boolean {
  const font = fontOf('regular');
  for (const letter of text) if (!font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return false;
  return true;
}
