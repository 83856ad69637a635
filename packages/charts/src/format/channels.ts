import { rgb } from 'd3-color';

/** Red, green and blue from 0 to 255, and how opaque from 0 to 1. */
export type Channels = readonly [red: number, green: number, blue: number, alpha: number];

const BLACK: Channels = [0, 0, 0, 1];

/** Whether a text is a colour as people write it: `#rgb`, `#rrggbb` or `rgb(r,g,b)`. */
export function isColor(text: string): boolean {
  const levels = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text)?.slice(1);
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text) || levels?.every((level) => Number(level) <= 255) === true;
}

/** The parts of a colour of CSS, also by its name; what is none is black. */
export function channelsOf(color: string): Channels {
  const { r, g, b, opacity } = rgb(color);
  if (Number.isNaN(opacity)) return BLACK;
  // What cannot be seen has no colour there.
  return [r || 0, g || 0, b || 0, opacity];
}

/** A colour at an opacity. */
export function withAlpha(color: string, alpha: number): string {
  const [red, green, blue] = channelsOf(color);
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}
