import { create } from 'zustand';
import { browserStorage } from '../../../../base/browser-storage.ts';

const KEY = 'sqllab__pinned_queries';
/** Queries that stay on top. */
const MOST = 50;

interface PinnedQueries {
  /** Names that their clients gave them, the one that was pinned last first. */
  ids: readonly string[];
  toggle: (id: string) => void;
}

/** Queries of the history that this browser keeps on top. */
export const usePinned = create<PinnedQueries>((set, get) => ({
  ids: read(),
  toggle: (id) => {
    const others = get().ids.filter((each) => each !== id);
    const ids = others.length < get().ids.length ? others : [id, ...others].slice(0, MOST);
    set({ ids });
    try {
      browserStorage()?.setItem(KEY, JSON.stringify(ids));
    } catch {
      // A browser that has no room forgets it with the page.
    }
  },
}));

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(browserStorage()?.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
