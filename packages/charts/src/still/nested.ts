import { attributes } from '../map/markup.ts';
import type { Size } from '../map/projection.ts';

/** What stands in a picture, as an SVG document of a size. */
export function svgDocument(content: string, { width, height }: Size, fontFamily: string): string {
  const head = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': fontFamily,
  };
  return `<svg${attributes(head)}>${content}</svg>`;
}

/** An SVG document as a part of another, with its upper left corner at a place. */
export function placedPicture(svg: string, { x, y }: { x: number; y: number }): string {
  return svg.slice(svg.indexOf('<svg')).replace('<svg', `<svg${attributes({ x, y })}`);
}
