import { type RefObject, useEffect } from 'react';
import { dropFirstPicture, rememberBoardPlace } from '../../base/first-picture.ts';
import { useFormats } from '../../base/formats.ts';
import { useDark, useStrong, useThemeMode } from '../../base/theme-mode.ts';
import { useNarrow } from '../../shared/use-narrow.ts';

/**
 * Remembers where the board stands in the window, so that its page comes with a picture of it the next time; not of one that is
 * looked at in a way of its own, which no picture by the server shows.
 *
 * @param board what the board is scrolled in
 */
export function useBoardPlace(board: RefObject<HTMLElement | null>, isPlain: boolean): void {
  const dark = useDark();
  const isStrong = useStrong();
  const isOwn = useThemeMode(({ local, given }) => local !== undefined || given !== undefined);
  const language = useFormats(({ formats }) => formats.language);
  const isNarrow = useNarrow();
  const isDrawn = isPlain && !isStrong && !isOwn;
  useEffect(() => {
    const element = board.current;
    if (!element || !isPlain) return;
    const note = () => {
      const { left, top } = element.getBoundingClientRect();
      const { clientWidth: width, clientHeight: height } = element;
      const place = { x: Math.round(left), y: Math.round(top), width, height, isNarrow, dark, language };
      rememberBoardPlace(window.location.pathname, isDrawn ? place : undefined);
    };
    const sizes = new ResizeObserver(note);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      dropFirstPicture();
    };
  }, [board, isPlain, isDrawn, isNarrow, dark, language]);
}
