import type { ThemeMode } from '@chartroom/ui';
import { create } from 'zustand';

const KEY = 'chartroom.theme';

interface ThemeModeState {
  mode: ThemeMode;
  setMode: (mode: ThemeMode) => void;
}

/** The chosen lighting; kept in the browser, because it belongs to the screen one sits at. */
export const useThemeMode = create<ThemeModeState>((set) => ({
  mode: readMode(),
  setMode: (mode) => {
    localStorage.setItem(KEY, mode);
    set({ mode });
  },
}));

function readMode(): ThemeMode {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
