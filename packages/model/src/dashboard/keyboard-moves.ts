import {
  type Edited,
  freeColumns,
  leastWidth,
  mayEnter,
  moveComponent,
  type NextId,
  NO_SPACE,
  parentOf,
  withItems,
} from './edit-layout.ts';
import {
  GRID_COLUMNS,
  type Layout,
  type LayoutItem,
  LEAST_HEIGHT,
  MOST_HEIGHT,
  madeComponent,
  widthOf,
} from './layout.ts';

/** Moving and resizing components of a dashboard without a pointer. */

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Units of 8 pixels by which a height changes at a stroke. */
const HEIGHT_STEP = 5;

/**
 * Moves a component one step: past its neighbour in the direction, or out of its row or column where there is none. With
 * `into` it goes into the neighbour, if that takes it. What cannot be done leaves the layout as it is.
 */
export function stepComponent(
  layout: Layout,
  id: string,
  direction: Direction,
  options: { into?: boolean; nextId: NextId },
): Edited {
  const item = layout[id];
  const parent = parentOf(layout, id);
  if (!item || !parent) return { layout };
  const { nextId, into = false } = options;
  const isForward = direction === 'down' || direction === 'right';
  const isSideways = direction === 'left' || direction === 'right';
  const isAlong = isAcross(parent) === isSideways;
  const index = parent.children.indexOf(id);
  const holder = isAlong ? parent : parentOf(layout, parent.id);
  const neighbour = holder && neighbourOf(layout, holder, isAlong ? item : parent, isForward);
  const inner = into && neighbour ? holderIn(layout, neighbour, item) : undefined;
  if (inner) {
    const end = isForward ? 0 : inner.children.length;
    return moveComponent(layout, id, { parent: inner.id, index: end }, nextId);
  }
  if (!isAlong || !neighbour) return outOf(layout, { item, parent, isForward, isSideways }, nextId);
  // Tabs count as they stand before the move.
  const ahead = parent.type === 'TABS' ? 2 : 1;
  return moveComponent(layout, id, { parent: parent.id, index: index + (isForward ? ahead : -1) }, nextId);
}

interface Step {
  item: LayoutItem;
  parent: LayoutItem;
  isForward: boolean;
  isSideways: boolean;
}

/** Moves a component before or after what it stands in, into the nearest place around that goes that way and takes it. */
function outOf(layout: Layout, { item, parent, isForward, isSideways }: Step, nextId: NextId): Edited {
  let inner = parent;
  for (let outer = parentOf(layout, parent.id); outer; outer = parentOf(layout, outer.id)) {
    if (isAcross(outer) === isSideways && mayEnter(layout, item.type, outer.id)) {
      // Its row goes with it when nothing else stands there: then it goes past the row's neighbour.
      const isAlone = inner.type === 'ROW' && inner.children.length === 1;
      const beside = isAlone ? neighbourOf(layout, outer, inner, isForward) : inner;
      if (!beside) return { layout };
      const index = outer.children.indexOf(beside.id) + (isForward ? 1 : 0);
      return moveComponent(layout, item.id, { parent: outer.id, index }, nextId);
    }
    inner = outer;
  }
  return { layout };
}

function neighbourOf(
  layout: Layout,
  parent: LayoutItem,
  item: LayoutItem,
  isForward: boolean,
): LayoutItem | undefined {
  return layout[parent.children[parent.children.indexOf(item.id) + (isForward ? 1 : -1)] ?? ''];
}

/** The component itself or the first tab of it, whichever takes another one. */
function holderIn(layout: Layout, holder: LayoutItem, item: LayoutItem): LayoutItem | undefined {
  const inner = holder.type === 'TABS' && item.type !== 'TAB' ? layout[holder.children[0] ?? ''] : holder;
  return inner && mayEnter(layout, item.type, inner.id) ? inner : undefined;
}

function isAcross({ type }: LayoutItem): boolean {
  return type === 'ROW' || type === 'TABS';
}

/** What of a component can be given a size. */
export function sizableSides(layout: Layout, item: LayoutItem): { width: boolean; height: boolean } {
  const hasHeight = item.type === 'CHART' || item.type === 'MARKDOWN' || item.type === 'DYNAMIC';
  const hasWidth = hasHeight || item.type === 'COLUMN';
  return { width: hasWidth && parentOf(layout, item.id)?.type === 'ROW', height: hasHeight };
}

/** The least and the most columns that a component can have where it stands. */
export function widthBounds(layout: Layout, item: LayoutItem): { least: number; most: number } {
  const parent = parentOf(layout, item.id);
  const free = (parent && freeColumns(layout, parent.id)) ?? GRID_COLUMNS;
  const own = widthOf(item);
  return { least: leastWidth(layout, item), most: Math.max(own, own + free) };
}

/** Gives a component a size, as far as its place has room: columns, and units of 8 pixels. */
export function resizeComponent(
  layout: Layout,
  id: string,
  size: { width?: number; height?: number },
): Layout {
  const item = layout[id];
  if (!item) return layout;
  const sides = sizableSides(layout, item);
  const { least, most } = widthBounds(layout, item);
  const meta: Record<string, unknown> = { ...item.meta };
  if (sides.width && size.width !== undefined) meta.width = clamped(size.width, least, most);
  if (sides.height && size.height !== undefined)
    meta.height = clamped(size.height, LEAST_HEIGHT, MOST_HEIGHT);
  if (meta.width === item.meta.width && meta.height === item.meta.height) return layout;
  return withItems(layout, [madeComponent(item.type, id, item.children, meta)]);
}

/** Makes a component one step wider, narrower, higher or lower. */
export function growComponent(layout: Layout, id: string, direction: Direction): Edited {
  const item = layout[id];
  if (!item) return { layout };
  const isMore = direction === 'right' || direction === 'down';
  if (direction === 'left' || direction === 'right') {
    const width = widthOf(item) + (isMore ? 1 : -1);
    if (isMore && sizableSides(layout, item).width && width > widthBounds(layout, item).most)
      return { refused: NO_SPACE };
    return { layout: resizeComponent(layout, id, { width }) };
  }
  const height = Number(item.meta.height ?? 0) + (isMore ? HEIGHT_STEP : -HEIGHT_STEP);
  return { layout: resizeComponent(layout, id, { height }) };
}

function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value)));
}
