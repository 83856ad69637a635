import { browserStorage } from '../../../base/browser-storage.ts';
import { toast } from '../../../base/toasts.tsx';
import { useLab } from '../lab-store.ts';
import { shortLabel } from '../lab-tabs.ts';
import { type ClosedTab, closedTabs, forgetClosed } from './closed-tabs.ts';
import { LAB_USER } from './kept-tabs.ts';
import { rememberOrder, withMoved } from './tab-order.ts';

/** Opens a copy of a tab beside the others. */
export async function duplicateTab(id: number): Promise<void> {
  const { activate, add } = useLab.getState();
  // What was not looked at yet is on the server alone.
  await activate(id);
  const tab = useLab.getState().tabs.find((each) => each.id === id);
  if (!tab) return;
  const { label, databaseId, catalog, schema, sql, templateParams } = tab;
  await add({ label: `Copy of ${shortLabel(label)}`, databaseId, catalog, schema, sql, templateParams });
}

/** Closes all tabs but one. */
export async function closeOthers(id: number): Promise<void> {
  const { tabs, activate, close } = useLab.getState();
  await activate(id);
  await close(tabs.flatMap((tab) => (tab.id === id ? [] : [tab.id])));
}

/** Closes all tabs; an empty one takes their place. */
export async function closeAll(): Promise<void> {
  const { tabs, close } = useLab.getState();
  await close(tabs.map(({ id }) => id));
}

/** Hides what stands beside a tab's editor, or shows it again. */
export function turnLeftBar(id: number): void {
  const { tabs, change } = useLab.getState();
  const tab = tabs.find((each) => each.id === id);
  if (tab) change(id, { hidesLeftBar: !tab.hidesLeftBar });
}

/** Puts a tab at another place among the others. */
export function moveTab(id: number, to: number): void {
  const { tabs } = useLab.getState();
  const from = tabs.findIndex((tab) => tab.id === id);
  if (from < 0) return;
  const moved = withMoved(tabs, from, to);
  useLab.setState({ tabs: moved });
  rememberOrder(moved, browserStorage());
}

/** Turns to the tab so many places further, round and round. */
export function stepTab(by: number): void {
  const { tabs, active, activate } = useLab.getState();
  const at = tabs.findIndex((tab) => tab.id === active);
  const next = tabs.at((at + by) % tabs.length);
  if (next) void activate(next.id);
}

/** The tabs that can be restored, the last one closed first. */
export function restorableTabs(): ClosedTab[] {
  return closedTabs(browserStorage(), LAB_USER);
}

/** Opens a closed tab again: the last one unless told. */
export async function restoreTab(closed = restorableTabs()[0]): Promise<void> {
  if (!closed) {
    toast.info('No tab was closed in this browser.');
    return;
  }
  const { user: _user, ...start } = closed;
  if (await useLab.getState().add(start)) forgetClosed(browserStorage(), closed);
}
