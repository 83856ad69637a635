import { create } from 'zustand';
import { errorText } from '../../../api/client.ts';
import { closeTablePreview, openTablePreview } from '../../../api/sql-lab.ts';

/** A table that is looked at below a tab. */
export interface PreviewedTable {
  databaseId: number;
  /** null = the database's usual one. */
  catalog: string | null;
  schema: string | null;
  table: string;
}

/** What is below a tab. */
interface South {
  /** `results`, `history`, or the key of a table. */
  view: string;
  tables: readonly (PreviewedTable & { keptAs: number | undefined })[];
}

interface SouthState {
  /** By the ids of their tabs. */
  tabs: Readonly<Record<number, South>>;
  /** Brings a view to the front. */
  look: (tab: number, view: string) => void;
  /** Opens the preview of a table, or brings it to the front; it is there again when the tab is. */
  preview: (tab: number, table: PreviewedTable) => Promise<void>;
  /** The same; what is in view stays there. */
  pin: (tab: number, table: PreviewedTable) => Promise<void>;
  /** What the server has kept of a tab. */
  found: (tab: number, tables: South['tables']) => void;
  close: (tab: number, key: string) => Promise<void>;
}

export const NO_SOUTH: South = { view: 'results', tables: [] };

/** Views below the tabs of SQL Lab. */
export const useSouth = create<SouthState>((set, get) => {
  const patch = (tab: number, part: Partial<South>) =>
    set(({ tabs }) => ({ tabs: { ...tabs, [tab]: { ...(tabs[tab] ?? NO_SOUTH), ...part } } }));
  const tablesOf = (tab: number) => (get().tabs[tab] ?? NO_SOUTH).tables;
  return {
    tabs: {},
    look: (tab, view) => patch(tab, { view }),
    preview: (tab, table) => {
      patch(tab, { view: previewKey(table) });
      return get().pin(tab, table);
    },
    pin: async (tab, table) => {
      const key = previewKey(table);
      if (tablesOf(tab).some((each) => previewKey(each) === key)) return;
      patch(tab, { tables: [...tablesOf(tab), { ...table, keptAs: undefined }] });
      const keptAs = await openTablePreview(tab, table);
      const kept = tablesOf(tab).map((each) => (previewKey(each) === key ? { ...each, keptAs } : each));
      patch(tab, { tables: kept });
    },
    found: (tab, tables) => {
      const open = tablesOf(tab);
      const isNew = (each: PreviewedTable) => !open.some((one) => previewKey(one) === previewKey(each));
      patch(tab, { tables: [...tables.filter(isNew), ...open] });
    },
    close: async (tab, key) => {
      const closed = tablesOf(tab).find((each) => previewKey(each) === key);
      const { view } = get().tabs[tab] ?? NO_SOUTH;
      patch(tab, {
        tables: tablesOf(tab).filter((each) => each !== closed),
        ...(view === key && { view: 'results' }),
      });
      if (closed?.keptAs !== undefined) await closeTablePreview(closed.keptAs);
    },
  };
});

/** What tells a table that is looked at from others. */
export function previewKey({ databaseId, catalog, schema, table }: PreviewedTable): string {
  // It becomes part of an id of the page: without blanks.
  return `table-${encodeURIComponent(JSON.stringify([databaseId, catalog, schema, table]))}`;
}

/** What is said where the server does not keep a preview. */
export function notKept(error: unknown): string {
  return `The preview is not kept with the tab: ${errorText(error)}`;
}
