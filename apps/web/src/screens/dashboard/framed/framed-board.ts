import type { DashboardStore } from '../store/dashboard-store.ts';

/** The dashboard in a frame, for calls of the page around, which may come before it is open. */
export interface FramedBoard {
  /** The open one; undefined until there is one. */
  now: () => DashboardStore | undefined;
  /** The open one, once it is there. */
  opened: () => Promise<DashboardStore>;
  open: (store: DashboardStore) => void;
}

export function framedBoard(): FramedBoard {
  let current: DashboardStore | undefined;
  const waiting: ((store: DashboardStore) => void)[] = [];
  return {
    now: () => current,
    opened: () => new Promise((resolve) => (current ? resolve(current) : waiting.push(resolve))),
    open: (store) => {
      current = store;
      for (const resolve of waiting.splice(0)) resolve(store);
    },
  };
}
