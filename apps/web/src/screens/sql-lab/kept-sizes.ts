import { browserStorage } from '../../base/browser-storage.ts';

/** Widths of bars beside what is worked on, in pixels by the name of each (contract/ui.md E2). */
const WIDTHS = 'common__resizable_sidebar_widths';
/** How the height of each tab is shared out, by its id (contract/ui.md E3). */
const SPLITS = 'sqllab__split_percents';
/** Tabs of which a size is remembered: the latest ones. */
const MOST = 200;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Pixels of the left bar of a tab, as they were chosen in this browser; undefined before. */
export function keptWidth(tab: number, store: Store | undefined = browserStorage()): number | undefined {
  return positive(read(WIDTHS, store).get(barOf(tab)));
}

/** Remembers the width of the left bar of a tab. */
export function keepWidth(tab: number, width: number, store: Store | undefined = browserStorage()): void {
  write(WIDTHS, barOf(tab), Math.round(width), store);
}

/** Percent of the height that the editor of a tab has above what it brings; undefined before one was chosen. */
export function keptNorth(tab: number, store: Store | undefined = browserStorage()): number | undefined {
  const split = read(SPLITS, store).get(String(tab));
  const isSplit = typeof split === 'object' && split !== null && 'northPercent' in split;
  return isSplit ? positive(split.northPercent) : undefined;
}

/** Remembers what part of the height the editor of a tab has. */
export function keepNorth(tab: number, percent: number, store: Store | undefined = browserStorage()): void {
  const northPercent = Math.round(percent * 10) / 10;
  write(SPLITS, String(tab), { northPercent, southPercent: 100 - northPercent }, store);
}

function barOf(tab: number): string {
  return `sqllab:${tab}`;
}

function positive(size: unknown): number | undefined {
  return typeof size === 'number' && size > 0 ? size : undefined;
}

/** What is kept under a key. */
function read(key: string, store: Store | undefined): Map<string, unknown> {
  try {
    const kept: unknown = JSON.parse(store?.getItem(key) ?? '{}');
    return new Map(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
  } catch {
    // Not written by this page.
    return new Map();
  }
}

function write(key: string, name: string, value: unknown, store: Store | undefined): void {
  const kept = read(key, store);
  kept.delete(name);
  kept.set(name, value);
  try {
    store?.setItem(key, JSON.stringify(Object.fromEntries([...kept].slice(-MOST))));
  } catch {
    // A full storage: the next visit begins with the usual size.
  }
}
