import { componentOfChart, tabsAround } from '@chartroom/model';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDashboardStore } from './store/dashboard-context.ts';
import type { DashboardStore } from './store/dashboard-store.ts';

/** Milliseconds for which what a link leads to is outlined. */
const OUTLINED = 2_000;
/** Milliseconds between looks for it, and looks after which it is given up. */
const PAUSE = 50;
const PATIENCE = 100;

/**
 * Leads to what the address names: the component behind its `#`, or the chart of `focused_chart`, which is then taken out
 * of it (contract/ui.md B10). Its tabs are opened, it is scrolled to and outlined for a moment.
 */
export function useAnchor(): void {
  const store = useDashboardStore();
  const location = useLocation();
  const hash = decoded(location.hash.replace(/^#/, ''));
  const focused = new URLSearchParams(location.searchStr).get('focused_chart');
  useEffect(() => {
    const { layout } = store.getState();
    const id = focused === null ? hash : componentOfChart(layout, Number(focused));
    if (focused !== null) forget('focused_chart');
    // What has begun goes on when the parameter leaves the address.
    if (id !== undefined && layout[id]) leadTo(store, id);
  }, [store, hash, focused]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Takes a parameter out of the address without a step of its own. */
function forget(name: string): void {
  const url = new URL(window.location.href);
  url.searchParams.delete(name);
  window.history.replaceState(window.history.state, '', url);
}

/** Opens the tabs around a component and scrolls to it as soon as it is there. */
function leadTo(store: DashboardStore, id: string): void {
  const { layout, activeTabs, openTab } = store.getState();
  for (const tab of tabsAround(layout, id)) if (!activeTabs.has(tab)) openTab(tab);
  let looks = 0;
  const timer = setInterval(() => {
    const element = document.getElementById(id);
    looks += 1;
    if (!element && looks < PATIENCE) return;
    clearInterval(timer);
    if (element) pointAt(element);
  }, PAUSE);
}

function pointAt(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' });
  element.dataset.pointedAt = 'true';
  setTimeout(() => delete element.dataset.pointedAt, OUTLINED);
}
