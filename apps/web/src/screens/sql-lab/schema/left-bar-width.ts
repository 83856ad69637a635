import { browserStorage } from '../../../base/browser-storage.ts';
import { LAB_USER } from '../tabs/kept-tabs.ts';

/** Pixels, until somebody has chosen others. */
const USUAL = 280;
const KEY = `sqllab__left_bar_width_${LAB_USER}`;

/** How wide the person wants what stands beside the editor. */
export function leftBarWidth(): number {
  return Number(browserStorage()?.getItem(KEY)) || USUAL;
}

/** Remembers how wide that is; folded away it keeps the width that it had. */
export function keepLeftBarWidth(pixels: number | undefined): void {
  if (!pixels) return;
  try {
    browserStorage()?.setItem(KEY, String(Math.round(pixels)));
  } catch {
    // A full storage: the next visit begins with the usual width.
  }
}
