import { FAMILIES, facedTexts, fontFiles } from './fonts.ts';

/** Pixels of one picture: a larger one is drawn smaller. */
const MOST_PIXELS = 40_000_000;

/** An SVG document as PNG, `scale` pixels for each of its own; fewer where it would be too large. */
export async function pngOf(
  svg: string,
  { width, height, scale }: { width: number; height: number; scale: number },
): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const fitting = Math.min(scale, Math.sqrt(MOST_PIXELS / (width * height)));
  const { markup, isWhole } = withFamilies(svg);
  const picture = await renderAsync(markup, {
    fitTo: { mode: 'zoom', value: fitting },
    font: {
      fontFiles: Object.values(fontFiles()),
      // Letters that these fonts do not have, of far scripts, are those of the machine, where it has them.
      loadSystemFonts: !isWhole,
      defaultFontFamily: FAMILIES.usual,
      sansSerifFamily: FAMILIES.usual,
    },
    logLevel: 'off',
  });
  return picture.asPng();
}

/** What a text says to whoever points at it: nobody points at a picture. */
const TITLES = /<title>[^<]*<\/title>/g;
const TEXTS = />([^<]+)</g;
const REFERENCE = /&(?:#\d+|#x[\da-f]+|\w+);/gi;

/**
 * A document in which each letter names the font that has it: what draws it looks for a font that has all of a text. `isWhole`
 * tells whether our own fonts have them all.
 */
function withFamilies(svg: string): { markup: string; isWhole: boolean } {
  let isWhole = true;
  const markup = svg.replace(TITLES, '').replace(TEXTS, (all, text: string) => {
    const parts = facedTexts(text.replace(REFERENCE, ''), 'regular');
    if (parts.every(({ face }) => face === 'regular')) return all;
    const named = facedTexts(text, 'regular').map((part) => {
      if (part.face === 'regular') return part.text;
      if (part.face === undefined) isWhole = false;
      const family = part.face === undefined ? 'sans-serif' : FAMILIES.other;
      return `<tspan font-family="${family}">${part.text}</tspan>`;
    });
    return `>${named.join('')}<`;
  });
  return { markup, isWhole };
}
