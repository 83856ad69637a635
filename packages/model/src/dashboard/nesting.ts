import { z } from 'zod';
import type { LayoutItem } from './layout.ts';

/** Which components of a dashboard may stand in which, and how deep (contract/ui.md B3). */

export const componentTypeSchema = z.enum([
  'ROOT',
  'GRID',
  'TABS',
  'TAB',
  'ROW',
  'COLUMN',
  'CHART',
  'MARKDOWN',
  'HEADER',
  'DIVIDER',
  'DYNAMIC',
]) satisfies z.ZodType<LayoutItem['type']>;
export type ComponentType = z.infer<typeof componentTypeSchema>;

/** For each parent, how deep it may stand at most to take a child of a type; a pair that is not here does not nest. */
const DEEPEST: Readonly<Partial<Record<ComponentType, Readonly<Partial<Record<ComponentType, number>>>>>> = {
  ROOT: { TABS: 0, GRID: 0 },
  GRID: { TABS: 1, ROW: 1, COLUMN: 1, CHART: 1, MARKDOWN: 1, DYNAMIC: 1, HEADER: 1, DIVIDER: 1 },
  TABS: { TAB: 3 },
  TAB: { TABS: 3, ROW: 3, COLUMN: 3, CHART: 5, MARKDOWN: 5, DYNAMIC: 5, HEADER: 5, DIVIDER: 5 },
  ROW: { COLUMN: 4, CHART: 4, MARKDOWN: 4, DYNAMIC: 4 },
  COLUMN: { TABS: 3, ROW: 3, CHART: 5, MARKDOWN: 5, HEADER: 5, DIVIDER: 3 },
};

/** Whether a component at a depth may take a child. The root is at 0. */
export function mayHold(parent: ComponentType | undefined, depth: number, child: ComponentType): boolean {
  const deepest = parent && DEEPEST[parent]?.[child];
  return deepest !== undefined && depth <= deepest;
}

/** The depth of what stands in a component at a depth: tabs add one only at the top, where a tab is as a grid. */
export function depthInside(type: ComponentType, depth: number): number {
  if (type === 'TABS' || (type === 'TAB' && depth > 1)) return depth;
  return depth + 1;
}

/** The depth at which the parent of a component counts as standing. */
export function depthOutside(parent: ComponentType | undefined, depth: number): number {
  return parent === 'TABS' || parent === 'TAB' ? depth : depth - 1;
}
