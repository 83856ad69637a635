import { type RefObject, useEffect, useState } from 'react';
import { bootstrap } from '../../base/bootstrap.ts';

/** How far from what is in view pictures are drawn, what else belongs to a tile is there, and all of it goes again (contract/ui.md B5). */
export const PICTURE_NEAR = '100% 0px';
export const TILE_NEAR = '300% 0px';
const FAR = '400% 0px';

/**
 * Since when an element is near what is in view of the dashboard, by `performance.now()`; undefined while it is far. In a
 * frame of another site, what was near stays, and so does what fills the window.
 */
export function useNearSince(
  element: RefObject<HTMLElement | null>,
  margin: string,
  stays: boolean,
): number | undefined {
  const [since, setSince] = useState<number>();
  const near = since !== undefined;
  useEffect(() => {
    if (!element.current || (near && (stays || bootstrap.embedded))) return;
    const changed = (entries: IntersectionObserverEntry[]) => {
      const isNear = entries.at(-1)?.isIntersecting ?? false;
      setSince((before) => (isNear ? (before ?? performance.now()) : undefined));
    };
    const observer = new IntersectionObserver(changed, {
      root: element.current.closest('[data-picture="dashboard"]'),
      rootMargin: near ? FAR : margin,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near, margin, stays]);
  return since;
}
