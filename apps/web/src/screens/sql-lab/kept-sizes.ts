import { browserStorage } from '../../base/browser-storage.ts';
import { LAB_USER } from './tabs/kept-tabs.ts';

/** Under which the sizes stand that a person has chosen in this browser. */
const KEYS = {
  /** Pixels of what stands beside the editor. */
  leftBar: `sqllab__left_bar_width_${LAB_USER}`,
  /** Percent of the height that the editor has above what it brings. */
  north: `sqllab__north_percent_${LAB_USER}`,
} as const;

/** A size that was chosen; undefined before. */
export function keptSize(name: keyof typeof KEYS): number | undefined {
  return Number(browserStorage()?.getItem(KEYS[name])) || undefined;
}

/** Remembers a size; what is folded away keeps the one that it had. */
export function keepSize(name: keyof typeof KEYS, size: number | undefined): void {
  if (!size) return;
  try {
    browserStorage()?.setItem(KEYS[name], String(Math.round(size)));
  } catch {
    // A full storage: the next visit begins with the usual size.
  }
}
