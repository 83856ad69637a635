import { browserStorage } from '../../base/browser-storage.ts';

const SPLIT = 'chart_split_sizes';
const COLUMNS = ['datasource_width', 'controls_width'] as const;
/** Percent of the chart's room that its rows take when they are opened for the first time. */
const USUAL_ROWS = 40;

/** How much of its room the picture leaves to the rows below it. */
export function keptSplit(): string {
  try {
    const [picture, rows]: unknown[] = JSON.parse(browserStorage()?.getItem(SPLIT) ?? '[]');
    // Percent, as the two of them make a hundred.
    if (typeof picture === 'number' && typeof rows === 'number' && Math.round(picture + rows) === 100)
      return `${rows}%`;
  } catch {
    // What somebody else has written there is no size.
  }
  return `${USUAL_ROWS}%`;
}

/** Remembers how the room is shared between the picture and its rows. */
export function keepSplit(pixels: readonly number[]): void {
  const whole = pixels.reduce((sum, each) => sum + each, 0);
  if (whole <= 0) return;
  const rows = Math.round(((pixels[1] ?? 0) / whole) * 100);
  browserStorage()?.setItem(SPLIT, JSON.stringify([100 - rows, rows]));
}

/** How wide one of the two columns before the chart was left. */
export function keptWidth(column: (typeof COLUMNS)[number], otherwise: number): number {
  const value = Number(browserStorage()?.getItem(column));
  return value > 0 ? value : otherwise;
}

/** Remembers how wide the columns before the chart are; one that is folded is as wide as before when it is opened. */
export function keepWidths(pixels: readonly number[]): void {
  COLUMNS.forEach((column, at) => {
    const width = Math.round(pixels[at] ?? 0);
    if (width > 0) browserStorage()?.setItem(column, String(width));
  });
}
