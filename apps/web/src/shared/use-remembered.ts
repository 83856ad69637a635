import { useState } from 'react';
import { browserStorage } from '../base/browser-storage.ts';

/** A text that this browser remembers under a key; null = never chosen. A browser that keeps nothing forgets it with the page. */
export function useRemembered(key: string): [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => browserStorage()?.getItem(key) ?? null);
  const remember = (next: string) => {
    browserStorage()?.setItem(key, next);
    setValue(next);
  };
  return [value, remember];
}
