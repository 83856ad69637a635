import { create } from 'zustand';
import { browserStorage } from '../../base/browser-storage.ts';
import { isNarrow } from '../../shared/use-narrow.ts';

/** Keys of what this browser remembers of SQL Lab (contract/ui.md E3). */
const KEYS = {
  rendersHtml: 'sqllab__is_render_html_enabled',
  completes: 'sqllab__is_autocomplete_enabled',
  /** The pane of live SQL is open. */
  live: 'sqllab__is_live_sql_enabled',
} as const;

type SwitchName = keyof typeof KEYS;

interface LabSwitches extends Record<SwitchName, boolean> {
  turn: (name: SwitchName, isOn: boolean) => void;
}

/** What a person has switched on and off for all tabs. */
export const useLabSwitches = create<LabSwitches>((set) => ({
  rendersHtml: isOn('rendersHtml'),
  completes: isOn('completes'),
  // Where there is room beside the editor it begins open.
  live: isOn('live', !isNarrow()),
  turn: (name, isOn) => {
    set({ [name]: isOn });
    try {
      browserStorage()?.setItem(KEYS[name], String(isOn));
    } catch {
      // The browser's storage is full: it holds until the page ends.
    }
  },
}));

function isOn(name: SwitchName, atFirst = true): boolean {
  const stored = browserStorage()?.getItem(KEYS[name]) ?? null;
  return stored === null ? atFirst : stored !== 'false';
}
