import { type Cut, pageCuts } from '@chartroom/charts';
import { type PagePicture, SHARP } from './page-picture.ts';
import { type PdfPage, pdfOf } from './pdf.ts';

/** What browsers can hold of one picture: pixels on a side, and altogether. */
const MOST_SIDE = 16_000;
const MOST_PIXELS = 100_000_000;
/** A page of A4, in points. */
const A4 = { short: 595, long: 842 };

/** A picture as a PNG file; `scale` = its pixels for each of the page, below 1 where it is too large to be whole otherwise. */
export async function pngOf(picture: PagePicture): Promise<{ blob: Blob; scale: number }> {
  const { width, height } = picture;
  const scale = Math.min(
    SHARP,
    MOST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PIXELS / (width * height)),
  );
  const canvas = drawn(picture, { from: 0, to: height }, scale);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser could not make a picture of this size.');
  return { blob, scale };
}

/** A picture as pages of A4, upright unless it is wider than high. */
export async function pdfFile(
  picture: PagePicture,
  options: {
    title: string;
    /** What is not cut in two. */
    whole: readonly Cut[];
    signal: AbortSignal;
    onPage: (page: number, pages: number) => void;
  },
): Promise<Blob> {
  const { width, height } = picture;
  const isUpright = height > width;
  const page = isUpright ? { width: A4.short, height: A4.long } : { width: A4.long, height: A4.short };
  const cuts = pageCuts(height, (width * page.height) / page.width, options.whole);
  const pages: PdfPage[] = [];
  for (const cut of cuts) {
    options.onPage(pages.length + 1, cuts.length);
    // So that the page can be seen, and Cancel be pressed.
    await new Promise((resolve) => setTimeout(resolve));
    options.signal.throwIfAborted();
    const canvas = drawn(picture, cut, Math.min(SHARP, MOST_SIDE / width));
    const high = ((cut.to - cut.from) * page.width) / width;
    pages.push({ width: page.width, height: Math.round(high * 100) / 100, pixels: await packed(canvas) });
  }
  return pdfOf(pages, options.title);
}

function drawn({ image, width, height }: PagePicture, { from, to }: Cut, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round((to - from) * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser could not make a picture of this size.');
  context.drawImage(image, 0, -from * scale, width * scale, height * scale);
  return canvas;
}

/** The pixels of a picture without their transparency, packed. */
async function packed(canvas: HTMLCanvasElement): Promise<PdfPage['pixels']> {
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
  if (!data) throw new Error('The browser could not make a picture of this size.');
  const colors = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    colors[to++] = data[from] ?? 0;
    colors[to++] = data[from + 1] ?? 0;
    colors[to++] = data[from + 2] ?? 0;
  }
  const stream = new Blob([colors]).stream().pipeThrough(new CompressionStream('deflate'));
  return { width, height, packed: new Uint8Array(await new Response(stream).arrayBuffer()) };
}
