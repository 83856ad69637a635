import type { Page } from 'playwright-core';

/** Side of a block in pixels, and how far a channel may be off within it. */
const BLOCK = 16;
const OFF = 8;

/**
 * The share of blocks in which two pictures differ; instead of one that is not there, a picture of the other's first colour.
 *
 * @param darkroom - a page, in which they are compared
 * @param one - PNGs, base64
 */
export function differs(darkroom: Page, one: string | undefined, other: string | undefined): Promise<number> {
  return darkroom.evaluate(
    async ({ pictures, block, off }) => {
      const [first, second] = await Promise.all(pictures.map(pixelsOf));
      if (!second) return 1;
      if (first && (first.width !== second.width || first.height !== second.height)) return 1;
      const { width, height, data } = second;
      const changed = new Set<number>();
      const across = Math.ceil(width / block);
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        const place = pixel * 4;
        for (let channel = 0; channel < 3; channel += 1) {
          const before = first ? first.data[place + channel] : data[channel];
          if (Math.abs((before ?? 0) - (data[place + channel] ?? 0)) <= off) continue;
          const row = Math.floor(pixel / width / block);
          changed.add(row * across + Math.floor((pixel % width) / block));
          break;
        }
      }
      return changed.size / (across * Math.ceil(height / block));

      async function pixelsOf(picture: string | undefined): Promise<ImageData | undefined> {
        if (picture === undefined) return undefined;
        const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (!context) throw new Error('No canvas.');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      }
    },
    { pictures: [one, other], block: BLOCK, off: OFF },
  );
}
