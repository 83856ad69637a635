import { NO_PAGE, pageAt, windowTitle } from '@chartroom/model';
import { useEffect } from 'react';

/** What the screen shows, where that has a name of its own. */
let thing: string | undefined;
let page = NO_PAGE;

/** Keeps the window's title at what is shown: the page of a path, or the thing that its screen has named. */
export function usePageTitle(pathname: string): void {
  useEffect(() => {
    page = pageAt(pathname)?.title ?? NO_PAGE;
    write();
  }, [pathname]);
}

/** Calls the window by the thing that a screen shows, for as long as it shows it; nothing while there is no name yet. */
export function useThingTitle(name: string | null | undefined): void {
  useEffect(() => {
    if (!name) return;
    thing = name;
    write();
    return () => {
      thing = undefined;
      write();
    };
  }, [name]);
}

// Whichever of the two effects comes last, what is written is the same.
function write(): void {
  document.title = windowTitle(thing ?? page);
}
