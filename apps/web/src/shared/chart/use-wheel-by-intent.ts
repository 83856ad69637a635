import { type RefObject, useEffect, useState } from 'react';

/** Milliseconds for which is told how the wheel zooms. */
const TOLD = 1_200;

/**
 * Lets the wheel scroll the page over something that it would zoom, unless Ctrl is held or the focus is in it. True while a
 * reader has to be told so.
 */
export function useWheelByIntent(frame: RefObject<HTMLElement | null>): boolean {
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    const { current: element } = frame;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onWheel = (event: WheelEvent) => {
      const isMeant = event.ctrlKey || event.metaKey || element.contains(document.activeElement);
      clearTimeout(timer);
      setTold(!isMeant);
      // The browser would make the whole page larger.
      if (isMeant) return event.preventDefault();
      event.stopPropagation();
      timer = setTimeout(() => setTold(false), TOLD);
    };
    // Whoever presses on it means it.
    const onPress = () =>
      element.querySelector<HTMLElement>('[data-map-keys]')?.focus({ preventScroll: true });
    element.addEventListener('wheel', onWheel, { capture: true, passive: false });
    element.addEventListener('click', onPress);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('wheel', onWheel, { capture: true });
      element.removeEventListener('click', onPress);
    };
  }, [frame]);
  return isTold;
}
