/** Red, green and blue from 0 to 255, and how opaque from 0 to 1. */
export type Channels = readonly [red: number, green: number, blue: number, alpha: number];

const BLACK: Channels = [0, 0, 0, 1];

/** Whether a text is a colour as people write it: `#rgb`, `#rrggbb` or `rgb(r,g,b)`. */
export function isColor(text: string): boolean {
  const levels = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text)?.slice(1);
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text) || levels?.every((level) => Number(level) <= 255) === true;
}

/** The parts of a colour as drawings write it: `#rgb`, `#rrggbb`, `rgb(…)` or `rgba(…)`; what is none of these is black. */
export function channelsOf(color: string): Channels {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  const hex = long?.slice(1) ?? short?.slice(1).map((digit) => digit + digit);
  if (hex) {
    const [red = 0, green = 0, blue = 0] = hex.map((pair) => Number.parseInt(pair, 16));
    return [red, green, blue, 1];
  }
  const listed = /^rgba?\(([^)]*)\)$/.exec(color)?.[1]?.split(',').map(Number);
  const [red, green, blue, alpha = 1] = listed ?? [];
  return red === undefined || green === undefined || blue === undefined ? BLACK : [red, green, blue, alpha];
}

/** A colour at an opacity. */
export function withAlpha(color: string, alpha: number): string {
  const [red, green, blue] = channelsOf(color);
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}
