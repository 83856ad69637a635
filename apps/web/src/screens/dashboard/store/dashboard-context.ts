import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { DashboardState, DashboardStore } from './dashboard-store.ts';

/** The dashboard that the components below belong to. */
export const DashboardContext = createContext<DashboardStore | undefined>(undefined);

/** The store of the dashboard around a component. */
export function useDashboardStore(): DashboardStore {
  const store = useContext(DashboardContext);
  if (!store) throw new Error('This component stands outside of every dashboard.');
  return store;
}

/** Something of the dashboard around a component; the component is drawn again when it changes. */
export function useDashboard<Part>(part: (state: DashboardState) => Part): Part {
  return useStore(useDashboardStore(), part);
}
