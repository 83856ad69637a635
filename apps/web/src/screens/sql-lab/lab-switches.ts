import { create } from 'zustand';
import { browserStorage } from '../../base/browser-storage.ts';

/** Keys of what this browser remembers of SQL Lab (contract/ui.md E3); both begin switched on. */
const KEYS = {
  rendersHtml: 'sqllab__is_render_html_enabled',
  completes: 'sqllab__is_autocomplete_enabled',
} as const;

type SwitchName = keyof typeof KEYS;

interface LabSwitches extends Record<SwitchName, boolean> {
  turn: (name: SwitchName, isOn: boolean) => void;
}

/** What a person has switched on and off for all tabs. */
export const useLabSwitches = create<LabSwitches>((set) => ({
  rendersHtml: isOn('rendersHtml'),
  completes: isOn('completes'),
  turn: (name, isOn) => {
    set({ [name]: isOn });
    try {
      browserStorage()?.setItem(KEYS[name], String(isOn));
    } catch {
      // The browser's storage is full: it holds until the page ends.
    }
  },
}));

function isOn(name: SwitchName): boolean {
  return browserStorage()?.getItem(KEYS[name]) !== 'false';
}
