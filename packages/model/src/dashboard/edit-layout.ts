import { type DropPosition, isAfter, isBesides, type Orientation } from './drop-position.ts';
import { GRID_COLUMNS, GRID_ID, type Layout, type LayoutItem, madeComponent, ROOT_ID } from './layout.ts';
import { type ComponentType, depthInside, mayHold } from './nesting.ts';

/**
 * What is done to the layout of a dashboard (contract/ui.md B3, B4). Every function gives a new layout and leaves the
 * given one as it is; components that stay the same are the same objects.
 */

/**
 * A place among the children of a component. For what moves among its own siblings `index` is the one it has afterwards;
 * among tabs it counts them as they stand before.
 */
export interface Place {
  parent: string;
  index: number;
}

/** A new component as it comes from the palette. */
export interface NewComponent {
  type: ComponentType;
  meta?: Readonly<Record<string, unknown>>;
}

/** A changed layout, or why there is none. */
export type Edited = { layout: Layout; refused?: undefined } | { layout?: undefined; refused: string };

export const NO_SPACE =
  'There is not enough space for this component. Try decreasing its width, or increasing the destination width.';
export const TOP_TAB_STAYS = 'Can not move top level tab into nested tabs.';

/** Gives the id of a new component. */
export type NextId = (type: ComponentType) => string;

/** Components that stand in rows only: dropped elsewhere, they get a row of their own. */
const WRAPPED = new Set<ComponentType>(['CHART', 'COLUMN', 'MARKDOWN']);
/** Components that go when their last child is moved away. */
const GOES_EMPTY = new Set<ComponentType>(['ROW', 'TABS']);
/** Components whose width can be chosen. */
const SIZED = new Set<ComponentType>(['CHART', 'MARKDOWN', 'DYNAMIC', 'COLUMN']);

const TRANSPARENT = 'BACKGROUND_TRANSPARENT';
/** What is said of a new component when nothing else is. */
const NEW_META: Readonly<Record<ComponentType, Readonly<Record<string, unknown>>>> = {
  ROOT: {},
  GRID: {},
  TABS: {},
  TAB: { text: '', defaultText: 'Tab title', placeholder: 'Tab title' },
  ROW: { background: TRANSPARENT },
  COLUMN: { width: 4, background: TRANSPARENT },
  CHART: { width: 4, height: 50 },
  MARKDOWN: { width: 4, height: 50 },
  HEADER: { text: 'New header', headerSize: 'MEDIUM_HEADER', background: TRANSPARENT },
  DIVIDER: {},
  DYNAMIC: { width: GRID_COLUMNS, background: TRANSPARENT },
};

/** What stands in what, of layouts that were asked: a layout is not changed any more once it is built. */
const parents = new WeakMap<Layout, ReadonlyMap<string, LayoutItem>>();

/** The component in which another stands; undefined for the root and for what stands nowhere. */
export function parentOf(layout: Layout, id: string): LayoutItem | undefined {
  const known = parents.get(layout) ?? parentsIn(layout);
  parents.set(layout, known);
  return known.get(id);
}

function parentsIn(layout: Layout): Map<string, LayoutItem> {
  const found = new Map<string, LayoutItem>();
  for (const item of Object.values(layout))
    for (const child of item.children) if (!found.has(child)) found.set(child, item);
  return found;
}

/** Ids of a component and of everything below it. */
export function subtreeOf(layout: Layout, id: string): string[] {
  const found: string[] = [];
  const pending = [id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const item = layout[next];
    if (!item || found.includes(next)) continue;
    found.push(next);
    pending.push(...item.children);
  }
  return found;
}

/** How deep a component stands (contract/ui.md B3); 0 for the root and for what stands nowhere. */
export function depthOf(layout: Layout, id: string): number {
  const path: LayoutItem[] = [];
  for (let above = parentOf(layout, id); above && !path.includes(above); above = parentOf(layout, above.id))
    path.unshift(above);
  return path.reduce((depth, { type }) => depthInside(type, depth), 0);
}

/** Whether a component of a type may come into another one that stands in a layout. */
export function mayEnter(layout: Layout, type: ComponentType, parent: string): boolean {
  const holder = layout[parent];
  return holder !== undefined && mayHold(holder.type, depthOf(layout, parent), type);
}

