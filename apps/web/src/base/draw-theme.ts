import type { DrawTheme } from '@chartroom/charts';
import { createContext, useContext } from 'react';

/** Holds the colours of the page for what is drawn in it. */
export const DrawThemeContext = createContext<DrawTheme | null>(null);

/** Colours that drawings take from the page. */
export function useDrawTheme(): DrawTheme {
  const colors = useContext(DrawThemeContext);
  if (!colors) throw new Error('useDrawTheme needs the application around it');
  return colors;
}
