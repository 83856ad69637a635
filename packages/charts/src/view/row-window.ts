import { type RefObject, useEffect, useState } from 'react';

/** Rows beyond the edges of the view, so that scrolling shows no gaps. */
const OVERSCAN = 12;

export interface RowWindow {
  from: number;
  /** First row behind the window. */
  to: number;
}

/** The rows in view of a scroller: those from its scroll position on, some more at both sides. */
export function windowOf(scrollTop: number, height: number, rowHeight: number, count: number): RowWindow {
  const first = Math.floor(scrollTop / rowHeight);
  const shown = Math.ceil(height / rowHeight);
  return {
    from: Math.max(0, Math.min(first, count) - OVERSCAN),
    to: Math.min(count, first + shown + OVERSCAN),
  };
}

/** Keeps the rows in view while the scroller moves; all of them when there are few. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  few: number,
): RowWindow {
  const [shown, setShown] = useState<RowWindow>(() => windowOf(0, 800, rowHeight, count));
  useEffect(() => {
    const element = scroller.current;
    if (!element || count <= few) return;
    const update = () => {
      const next = windowOf(element.scrollTop, element.clientHeight, rowHeight, count);
      setShown((old) => (old.from === next.from && old.to === next.to ? old : next));
    };
    update();
    const resizes = new ResizeObserver(update);
    resizes.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      resizes.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, count, rowHeight, few]);
  return count <= few
    ? { from: 0, to: count }
    : { from: Math.min(shown.from, count), to: Math.min(shown.to, count) };
}
