import type { Size } from '../../map/projection.ts';
import { membersOf, numberOf } from '../../question/read-form.ts';

/** How closely maps are looked at whose tiles are 256 pixels wide, from afar to near; the form counts so. */
export const ZOOMS: readonly number[] = Array.from({ length: 29 }, (_, zoom) => zoom);
/** Our maps are 512 pixels wide where those are 256. */
const STEP = 1;
const USUAL = { zoom: 6, width: 100, height: 100, slope: 30, exponent: 2 };
/** Pixels. */
const LEAST = 8;
const MOST = 600;

/** A zoom of the form as our maps count. */
export function ownZoom(zoom: number): number {
  return zoom - STEP;
}

/** How large a chart is (`chart_size`) when the map is looked at from somewhere. */
export function sizeAt(value: unknown, zoom: number): Size {
  const { type, configs, values } = membersOf(value);
  const level = Math.max(0, Math.min(ZOOMS.length - 1, Math.round(zoom + STEP)));
  const stored = membersOf(membersOf(values)[level]);
  const [width, height] = [numberOf(stored.width), numberOf(stored.height)];
  if (width !== undefined && height !== undefined) return bounded({ width, height });
  return bounded(computed(type, membersOf(configs), level));
}

/** The sizes of all zooms, as the form keeps them beside what they are made of. */
export function sizesOf(type: unknown, configs: Record<string, unknown>): Record<number, Size> {
  return Object.fromEntries(
    ZOOMS.map((zoom) => {
      const { width, height } = bounded(computed(type, configs, zoom));
      return [zoom, { width: Math.round(width), height: Math.round(height) }];
    }),
  );
}

function computed(type: unknown, configs: Record<string, unknown>, level: number): Size {
  const of = (key: keyof typeof USUAL) => numberOf(configs[key]) ?? USUAL[key];
  const [width, height, nearer] = [of('width'), of('height'), level - of('zoom')];
  if (type === 'LINEAR') {
    const wide = width + of('slope') * nearer;
    return { width: wide, height: (wide * height) / (width || 1) };
  }
  const factor = type === 'EXP' ? of('exponent') ** nearer : 1;
  return { width: width * factor, height: height * factor };
}

function bounded({ width, height }: Size): Size {
  const within = (pixels: number) =>
    Number.isFinite(pixels) ? Math.max(LEAST, Math.min(MOST, pixels)) : USUAL.width;
  return { width: within(width), height: within(height) };
}