/** The place that a drop over a component means; `dragged` is the id of what is moved, if it is not new. */
export function placeOfDrop(
  layout: Layout,
  target: { id: string; orientation: Orientation },
  position: DropPosition,
  dragged: string | undefined,
): Place | undefined {
  const item = layout[target.id];
  if (!item || position === 'DROP_FORBIDDEN') return undefined;
  if (!isBesides(position, target.orientation))
    return { parent: item.id, index: isAfter(position) ? item.children.length : 0 };
  const holder = parentOf(layout, item.id);
  if (!holder) return undefined;
  const own = holder.children.indexOf(item.id);
  const from = dragged === undefined ? -1 : holder.children.indexOf(dragged);
  // What leaves a place before the target takes one from the index that it has afterwards; tabs count as they stand.
  const left = holder.type !== 'TABS' && from >= 0 && from < own ? 1 : 0;
  return { parent: holder.id, index: own - left + (isAfter(position) ? 1 : 0) };
}

/** Puts a new component somewhere; tabs come with their first tab, and what stands in rows only with its row. */
export function insertComponent(layout: Layout, added: NewComponent, to: Place, nextId: NextId): Edited {
  if (to.parent === ROOT_ID) return { layout: withTopTabs(layout, nextId) };
  const item = newComponent(added, nextId(added.type));
  const width = widthOnDrop(layout, item, to.parent);
  if (width === 'none') return { refused: NO_SPACE };
  const fresh = item.type === 'TABS' ? withFirstTab(item, nextId) : [sized(item, width)];
  return { layout: placed(withItems(layout, fresh), item.id, to, nextId) };
}

/** Moves a component; to its own place, or into itself, it is not moved. What it leaves empty goes. */
export function moveComponent(layout: Layout, id: string, to: Place, nextId: NextId): Edited {
  const item = layout[id];
  const from = parentOf(layout, id);
  if (!item || !from || subtreeOf(layout, id).includes(to.parent)) return { layout };
  if (to.parent === ROOT_ID) return { layout: withTopTabs(layout, nextId, id) };
  const index = from.children.indexOf(id);
  const isSame = from.id === to.parent;
  const after = isSame && from.type === 'TABS' && to.index > index ? to.index - 1 : to.index;
  if (isSame && after === index) return { layout };
  if (item.type === 'TAB' && !isSame && layout[ROOT_ID]?.children.includes(from.id))
    return { refused: TOP_TAB_STAYS };
  const width = isSame ? undefined : widthOnDrop(layout, item, to.parent);
  if (width === 'none') return { refused: NO_SPACE };
  const left = withItems(layout, [
    { ...from, children: from.children.filter((child) => child !== id) },
    sized(item, width),
  ]);
  return { layout: withoutEmpty(placed(left, id, { ...to, index: after }, nextId), from.id) };
}

/** Takes a component away with everything below it; a row goes with its last child. */
export function deleteComponent(layout: Layout, id: string): Layout {
  const parent = parentOf(layout, id);
  const gone = new Set(subtreeOf(layout, id));
  const left = Object.fromEntries(Object.entries(layout).filter(([each]) => !gone.has(each)));
  if (!parent) return left;
  left[parent.id] = { ...parent, children: parent.children.filter((child) => child !== id) };
  return parent.type === 'ROW' ? withoutEmpty(left, parent.id) : left;
}

/** Puts what stands in the top-level tabs into the grid, tab by tab. */
export function collapseTopTabs(layout: Layout): Layout {
  const root = layout[ROOT_ID];
  const tabs = layout[root?.children[0] ?? ''];
  if (!root || tabs?.type !== 'TABS') return layout;
  const content = tabs.children.flatMap((tab) => layout[tab]?.children ?? []);
  const gone = new Set([tabs.id, ...tabs.children]);
  const left = Object.fromEntries(Object.entries(layout).filter(([id]) => !gone.has(id)));
  const grid = layout[GRID_ID] ?? newComponent({ type: 'GRID' }, GRID_ID);
  return withItems(left, [
    { ...root, children: [GRID_ID] },
    { ...grid, children: [...grid.children, ...content] },
  ]);
}

/** A layout in which some components are others. */
export function withItems(layout: Layout, items: readonly LayoutItem[]): Layout {
  return { ...layout, ...Object.fromEntries(items.map((item) => [item.id, item])) };
}

/** A layout in which something else is said of a component. */
export function withMeta(layout: Layout, id: string, said: Readonly<Record<string, unknown>>): Layout {
  const item = layout[id];
  if (!item) return layout;
  return withItems(layout, [madeComponent(item.type, id, item.children, { ...item.meta, ...said })]);
}

/** A new component with the usual settings of its type. */
export function newComponent({ type, meta = {} }: NewComponent, id: string): LayoutItem {
  return madeComponent(type, id, [], { ...NEW_META[type], ...meta });
}

