import { interpolateRgb } from 'd3-interpolate';
import type { DrawTheme } from '../../chart-type.ts';
import type { Range } from './columns.ts';

/** Colours of the least and the greatest values, which everybody can tell apart, on a light and on a dark page. */
const ENDS = { light: ['#ca0020', '#0571b0'], dark: ['#ff8a80', '#64b5f6'] } as const;
const MIDDLE = { light: '#6e6e6e', dark: '#b0b0b0' };

/** The colour of a value between the bounds of its column; undefined where there are none. */
export function boundColor(value: number, [low, high]: Range, { dark }: DrawTheme): string | undefined {
  const [least, greatest] = dark ? ENDS.dark : ENDS.light;
  if (low === undefined && high === undefined) return undefined;
  if (low === undefined) return value < (high ?? 0) ? least : greatest;
  if (high === undefined) return value < low ? least : greatest;
  const middle = dark ? MIDDLE.dark : MIDDLE.light;
  const share = high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low)));
  return share < 0.5
    ? interpolateRgb(least, middle)(share * 2)
    : interpolateRgb(middle, greatest)(share * 2 - 1);
}
