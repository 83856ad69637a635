import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reveal, revealChart } from './reveal.ts';
import { useDashboardStore } from './store/dashboard-context.ts';

/**
 * Goes to the component that the address names behind its `#`, or to the chart of `focused_chart`, which is then taken out of
 * it (contract/ui.md B10).
 */
export function Anchored() {
  const store = useDashboardStore();
  const { hash, searchStr } = useLocation();
  const focused = new URLSearchParams(searchStr).get('focused_chart');
  useEffect(() => {
    if (focused === null) return;
    const url = new URL(window.location.href);
    url.searchParams.delete('focused_chart');
    window.history.replaceState(window.history.state, '', url);
    revealChart(store, Number(focused));
  }, [store, focused]);
  useEffect(() => {
    const id = hash.replace(/^#/, '');
    if (id !== '') reveal(store, id);
  }, [store, hash]);
  return null;
}
