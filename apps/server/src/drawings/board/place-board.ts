import {
  chartIdOf,
  GRID_COLUMNS,
  heightOf,
  type Layout,
  type LayoutItem,
  ROOT_ID,
  readingOrder,
  widthOf,
} from '@chartroom/model';

/** Where something is, in pixels from the upper left corner of the board. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What stands on a board, and where. */
export type Placed = Box &
  (
    | { kind: 'ground' }
    | { kind: 'chart'; chart: number; name: string }
    | { kind: 'markdown'; source: string }
    | { kind: 'heading'; text: string; letters: number; hasGround: boolean }
    | { kind: 'divider' }
    | { kind: 'tabs'; titles: readonly string[]; open: number }
  );

/** How a board is laid out. */
export interface BoardPlan {
  /** Pixels that its grid is wide. */
  width: number;
  /** Whether what stands in a row stands below one another, as on phones. */
  isNarrow: boolean;
  /** Components in the order in which phones show them. */
  readingOrder: readonly string[];
  openTabs: ReadonlySet<string>;
  /** Whether all tabs are shown, one after the other. */
  allTabs: boolean;
}

/** Pixels between what stands beside or below one another, as a page has them. */
const GAP = 16;
const TAB_STRIP = { height: 40, below: 8 };
const HEADINGS: Readonly<Record<string, number>> = { SMALL_HEADER: 15, LARGE_HEADER: 22 };
const MEDIUM_HEADING = 18;
const LEADING = 1.5;
const HEADING_PADDING = 4;
const WHITE = 'BACKGROUND_WHITE';

/** Where everything on a board stands, from what lies behind to what lies on top, and how high all of it is. */
export function placeBoard(layout: Layout, plan: BoardPlan): { placed: Placed[]; height: number } {
  const placing = new Placing(layout, plan);
  let y = 0;
  for (const id of layout[ROOT_ID]?.children ?? []) y += placing.place(id, { x: 0, y, width: plan.width });
  return { placed: placing.placed, height: y };
}

type Corner = Pick<Box, 'x' | 'y' | 'width'>;

class Placing {
  readonly placed: Placed[] = [];
  readonly #layout: Layout;
  readonly #plan: BoardPlan;

  constructor(layout: Layout, plan: BoardPlan) {
    this.#layout = layout;
    this.#plan = plan;
  }

  /** Puts a component somewhere; answers how high it is. */
  place(id: string, at: Corner): number {
    const item = this.#layout[id];
    if (!item) return 0;
    switch (item.type) {
      case 'GRID':
      case 'TAB':
        return this.#stack(this.#childrenOf(item), at);
      case 'TABS':
        return this.#tabs(item, at);
      case 'ROW':
        return this.#row(item, at);
      case 'COLUMN':
        return this.#column(item, at).height;
      case 'CHART':
      case 'MARKDOWN':
        return this.#cell(item, at);
      case 'HEADER':
        return this.#heading(item, at);
      case 'DIVIDER':
        this.placed.push({ kind: 'divider', ...at, height: 1 });
        return 1;
      default:
        return 0;
    }
  }

  #childrenOf(item: LayoutItem): readonly string[] {
    const { isNarrow, readingOrder: order } = this.#plan;
    return isNarrow && order.length > 0 ? readingOrder(this.#layout, item.id, order) : item.children;
  }

  #stack(ids: readonly string[], { x, y, width }: Corner): number {
    let height = 0;
    for (const id of ids) {
      if (this.#layout[id] === undefined) continue;
      if (height > 0) height += GAP;
      height += this.place(id, { x, y: y + height, width });
    }
    return height;
  }

