import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  type Box,
  componentTypeSchema,
  type Dragged,
  insertComponent,
  type Landing,
  type Layout,
  landingOf,
  moveComponent,
  type Point,
  type Under,
} from '@chartroom/model';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { editLayout } from '../store/editing.ts';
import { componentId } from './component-id.ts';

/** What comes onto the board: a component of it, or a new one with what is said of it. */
export interface Carried {
  [key: string]: unknown;
  component: Dragged;
  meta: Record<string, unknown>;
}

/** What the board tells of while something is held over it. */
export interface BoardDrop {
  /** Shows where it would land; hides that without a landing. */
  show(landing: Landing | undefined): void;
  /** Something could not be put where it was dropped. */
  refuse(message: string): void;
  /** Something new was put onto the board. */
  added(carried: Carried): void;
}

/** Reads what is carried from what the drag library hands over. */
function carriedIn(data: Record<string | symbol, unknown>): Carried | undefined {
  const { component, meta } = data;
  if (typeof component !== 'object' || component === null || !('type' in component)) return undefined;
  const type = componentTypeSchema.safeParse(component.type);
  if (!type.success) return undefined;
  const id = 'id' in component && typeof component.id === 'string' ? { id: component.id } : {};
  const said = typeof meta === 'object' && meta !== null ? { ...meta } : {};
  return { component: { type: type.data, ...id }, meta: said };
}

/** Lets components be dropped on a board; answers how to stop that. */
export function acceptDrops(board: HTMLElement, store: DashboardStore, told: BoardDrop): () => void {
  const landing = (source: Record<string | symbol, unknown>, pointer: Point) => {
    const carried = carriedIn(source);
    const { layout } = store.getState();
    return carried && landingOf(layout, carried.component, componentsAt(board, pointer, layout), pointer);
  };
  return dropTargetForElements({
    element: board,
    canDrop: ({ source }) => carriedIn(source.data) !== undefined,
    onDrag: ({ source, location }) => {
      const pointer = pointerOf(location.current.input);
      openTabAt(board, pointer, store);
      told.show(landing(source.data, pointer));
    },
    onDragLeave: () => told.show(undefined),
    onDrop: ({ source, location }) => {
      const found = landing(source.data, pointerOf(location.current.input));
      told.show(undefined);
      const carried = carriedIn(source.data);
      if (carried && found?.place) drop(store, carried, found.place, told);
    },
  });
}

/** Puts what is carried somewhere. */
export function drop(
  store: DashboardStore,
  carried: Carried,
  place: NonNullable<Landing['place']>,
  told: Pick<BoardDrop, 'refuse' | 'added'>,
): void {
  const { id, type } = carried.component;
  const refused = editLayout(store, (layout) =>
    id === undefined
      ? insertComponent(layout, { type, meta: carried.meta }, place, componentId)
      : moveComponent(layout, id, place, componentId),
  );
  if (refused !== undefined) told.refuse(refused);
  else if (id === undefined) told.added(carried);
}

function pointerOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX, y: clientY };
}

/** The components under the pointer, the innermost first. */
function componentsAt(board: HTMLElement, { x, y }: Point, layout: Layout): Under[] {
  const found: Under[] = [];
  const elements = elementsById(board);
  const [top] = document.elementsFromPoint(x, y).filter((element) => board.contains(element));
  for (
    let element = top?.closest<HTMLElement>('[data-component]') ?? undefined;
    element && board.contains(element);
    element = element.parentElement?.closest<HTMLElement>('[data-component]') ?? undefined
  ) {
    const id = element.dataset.component ?? '';
    found.push({
      id,
      box: element.getBoundingClientRect(),
      children: childBoxes(elements, layout[id]?.children),
    });
  }
  return found;
}

/** The element of each component; of a tab its title. One look at the board, however many there are. */
function elementsById(board: HTMLElement): Map<string, HTMLElement> {
  const elements = new Map<string, HTMLElement>();
  for (const element of board.querySelectorAll<HTMLElement>('[data-component]')) {
    const id = element.dataset.component ?? '';
    if (!elements.has(id)) elements.set(id, element);
  }
  return elements;
}

function childBoxes(
  elements: ReadonlyMap<string, HTMLElement>,
  children: readonly string[] = [],
): Map<string, Box> {
  return new Map(
    children.flatMap((child) => {
      const element = elements.get(child);
      return element ? [[child, element.getBoundingClientRect()] as const] : [];
    }),
  );
}

/** The element of a component; of a tab its title. */
export function elementOf(board: HTMLElement, id: string): HTMLElement | undefined {
  return elementsOf(board, id)[0];
}

/** The elements of a component: a tab has its title, and what stands in it. */
export function elementsOf(board: HTMLElement, id: string): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>(`[data-component="${CSS.escape(id)}"]`)];
}

/** A tab that something is held over opens. */
function openTabAt(board: HTMLElement, { x, y }: Point, store: DashboardStore): void {
  const tab = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-tab]')?.dataset.tab;
  const { activeTabs, openTab } = store.getState();
  if (tab !== undefined && board.contains(elementOf(board, tab) ?? null) && !activeTabs.has(tab))
    openTab(tab);
}
