import { useEffect, useState } from 'react';
import { useDashboard } from '../store/dashboard-context.ts';

/** Milliseconds after which filters ask for their choices though no chart was asked. */
const LATEST = 1_000;

/** Whether charts were asked, or there is none to ask: what filters have to offer comes after them (contract/ui.md C7). */
export function useChartsStarted(): boolean {
  const isAsked = useDashboard(({ tiles }) =>
    Object.values(tiles).some(({ status }) => status !== 'waiting'),
  );
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATEST);
    return () => clearTimeout(timer);
  }, []);
  return isAsked || isLate;
}
