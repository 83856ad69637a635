import type { SvgNode } from './svg-tree.ts';

/** A colour in hexadecimal digits, or by its name, and how opaque it is. */
export interface Paint {
  color: string;
  opacity: number;
}

const HEX = /^#([0-9a-f]{3,8})$/i;
const CHANNELS = /^(rgb|hsl)a?\(([^)]*)\)$/i;

/** A colour of CSS; undefined for none. */
export function paintOf(text: string | undefined): Paint | undefined {
  const value = text?.trim();
  if (!value || value === 'none' || value === 'transparent') return undefined;
  const hex = HEX.exec(value)?.[1];
  if (hex) return hexPaint(hex);
  const [, kind, list = ''] = CHANNELS.exec(value) ?? [];
  if (kind === undefined) return { color: value, opacity: 1 };
  const [one = 0, two = 0, three = 0, opacity = 1] = list.split(/[\s,/]+/).map(numberOf);
  const channels = kind.toLowerCase() === 'rgb' ? [one, two, three] : hslChannels(one, two, three);
  return { color: hexOf(channels), opacity };
}

/** The colour that a paint has on a ground; both in hexadecimal digits, others stay as they are. */
export function fadedOn(ground: string, { color, opacity }: Paint): string {
  const [own, behind] = [channelsOf(color), channelsOf(ground)];
  if (!own || !behind) return color;
  return hexOf(own.map((channel, at) => channel * opacity + (behind[at] ?? 0) * (1 - opacity)));
}

function channelsOf(color: string): number[] | undefined {
  const digits = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  return digits?.match(/../g)?.map((pair) => Number.parseInt(pair, 16));
}

function numberOf(text: string): number {
  const number = Number.parseFloat(text);
  return text.endsWith('%') ? number / 100 : number;
}

function hexPaint(digits: string): Paint {
  const pairs = digits.length <= 4 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, opacity = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return { color: hexOf([red, green, blue]), opacity: opacity / 255 };
}

/** Channels from 0 to 255 as digits. */
function hexOf(channels: readonly number[]): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

function hslChannels(hue: number, saturation: number, lightness: number): [number, number, number] {
  const part = (offset: number) => {
    const turn = (offset + hue / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** Where a shape lies, as far as its numbers tell. */
export interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The edges of a path by the points that it names. */
export function pathExtent(d: string): Extent {
  const numbers = [...d.matchAll(/[ML]\s*(-?[\d.e]+)[\s,]+(-?[\d.e]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of numbers) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return Number.isFinite(left)
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : { x: 0, y: 0, width: 0, height: 0 };
}

/** A colour that changes along a line, or from a place outwards, in the pixels of the shape. */
export interface Gradient {
  kind: 'linear' | 'radial';
  /** From one place to another; of a radial one the middle and its radius. */
  places: readonly number[];
  stops: readonly { offset: number; paint: Paint }[];
}

/** A gradient for a shape; undefined for a node that is none. */
export function gradientOf({ name, attributes, children }: SvgNode, extent: Extent): Gradient | undefined {
  const kind = name === 'linearGradient' ? 'linear' : 'radial';
  if (name !== 'linearGradient' && name !== 'radialGradient') return undefined;
  const isOwn = attributes.gradientUnits !== 'userSpaceOnUse';
  const at = (key: string, usual: number, from: number, size: number) => {
    const share = attributes[key] === undefined ? usual : numberOf(attributes[key]);
    return isOwn ? from + share * size : share;
  };
  const { x, y, width, height } = extent;
  const places =
    kind === 'linear'
      ? [at('x1', 0, x, width), at('y1', 0, y, height), at('x2', 1, x, width), at('y2', 0, y, height)]
      : [at('cx', 0.5, x, width), at('cy', 0.5, y, height), at('r', 0.5, 0, Math.max(width, height))];
  const stops = children
    .filter((child) => child.name === 'stop')
    .map(({ attributes: stop }) => {
      const paint = paintOf(stop['stop-color']) ?? { color: '#000000', opacity: 0 };
      const opacity = paint.opacity * Number(stop['stop-opacity'] ?? 1);
      return { offset: numberOf(stop.offset ?? '0'), paint: { ...paint, opacity } };
    });
  return { kind, places, stops };
}
