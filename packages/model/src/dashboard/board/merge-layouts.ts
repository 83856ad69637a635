import { isDeepEqual } from '../../json.ts';
import { deleteComponent, subtreeOf } from '../edit-layout.ts';
import {
  GRID_COLUMNS,
  GRID_ID,
  type Layout,
  type LayoutItem,
  madeComponent,
  ROOT_ID,
  rebuildParents,
} from '../layout.ts';
import type { ComponentType } from '../nesting.ts';
import { type Edits, merged, mergedOrder, type Side, without } from './three-way.ts';

/** The layouts of two edits of a board. */
export interface LayoutEdits {
  base: Layout;
  mine: Layout;
  theirs: Layout;
}

/** Asks whose state of a component is taken; undefined stands for a component that was taken away. */
export type AskComponent = (id: string, mine: LayoutItem | undefined, theirs: LayoutItem | undefined) => Side;

/** Components that hold others and say next to nothing themselves. */
const FRAMES = new Set<ComponentType>(['ROW', 'TABS', 'TAB', 'GRID']);

/**
 * One layout of two edits of it. What only one of them did is done; components that both have changed differently are asked
 * for. Whoever's edit comes first, edits of different components give the same board.
 */
export function mergeLayouts(edits: LayoutEdits, ask: AskComponent): Layout {
  const parents = {
    base: parentsIn(edits.base),
    mine: parentsIn(edits.mine),
    theirs: parentsIn(edits.theirs),
  };
  const gone = goneIn(edits, parents, ask);
  const ids = [
    ...new Set([...Object.keys(edits.base), ...Object.keys(edits.mine), ...Object.keys(edits.theirs)]),
  ].filter((id) => !gone.has(id));
  const items = new Map<string, LayoutItem>();
  const standsIn = new Map<string, string>();
  for (const id of ids) {
    const { item, parent } = mergedItem(id, edits, parents, ask);
    if (!item) continue;
    items.set(id, item);
    // What was put into something that goes stays where it was.
    const isHomeless = parent !== undefined && gone.has(parent);
    const present = isHomeless
      ? [parents.mine.get(id), parents.theirs.get(id)].find((each) => each !== undefined && !gone.has(each))
      : parent;
    if (present !== undefined) standsIn.set(id, present);
  }
  const layout: Layout = {};
  for (const [id, item] of items) layout[id] = { ...item, children: childrenOf(id, edits, standsIn) };
  return repaired(layout, edits);
}

/** In what each component stands. */
function parentsIn(layout: Layout): Map<string, string> {
  const parents = new Map<string, string>();
  for (const { id, children } of Object.values(layout)) for (const child of children) parents.set(child, id);
  return parents;
}

type Parents = Record<'base' | 'mine' | 'theirs', ReadonlyMap<string, string>>;

/** Names of charts and their uuids follow the chart, whoever saved last. */
const FOLLOWS = new Set(['sliceName', 'uuid']);

/** What a component says itself. */
function saidBy(item: LayoutItem | undefined): unknown {
  return item && { type: item.type, meta: without(item.meta, FOLLOWS) };
}

function mergedItem(
  id: string,
  edits: LayoutEdits,
  parents: Parents,
  ask: AskComponent,
): { item: LayoutItem | undefined; parent: string | undefined } {
  const of: Edits<LayoutItem> = { base: edits.base[id], mine: edits.mine[id], theirs: edits.theirs[id] };
  // What one side alone has, and was not taken away by the other, stands as it stands there.
  if (!of.mine || !of.theirs) {
    const [item, parent] = of.mine ? [of.mine, parents.mine.get(id)] : [of.theirs, parents.theirs.get(id)];
    return { item, parent };
  }
  const item = merged(of, (one, other) => isDeepEqual(saidBy(one), saidBy(other)));
  const parent = merged({
    base: parents.base.get(id),
    mine: parents.mine.get(id),
    theirs: parents.theirs.get(id),
  });
  if (!item.isConflict && !parent.isConflict) return { item: item.value, parent: parent.value };
  const side = ask(id, of.mine, of.theirs);
  return {
    item: item.isConflict ? of[side] : item.value,
    parent: parent.isConflict ? parents[side].get(id) : parent.value,
  };
}

function childrenOf(id: string, edits: LayoutEdits, standsIn: ReadonlyMap<string, string>): string[] {
  const members = new Set([...standsIn].flatMap(([child, parent]) => (parent === id ? [child] : [])));
  const lists = {
    base: edits.base[id]?.children,
    mine: edits.mine[id]?.children,
    theirs: edits.theirs[id]?.children,
  };
  return mergedOrder(lists, members);
}