/** Columns that are free for what comes into a component; undefined where it may be as wide as it is. */
export function freeColumns(layout: Layout, id: string): number | undefined {
  const item = layout[id];
  if (item?.type === 'COLUMN') return ownWidth(item) ?? GRID_COLUMNS;
  if (item?.type !== 'ROW') return undefined;
  const around = parentOf(layout, id);
  const whole = (around?.type === 'COLUMN' ? ownWidth(around) : undefined) ?? GRID_COLUMNS;
  return whole - childrenWidth(layout, item);
}

/** The least columns that a component can have: a column holds the widest of its rows. */
export function leastWidth(layout: Layout, item: LayoutItem): number {
  const rows =
    item.type === 'COLUMN'
      ? item.children.flatMap((child) => {
          const row = layout[child];
          return row?.type === 'ROW' ? [childrenWidth(layout, row)] : [];
        })
      : [];
  return Math.max(1, ...rows);
}

/** Columns that the children of a component take together. */
function childrenWidth(layout: Layout, { children }: LayoutItem): number {
  return children.reduce((sum, child) => {
    const item = layout[child];
    return sum + ((item && ownWidth(item)) ?? 0);
  }, 0);
}

function ownWidth(item: LayoutItem): number | undefined {
  return 'width' in item.meta && typeof item.meta.width === 'number' ? item.meta.width : undefined;
}

/** The columns that a component gets in another: its own, or those that are free; undefined where it has none to choose. */
function widthOnDrop(layout: Layout, item: LayoutItem, parent: string): number | 'none' | undefined {
  const width = SIZED.has(item.type) ? ownWidth(item) : undefined;
  const free = freeColumns(layout, parent);
  if (width === undefined || free === undefined || free >= width) return width;
  return free >= leastWidth(layout, item) ? free : 'none';
}

function sized(item: LayoutItem, width: number | undefined): LayoutItem {
  if (width === undefined || ownWidth(item) === width) return item;
  return madeComponent(item.type, item.id, item.children, { ...item.meta, width });
}

/** A component among the children of another, in a row of its own where it needs one. */
export function placed(layout: Layout, id: string, { parent, index }: Place, nextId: NextId): Layout {
  const holder = layout[parent];
  const item = layout[id];
  if (!holder || !item) return layout;
  const isWrapped = (holder.type === 'GRID' || holder.type === 'TAB') && WRAPPED.has(item.type);
  const row = isWrapped ? newComponent({ type: 'ROW' }, nextId('ROW')) : undefined;
  const children = holder.children.toSpliced(index, 0, row?.id ?? id);
  return withItems(layout, [{ ...holder, children }, ...(row ? [{ ...row, children: [id] }] : [])]);
}

/** Takes away a row or tabs that have nothing left in them. */
function withoutEmpty(layout: Layout, id: string): Layout {
  const item = layout[id];
  if (!item || item.children.length > 0 || !GOES_EMPTY.has(item.type)) return layout;
  return deleteComponent(layout, id);
}

/** Makes tabs of the whole board, new ones or those that stand in it; what was there comes into the first tab. */
function withTopTabs(layout: Layout, nextId: NextId, present?: string): Layout {
  const root = layout[ROOT_ID];
  const top = layout[root?.children[0] ?? ''];
  if (!root || !top || top.type === 'TABS') return layout;
  const left = present === undefined ? layout : withoutChild(layout, present);
  const made = newComponent({ type: 'TABS' }, present ?? nextId('TABS'));
  const tabs = left[made.id] ?? made;
  const firstTab = left[tabs.children[0] ?? ''];
  const [strip, first] = firstTab ? [tabs, firstTab] : withFirstTab(tabs, nextId);
  const content = left[top.id]?.children ?? [];
  return withItems(left, [
    { ...root, children: [tabs.id] },
    { ...top, children: [] },
    strip,
    { ...first, children: [...first.children, ...content] },
  ]);
}

/** Tabs with their first tab, and that. */
function withFirstTab(tabs: LayoutItem, nextId: NextId): [LayoutItem, LayoutItem] {
  const tab = newComponent({ type: 'TAB' }, nextId('TAB'));
  return [{ ...tabs, children: [tab.id] }, tab];
}

/** A component taken from where it stands, with what that leaves empty; it stays in the layout. */
function withoutChild(layout: Layout, id: string): Layout {
  const parent = parentOf(layout, id);
  if (!parent) return layout;
  const left = withItems(layout, [{ ...parent, children: parent.children.filter((child) => child !== id) }]);
  return withoutEmpty(left, parent.id);
}
