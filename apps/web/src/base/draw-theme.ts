import type { DrawTheme } from '@chartroom/charts';
import { createContext, useContext, useMemo } from 'react';
import { useFormats } from './formats.ts';

/** Holds the colours of the page for what is drawn in it. */
export const DrawThemeContext = createContext<DrawTheme | null>(null);

/** Colours and formats that drawings take from the page. */
export function useDrawTheme(): DrawTheme {
  const colors = useContext(DrawThemeContext);
  const formats = useFormats((state) => state.formats);
  const theme = useMemo(() => colors && { ...colors, formats }, [colors, formats]);
  if (!theme) throw new Error('useDrawTheme needs the application around it');
  return theme;
}
