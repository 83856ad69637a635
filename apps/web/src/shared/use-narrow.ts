import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 800px)';

/** Whether the window is too narrow for panes side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}

/** The same at this moment. */
export function isNarrow(): boolean {
  return matchMedia(QUERY).matches;
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