  #cell(item: LayoutItem, at: Corner): number {
    const box = { ...at, height: heightOf(item) };
    if (item.type === 'CHART') {
      const name = item.meta.sliceNameOverride ?? item.meta.sliceName ?? '';
      this.placed.push({ kind: 'chart', ...box, chart: chartIdOf(item) ?? 0, name });
    } else this.placed.push({ kind: 'markdown', ...box, source: String(item.meta.code ?? '') });
    return box.height;
  }

  #heading({ meta }: Extract<LayoutItem, { type: 'HEADER' }>, at: Corner): number {
    const letters = HEADINGS[meta.headerSize ?? ''] ?? MEDIUM_HEADING;
    const height = letters * LEADING + 2 * HEADING_PADDING;
    const hasGround = meta.background === WHITE;
    // It stands nearer to what it is the heading of.
    const box = { ...at, y: at.y + HEADING_PADDING, height };
    this.placed.push({ kind: 'heading', ...box, text: meta.text ?? '', letters, hasGround });
    return height;
  }

  /** What stands side by side: each as wide as its columns, and all of them no wider than the row. */
  #row(item: Extract<LayoutItem, { type: 'ROW' }>, { x, y, width }: Corner): number {
    const behind = this.placed.length;
    const ids = item.children.filter((id) => this.#layout[id] !== undefined);
    let height = 0;
    if (this.#plan.isNarrow) height = this.#stack(ids, { x, y, width });
    else {
      const widths = this.#widthsOf(ids, width);
      const grounds: Box[] = [];
      let left = x;
      for (const [index, id] of ids.entries()) {
        const child = this.#layout[id];
        const own = { x: left, y, width: widths[index] ?? 0 };
        if (child?.type === 'COLUMN') {
          const column = this.#column(child, own);
          if (column.ground) grounds.push(column.ground);
          height = Math.max(height, column.height);
        } else height = Math.max(height, this.place(id, own));
        left += own.width + GAP;
      }
      // What is behind a column reaches as far down as its row.
      for (const ground of grounds) ground.height = height;
    }
    if (item.meta.background === WHITE)
      this.placed.splice(behind, 0, { kind: 'ground', x, y, width, height });
    return height;
  }

  #widthsOf(ids: readonly string[], width: number): number[] {
    const wanted = ids.map((id) => {
      const child = this.#layout[id];
      const isSized = child?.type === 'CHART' || child?.type === 'COLUMN' || child?.type === 'MARKDOWN';
      const columns = child && isSized ? widthOf(child) : GRID_COLUMNS;
      return ((width + GAP) * columns) / GRID_COLUMNS - GAP;
    });
    const room = width - GAP * Math.max(0, ids.length - 1);
    const all = wanted.reduce((sum, each) => sum + each, 0);
    return all > room ? wanted.map((each) => (each * room) / all) : wanted;
  }

  #column(
    item: Extract<LayoutItem, { type: 'COLUMN' }>,
    at: Corner,
  ): { height: number; ground: Box | undefined } {
    const behind = this.placed.length;
    const height = this.#stack(item.children, at);
    if (item.meta.background !== WHITE) return { height, ground: undefined };
    const ground: Placed = { kind: 'ground', ...at, height };
    this.placed.splice(behind, 0, ground);
    return { height, ground };
  }

  #tabs(item: LayoutItem, at: Corner): number {
    const tabs = item.children.flatMap((id) => this.#layout[id] ?? []);
    const titles = tabs.map((tab) => titleOf(tab));
    const { openTabs, allTabs } = this.#plan;
    const open = tabs.filter(({ id }) => allTabs || openTabs.has(id));
    const shown = open.length > 0 ? open : tabs.slice(0, 1);
    let height = 0;
    for (const tab of shown) {
      if (height > 0) height += GAP;
      const strip = { ...at, y: at.y + height, height: TAB_STRIP.height };
      this.placed.push({ kind: 'tabs', ...strip, titles, open: tabs.indexOf(tab) });
      height += TAB_STRIP.height + TAB_STRIP.below;
      height += this.place(tab.id, { ...at, y: at.y + height });
    }
    return height;
  }
}

function titleOf(tab: LayoutItem): string {
  return tab.type === 'TAB' ? tab.meta.text || tab.meta.defaultText || 'Tab title' : '';
}
