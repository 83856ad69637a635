import { insertComponent, type NewComponent, type NextId, withMeta } from './edit-layout.ts';
import { GRID_ID, type Layout, ROOT_ID } from './layout.ts';

/** With what an empty dashboard can begin. */
export const STARTING_LAYOUTS = ['column', 'figures', 'tabs'] as const;
export type StartingLayout = (typeof STARTING_LAYOUTS)[number];

/** An empty board with the places of a layout, into which charts are put. */
export function startWith(kind: StartingLayout, layout: Layout, nextId: NextId): Layout {
  const board = new Board(layout, nextId);
  if (kind === 'column') {
    board.add(GRID_ID, { type: 'HEADER' });
    for (let row = 0; row < 3; row += 1) board.addRow(GRID_ID, [12]);
  } else if (kind === 'figures') {
    board.addRow(GRID_ID, [3, 3, 3, 3]);
    board.addRow(GRID_ID, [6, 6]);
  } else {
    const tabs = board.add(ROOT_ID, { type: 'TABS' });
    const first = board.layout[tabs]?.children[0] ?? '';
    board.layout = withMeta(board.layout, first, { text: 'Overview' });
    board.addRow(first, [3, 3, 3, 3]);
    board.addRow(first, [6, 6]);
    board.addRow(board.add(tabs, { type: 'TAB', meta: { text: 'Details' } }), [12]);
  }
  return board.layout;
}

/** A layout to which components are added at the end of others. */
class Board {
  layout: Layout;
  readonly #nextId: NextId;

  constructor(layout: Layout, nextId: NextId) {
    this.layout = layout;
    this.#nextId = nextId;
  }

  /** Adds a component at the end of another; answers its id. */
  add(parent: string, added: NewComponent): string {
    let own = '';
    const nextId: NextId = (type) => {
      const id = this.#nextId(type);
      if (type === added.type) own = id;
      return id;
    };
    const place = { parent, index: this.layout[parent]?.children.length ?? 0 };
    this.layout = insertComponent(this.layout, added, place, nextId).layout ?? this.layout;
    return own;
  }

  /** Adds a row of empty columns. */
  addRow(parent: string, widths: readonly number[]): void {
    const row = this.add(parent, { type: 'ROW' });
    for (const width of widths) this.add(row, { type: 'COLUMN', meta: { width } });
  }
}
