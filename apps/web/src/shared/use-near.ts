import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether an element is within one screen of the window; once near, it stays.
 *
 * @param around finds what scrolls around it in the window's place
 */
export function useNear(element: RefObject<HTMLElement | null>, around?: string): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || near) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      around === undefined
        ? { rootMargin: '100% 0px' }
        : { root: element.current.closest(around), rootMargin: '100%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near, around]);
  return near;
}
