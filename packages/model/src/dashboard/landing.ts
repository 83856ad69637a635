import {
  type Box,
  dropPosition,
  isAfter,
  isBesides,
  nearEdge,
  type Orientation,
  type Point,
} from './drop-position.ts';
import { depthOf, type Place, parentOf, placeOfDrop, subtreeOf } from './edit-layout.ts';
import type { Layout, LayoutItem } from './layout.ts';
import { type ComponentType, depthOutside, mayHold } from './nesting.ts';

/** A component under the pointer, with its children's boxes by their ids. */
export interface Under {
  id: string;
  box: Box;
  children: ReadonlyMap<string, Box>;
}

/** What is dragged: a component of the layout, or a new one. */
export interface Dragged {
  type: ComponentType;
  id?: string;
}

/** Where something would land: shown at an edge of a component, or inside an empty one. */
export interface Landing {
  id: string;
  edge: 'top' | 'right' | 'bottom' | 'left' | 'inside' | 'forbidden';
  /** Absent where it may not land. */
  place?: Place;
}

/** How a component stands among its siblings: beside them in a row or as a tab, else below each other. */
export function orientationOf(layout: Layout, id: string): Orientation {
  return layout[id]?.type === 'TAB' || parentOf(layout, id)?.type === 'ROW' ? 'column' : 'row';
}

/**
 * Where something lands that is held over components, the innermost first: beside an outer one near its edge, else where the
 * innermost that takes it wants it (contract/ui.md B4). Between the children of a component it lands where the pointer is.
 */
export function landingOf(
  layout: Layout,
  dragged: Dragged,
  under: readonly Under[],
  pointer: Point,
): Landing | undefined {
  const own = new Set(dragged.id === undefined ? [] : subtreeOf(layout, dragged.id));
  const [first, ...outer] = under.filter(({ id }) => layout[id]);
  if (!first || own.has(first.id)) return undefined;
  const beside = outer.findLast((each) => isBesideEdge(layout, dragged, each, pointer));
  const inOrder = beside ? [beside, first, ...outer] : [first, ...outer];
  for (const each of inOrder) {
    const found = landingAt(layout, dragged, each, pointer);
    if (found) return found;
  }
  return { id: first.id, edge: 'forbidden' };
}

function isBesideEdge(layout: Layout, dragged: Dragged, { id, box }: Under, pointer: Point): boolean {
  const holder = parentOf(layout, id);
  if (!mayHold(holder?.type, depthOutside(holder?.type, depthOf(layout, id)), dragged.type)) return false;
  return nearEdge({ orientation: orientationOf(layout, id) }, box, pointer) !== undefined;
}

function landingAt(layout: Layout, dragged: Dragged, at: Under, pointer: Point): Landing | undefined {
  const item = layout[at.id];
  if (!item) return undefined;
  const orientation = orientationOf(layout, at.id);
  const target = {
    type: item.type,
    depth: depthOf(layout, item.id),
    hasChildren: item.children.length > 0,
    parentType: parentOf(layout, item.id)?.type,
    orientation,
    isNearest: true,
  };
  const position = dropPosition(dragged.type, target, at.box, pointer);
  if (!position || position === 'DROP_FORBIDDEN') return undefined;
  if (!isBesides(position, orientation)) return insideOf(item, dragged, at, pointer);
  const place = placeOfDrop(layout, { id: item.id, orientation }, position, dragged.id);
  if (!place) return undefined;
  const [before, after] = orientation === 'row' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  return { id: item.id, edge: isAfter(position) ? after : before, place };
}

/** Among the children of a component: before the first one whose middle is behind the pointer. */
function insideOf(item: LayoutItem, dragged: Dragged, { children }: Under, { x, y }: Point): Landing {
  const isAcross = item.type === 'ROW' || item.type === 'TABS';
  const others = item.children.filter((child) => child !== dragged.id);
  const index = others.findIndex((child) => {
    const box = children.get(child);
    if (!box) return false;
    return isAcross ? x < (box.left + box.right) / 2 : y < (box.top + box.bottom) / 2;
  });
  const next = index < 0 ? undefined : others[index];
  const last = others.at(-1);
  const place = { parent: item.id, index: placeIndex(item, dragged, index < 0 ? others.length : index) };
  if (next !== undefined) return { id: next, edge: isAcross ? 'left' : 'top', place };
  if (last !== undefined) return { id: last, edge: isAcross ? 'right' : 'bottom', place };
  return { id: item.id, edge: 'inside', place };
}

/** Tabs count as they stand before a move, all else as it stands afterwards. */
function placeIndex(item: LayoutItem, { id }: Dragged, index: number): number {
  const from = id === undefined ? -1 : item.children.indexOf(id);
  return item.type === 'TABS' && from >= 0 && from < index + 1 && index > from ? index + 1 : index;
}
