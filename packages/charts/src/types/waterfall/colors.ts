import { membersOf, numberOf } from '../../question/read-form.ts';

/** Red, green and blue, each 0 … 255. */
export type Rgb = readonly [number, number, number];

/** Colours of gains, losses and totals until others are picked. */
export const INCREASE: Rgb = [90, 193, 137];
export const DECREASE: Rgb = [224, 67, 85];
export const TOTAL: Rgb = [102, 102, 102];

/** A picked colour as `#rrggbb`; how far it lets others through does not count. */
export function hexColor(picked: unknown, otherwise: Rgb): string {
  const { r, g, b } = membersOf(picked);
  const parts = [r, g, b].map((part, index) => numberOf(part) ?? otherwise[index] ?? 0);
  const whole = parts.map((part) => Math.min(255, Math.max(0, Math.round(part))));
  return `#${whole.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
