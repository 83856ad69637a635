import { type ComponentType, depthOutside, mayHold } from './nesting.ts';

/** Where something lands that is held over a component of a dashboard (contract/ui.md B4). */

export type DropPosition = 'DROP_TOP' | 'DROP_RIGHT' | 'DROP_BOTTOM' | 'DROP_LEFT' | 'DROP_FORBIDDEN';

/** How a component stands: among siblings below each other (`row`) or beside each other (`column`). */
export type Orientation = 'row' | 'column';

/** The component that something is held over. */
export interface DropTarget {
  type: ComponentType;
  depth: number;
  hasChildren: boolean;
  parentType: ComponentType | undefined;
  orientation: Orientation;
  /** No component inside it is nearer to the pointer. */
  isNearest: boolean;
}

/** Places on the screen, in pixels. */
export interface Point {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** So near to an edge, in pixels, something becomes a sibling where it could become a child too. */
const SIBLING_EDGE = 20;

/** Where a component would land; undefined where nothing is to be shown. */
export function dropPosition(
  dragged: ComponentType,
  target: DropTarget,
  box: Box,
  pointer: Point,
): DropPosition | undefined {
  const { type, depth, parentType, isNearest } = target;
  const isChild = mayHold(type, depth, dragged);
  const isSibling = mayHold(parentType, depthOutside(parentType, depth), dragged);
  if (!isChild && !isSibling) return 'DROP_FORBIDDEN';
  if (!isSibling) return childEnd(target);
  if (!isNearest && !isNearAnyEdge(box, pointer)) return undefined;
  return isChild ? (nearEdge(target, box, pointer) ?? childEnd(target)) : sideOf(target, box, pointer);
}

/** Whether what lands there becomes a sibling of the component; a child of it otherwise. */
export function isBesides(position: DropPosition, orientation: Orientation): boolean {
  return orientation === 'row'
    ? position === 'DROP_TOP' || position === 'DROP_BOTTOM'
    : position === 'DROP_LEFT' || position === 'DROP_RIGHT';
}

/** Whether what lands there comes after the component, or after its children. */
export function isAfter(position: DropPosition): boolean {
  return position === 'DROP_BOTTOM' || position === 'DROP_RIGHT';
}

/** Before or after, by the half of the component that the pointer is over. */
function sideOf({ orientation }: DropTarget, box: Box, { x, y }: Point): DropPosition {
  if (orientation === 'column') return x < (box.left + box.right) / 2 ? 'DROP_LEFT' : 'DROP_RIGHT';
  return y < (box.top + box.bottom) / 2 ? 'DROP_TOP' : 'DROP_BOTTOM';
}

function isNear(place: number, edge: number): boolean {
  return Math.abs(place - edge) < SIBLING_EDGE;
}

function isNearAnyEdge(box: Box, { x, y }: Point): boolean {
  return isNear(x, box.left) || isNear(x, box.right) || isNear(y, box.top) || isNear(y, box.bottom);
}

/** The edge towards a sibling that the pointer is near; undefined away from both. */
export function nearEdge(
  { orientation }: Pick<DropTarget, 'orientation'>,
  box: Box,
  { x, y }: Point,
): DropPosition | undefined {
  if (orientation === 'column') {
    if (isNear(x, box.left)) return 'DROP_LEFT';
    return isNear(x, box.right) ? 'DROP_RIGHT' : undefined;
  }
  if (isNear(y, box.top)) return 'DROP_TOP';
  return isNear(y, box.bottom) ? 'DROP_BOTTOM' : undefined;
}

/** The end of the children of a component, the start where there are none. */
function childEnd({ orientation, hasChildren }: DropTarget): DropPosition {
  if (orientation === 'row') return hasChildren ? 'DROP_RIGHT' : 'DROP_LEFT';
  return hasChildren ? 'DROP_BOTTOM' : 'DROP_TOP';
}
