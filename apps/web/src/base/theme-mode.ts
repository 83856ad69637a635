import { readTheme, type ThemeDocument, type ThemeMode } from '@chartroom/ui';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { bootstrap } from './bootstrap.ts';
import { browserStorage } from './browser-storage.ts';
import type { GivenTheme } from './given-theme.ts';

const MODE_KEY = 'chartroom.theme';
const CONTRAST_KEY = 'chartroom.contrast';
const LOCAL_KEY = 'chartroom.theme.local';

/** A theme that only this browser wears; without an id it was never stored on the server. */
export interface LocalTheme {
  id?: number;
  name: string;
  document: unknown;
}

interface ThemeModeState {
  mode: ThemeMode;
  /** Whether more contrast was chosen, or refused; undefined = as the system says. */
  isStrong: boolean | undefined;
  local: LocalTheme | undefined;
  given: GivenTheme | undefined;
  /** Choosing a mode ends a local theme (contract/ui.md H3). */
  setMode: (mode: ThemeMode) => void;
  setStrong: (isStrong: boolean) => void;
  setLocal: (local: LocalTheme | undefined) => void;
  /** What the page around a frame wants; nothing of it is kept in the browser, which is of whoever looks. */
  wear: (wanted: { given?: GivenTheme; mode?: ThemeMode }) => void;
}

/** The chosen lighting and local theme; kept in the browser, because they belong to the screen one sits at. */
export const useThemeMode = create<ThemeModeState>((set) => ({
  mode: readMode(),
  isStrong: readStrong(),
  local: readLocal(),
  given: undefined,
  setMode: (mode) => {
    browserStorage()?.setItem(MODE_KEY, mode);
    browserStorage()?.removeItem(LOCAL_KEY);
    set({ mode, local: undefined });
  },
  setStrong: (isStrong) => {
    browserStorage()?.setItem(CONTRAST_KEY, isStrong ? 'more' : 'usual');
    set({ isStrong });
  },
  setLocal: (local) => {
    if (local) browserStorage()?.setItem(LOCAL_KEY, JSON.stringify(local));
    else browserStorage()?.removeItem(LOCAL_KEY);
    set({ local });
  },
  wear: (wanted) => set({ ...wanted, local: undefined }),
}));

/** Whether the page is dark: as chosen, or as the system says. */
export function useDark(): boolean {
  const mode = useThemeMode((state) => state.mode);
  const system = useMedia('(prefers-color-scheme: dark)');
  return mode === 'system' ? system : mode === 'dark';
}

/** Whether more contrast is wanted: as chosen, or as the system says. */
export function useStrong(): boolean {
  const chosen = useThemeMode((state) => state.isStrong);
  const system = useMedia('(prefers-contrast: more)');
  return chosen ?? system;
}

function useMedia(condition: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(condition).matches);
  useEffect(() => {
    const query = matchMedia(condition);
    const change = () => setMatches(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [condition]);
  return matches;
}

type Worn = Pick<ThemeModeState, 'local' | 'given'>;

/** The document that the page wears, and whether it is a dark one; `dark` = what the mode asks for. */
export function wornTheme({ local, given }: Worn, dark: boolean): { document: ThemeDocument; dark: boolean } {
  const own = local ?? given ?? bootstrap.themes;
  if (!('document' in own)) return { document: readTheme(dark ? own.dark : own.default), dark };
  const document = readTheme(own.document);
  return { document, dark: document.algorithm?.includes('dark') ?? false };
}

function readMode(): ThemeMode {
  const kept = browserStorage()?.getItem(MODE_KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

function readStrong(): boolean | undefined {
  const kept = browserStorage()?.getItem(CONTRAST_KEY);
  return kept === 'more' || kept === 'usual' ? kept === 'more' : undefined;
}

function readLocal(): LocalTheme | undefined {
  const kept = browserStorage()?.getItem(LOCAL_KEY);
  if (!kept) return undefined;
  try {
    const value: unknown = JSON.parse(kept);
    if (typeof value === 'object' && value !== null && 'name' in value && 'document' in value) {
      const id = 'id' in value && typeof value.id === 'number' ? { id: value.id } : {};
      return { ...id, name: String(value.name), document: value.document };
    }
  } catch {
    // Not ours, or damaged: the page looks as the installation does.
  }
  browserStorage()?.removeItem(LOCAL_KEY);
  return undefined;
}
