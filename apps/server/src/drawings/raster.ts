import { canWrite, FAMILY, fontFiles } from './fonts.ts';

/** Pixels of one picture: a larger one is drawn smaller. */
const MOST_PIXELS = 40_000_000;

/** An SVG document as PNG, `scale` pixels for each of its own; fewer where it would be too large. */
export async function pngOf(
  svg: string,
  { width, height, scale }: { width: number; height: number; scale: number },
): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const { regular, bold } = fontFiles();
  const fitting = Math.min(scale, Math.sqrt(MOST_PIXELS / (width * height)));
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: fitting },
    font: {
      fontFiles: [regular, bold],
      // Letters that the fonts do not have, of far scripts, are those of the machine, where it has them.
      loadSystemFonts: !canWrite(lettersOf(svg)),
      defaultFontFamily: FAMILY,
      sansSerifFamily: FAMILY,
    },
    logLevel: 'off',
  });
  return picture.asPng();
}

/** The letters of its texts, each once. */
function lettersOf(svg: string): string {
  return [...new Set(svg.replace(/<[^>]*>/g, ''))].filter((letter) => letter > ' ').join('');
}