/** What is taken away: by both, or by one where the other has not touched it. */
function goneIn(edits: LayoutEdits, parents: Parents, ask: AskComponent): Set<string> {
  const gone = new Set<string>();
  for (const [side, other] of [
    ['mine', 'theirs'],
    ['theirs', 'mine'],
  ] as const) {
    for (const id of Object.keys(edits.base)) {
      if (edits[side][id]) continue;
      const holder = parents.base.get(id);
      // What was taken away together is asked for together.
      if (holder !== undefined && edits.base[holder] && !edits[side][holder]) continue;
      const together = subtreeOf(edits.base, id).filter((each) => !edits[side][each]);
      const fresh = subtreeOf(edits[other], id).filter(
        (each) => parents.base.get(each) !== parents[other].get(each),
      );
      if (!edits[other][id] && fresh.length === 0 && together.every((each) => !edits[other][each])) {
        for (const each of together) gone.add(each);
        continue;
      }
      const isTouched = fresh.length > 0 || together.some((each) => isChanged(each, edits, parents, other));
      const isFrame = together.every((each) => FRAMES.has(edits.base[each]?.type ?? 'CHART'));
      if (isTouched && isFrame) continue;
      if (isTouched && ask(id, edits.mine[id], edits.theirs[id]) === other) continue;
      for (const each of [...together, ...fresh.filter((added) => !edits[side][added])]) gone.add(each);
    }
  }
  return gone;
}

/** Whether one side has changed a component, or put it elsewhere. */
function isChanged(id: string, { base, ...edits }: LayoutEdits, parents: Parents, side: Side): boolean {
  const item = edits[side][id];
  if (!item) return false;
  return !isDeepEqual(saidBy(base[id]), saidBy(item)) || parents.base.get(id) !== parents[side].get(id);
}

/** A merged layout as boards are: one holder below the root, nothing left outside, no row fuller than it can be. */
function repaired(layout: Layout, edits: LayoutEdits): Layout {
  let board = oneHolder(layout);
  board = nothingOutside(board);
  for (const { id, type } of Object.values(board)) if (type === 'ROW') board = notTooFull(board, id);
  for (const { id, type, children } of Object.values(board)) {
    const wasEmpty = [edits.mine[id], edits.theirs[id]].some((item) => item?.children.length === 0);
    if ((type === 'ROW' || type === 'TABS') && children.length === 0 && !wasEmpty && board[id])
      board = deleteComponent(board, id);
  }
  const result = structuredClone(board);
  rebuildParents(result);
  return result;
}

/** The root holds the grid or tabs: where one made tabs of the board and the other took them away, the grid has it all. */
function oneHolder(layout: Layout): Layout {
  const root = layout[ROOT_ID];
  if (!root || root.children.length < 2) return layout;
  const grid = layout[GRID_ID] ?? madeComponent('GRID', GRID_ID);
  const strips = root.children.flatMap((id) => (layout[id]?.type === 'TABS' ? [layout[id]] : []));
  const tabs = strips.flatMap(({ children }) => children);
  const content = tabs.flatMap((id) => layout[id]?.children ?? []);
  const folded = new Set([...strips.map(({ id }) => id), ...tabs]);
  const left = Object.fromEntries(Object.entries(layout).filter(([id]) => !folded.has(id)));
  left[ROOT_ID] = { ...root, children: [GRID_ID] };
  left[GRID_ID] = { ...grid, children: [...new Set([...grid.children, ...content])] };
  return left;
}

/** What stands in a grid that is no longer shown comes to the end of the first tab. */
function nothingOutside(layout: Layout): Layout {
  const root = layout[ROOT_ID];
  const grid = layout[GRID_ID];
  if (!root || !grid || root.children.includes(GRID_ID) || grid.children.length === 0) return layout;
  const tab = layout[layout[root.children[0] ?? '']?.children[0] ?? ''];
  if (!tab) return layout;
  return {
    ...layout,
    [GRID_ID]: { ...grid, children: [] },
    [tab.id]: { ...tab, children: [...tab.children, ...grid.children] },
  };
}

/** What no longer finds room in a row, because both have put something into it, comes into a row of its own behind it. */
function notTooFull(layout: Layout, id: string): Layout {
  const row = layout[id];
  const holder = Object.values(layout).find(({ children }) => children.includes(id));
  if (!row || !holder || holder.type === 'COLUMN') return layout;
  let width = 0;
  const kept: string[] = [];
  const over: string[] = [];
  for (const child of row.children) {
    width += columnsOf(layout[child]);
    (width <= GRID_COLUMNS || kept.length === 0 ? kept : over).push(child);
  }
  if (over.length === 0) return layout;
  const next = madeComponent('ROW', `ROW-behind-${id}`, over, row.meta);
  const at = holder.children.indexOf(id) + 1;
  const changed: Layout = {
    ...layout,
    [id]: { ...row, children: kept },
    [next.id]: next,
    [holder.id]: { ...holder, children: holder.children.toSpliced(at, 0, next.id) },
  };
  return notTooFull(changed, next.id);
}

function columnsOf(item: LayoutItem | undefined): number {
  return item && 'width' in item.meta && typeof item.meta.width === 'number' ? item.meta.width : 0;
}

/** Components that can be seen of two edits, and not in what was made of them: a sign that they do not go together. */
export function lostIn(layout: Layout, { mine, theirs }: LayoutEdits): string[] {
  const shown = new Set(subtreeOf(layout, ROOT_ID));
  const wanted = [mine, theirs].flatMap((side) => subtreeOf(side, ROOT_ID));
  return [...new Set(wanted)].filter((id) => layout[id] !== undefined && !shown.has(id) && id !== GRID_ID);
}
