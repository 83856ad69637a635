import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reveal } from './reveal.ts';
import { useDashboardStore } from './store/dashboard-context.ts';

/** Goes to the component that the address names behind its `#`. */
export function Anchored() {
  const store = useDashboardStore();
  const { hash } = useLocation();
  useEffect(() => {
    const id = hash.replace(/^#/, '');
    if (id !== '') reveal(store, id);
  }, [store, hash]);
  return null;
}
