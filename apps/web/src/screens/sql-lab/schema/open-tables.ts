import { create } from 'zustand';

interface OpenTables {
  /** Tables that are open in the tree, and those whose columns stand in the order of their names, by `placeKey`. */
  open: Readonly<Record<string, ReadonlySet<string>>>;
  sorted: Readonly<Record<string, ReadonlySet<string>>>;
  turn: (what: 'open' | 'sorted', place: string, table: string) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** What is open in the trees of tables: the same in all tabs of a place. */
export const useOpenTables = create<OpenTables>((set) => ({
  open: {},
  sorted: {},
  turn: (what, place, table) =>
    set((state) => {
      const next = new Set(state[what][place] ?? NONE);
      if (!next.delete(table)) next.add(table);
      return { [what]: { ...state[what], [place]: next } };
    }),
}));

/** Tables of a place that are open, or sorted. */
export function useTables(what: 'open' | 'sorted', place: string): ReadonlySet<string> {
  return useOpenTables((state) => state[what][place] ?? NONE);
}
