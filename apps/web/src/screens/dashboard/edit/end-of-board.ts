import { type ComponentType, GRID_ID, mayEnter, type Place, ROOT_ID } from '@chartroom/model';
import type { DashboardState } from '../store/dashboard-store.ts';

/** The place at the end of what is in view: of the open tab, or of the grid; tabs alone make tabs of the whole board. */
export function endOfBoard(
  { layout, activeTabs }: Pick<DashboardState, 'layout' | 'activeTabs'>,
  type: ComponentType,
): Place | undefined {
  const top = layout[layout[ROOT_ID]?.children[0] ?? ''];
  if (type === 'TAB')
    return top?.type === 'TABS' ? { parent: top.id, index: top.children.length } : undefined;
  const tabs = top?.type === 'TABS' ? top.children : undefined;
  // New tabs show the first one before any was opened.
  const open = tabs ? (tabs.find((tab) => activeTabs.has(tab)) ?? tabs[0]) : GRID_ID;
  const holder = layout[open ?? ''];
  if (!holder || !mayEnter(layout, type, holder.id)) return undefined;
  return { parent: holder.id, index: holder.children.length };
}
