import { useState } from 'react';

/** A text that this browser remembers under a key; null = never chosen. A browser that keeps nothing forgets it with the page. */
export function useRemembered(key: string): [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => storage()?.getItem(key) ?? null);
  const remember = (next: string) => {
    storage()?.setItem(key, next);
    setValue(next);
  };
  return [value, remember];
}

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
