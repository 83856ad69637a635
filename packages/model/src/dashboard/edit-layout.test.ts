import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropPosition } from './drop-position.ts';
import {
  collapseTopTabs,
  deleteComponent,
  depthOf,
  type Edited,
  insertComponent,
  mayEnter,
  moveComponent,
  parentOf,
  placeOfDrop,
  subtreeOf,
} from './edit-layout.ts';
import { chartIdOf, GRID_ID, type Layout, openLayout, ROOT_ID } from './layout.ts';
import { type ComponentType, depthOutside, mayHold } from './nesting.ts';

const PALETTE: ComponentType[] = ['TABS', 'ROW', 'COLUMN', 'HEADER', 'MARKDOWN', 'DIVIDER', 'CHART'];
const BOX = { left: 0, top: 0, right: 200, bottom: 100 };

const KINDS = ['insert', 'insert', 'insert', 'move', 'move', 'delete', 'collapse', 'tab'] as const;
/** One thing that a person does; numbers choose among what is there. */
const action = fc.record({
  kind: fc.constantFrom(...KINDS),
  type: fc.constantFrom(...PALETTE),
  which: fc.nat(),
  over: fc.nat(),
  pointer: fc.record({ x: fc.integer({ min: 0, max: 200 }), y: fc.integer({ min: 0, max: 100 }) }),
});
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

/** A board as it is after some actions, with every board on the way. */
function played(actions: readonly Action[]): Layout[] {
  let made = 0;
  const newId = (type: ComponentType) => {
    made += 1;
    return `${type}-${made}`;
  };
  let board = frozen(openLayout({}, []));
  const boards = [board];
  for (const each of actions) {
    board = frozen(step(board, each, newId).layout ?? board);
    boards.push(board);
  }
  return boards;
}

/** A board that throws when it is written to. */
function frozen(layout: Layout): Layout {
  for (const item of Object.values(layout)) {
    Object.freeze(item.children);
    Object.freeze(item.meta);
    Object.freeze(item);
  }
  return Object.freeze(layout);
}

function step(
  layout: Layout,
  { kind, type, which, over, pointer }: Action,
  newId: (type: ComponentType) => string,
): Edited {
  const there = subtreeOf(layout, ROOT_ID).filter((id) => id !== ROOT_ID && id !== GRID_ID);
  const some = there[which % Math.max(1, there.length)];
  if (kind === 'collapse') return { layout: collapseTopTabs(layout) };
  const own = some === undefined ? undefined : layout[some];
  if (kind === 'delete')
    return { layout: own && own.type !== 'TAB' ? deleteComponent(layout, own.id) : layout };
  const dragged: ComponentType | undefined = { insert: type, tab: 'TAB' as const, move: own?.type }[kind];
  const target = subtreeOf(layout, ROOT_ID).map((id) => layout[id])[over % (there.length + 2)];
  if (!dragged || !target || target.id === own?.id) return { layout };
  const holder = parentOf(layout, target.id);
  const orientation = holder?.type === 'ROW' || target.type === 'TAB' ? 'column' : 'row';
  const position = dropPosition(
    dragged,
    {
      type: target.type,
      depth: depthOf(layout, target.id),
      hasChildren: target.children.length > 0,
      parentType: holder?.type,
      orientation,
      isNearest: true,
    },
    BOX,
    pointer,
  );
  const moved = kind === 'move' ? own?.id : undefined;
  const place = position && placeOfDrop(layout, { id: target.id, orientation }, position, moved);
  if (!place) return { layout };
  if (moved !== undefined) return moveComponent(layout, moved, place, newId);
  const meta = dragged === 'CHART' ? { chartId: which + 1 } : {};
  return insertComponent(layout, { type: dragged, meta }, place, newId);
}

function chartsOf(layout: Layout): number[] {
  return subtreeOf(layout, ROOT_ID)
    .flatMap((id) => (layout[id] ? (chartIdOf(layout[id]) ?? []) : []))
    .sort((one, other) => one - other);
}

describe('a board that is built at random', () => {
  test('has each component once, where it may stand', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const board = played(actions).at(-1) ?? {};
        const reached = subtreeOf(board, ROOT_ID);
        const listed = Object.values(board).flatMap(({ children }) => children);
        expect(new Set(listed).size).toBe(listed.length);
        expect(new Set([...reached, GRID_ID])).toEqual(new Set(Object.keys(board)));
        for (const id of listed) {
          const [item, parent] = [board[id], parentOf(board, id)];
          // The depth may have grown under what was moved as a whole.
          expect(mayHold(parent?.type, 0, item?.type ?? 'ROOT'), `${item?.type} in ${parent?.type}`).toBe(
            true,
          );
          if (item?.type === 'TABS') expect(item.children.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('keeps its rows within twelve columns', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const board = played(actions).at(-1) ?? {};
        for (const row of Object.values(board)) {
          if (row.type !== 'ROW' || parentOf(board, row.id)?.type === 'COLUMN') continue;
          const widths = row.children.map((child) => Number(board[child]?.meta.width ?? 0));
          expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(12);
        }
      }),
    );
  });

  test('loses no chart by a move', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const boards = played(actions);
        for (const [at, { kind }] of actions.entries()) {
          if (kind !== 'move' && kind !== 'collapse') continue;
          expect(chartsOf(boards[at + 1] ?? {})).toEqual(chartsOf(boards[at] ?? {}));
        }
      }),
    );
  });
});

test('what is not named in the table nests nowhere, and a place that is too deep takes nothing', () => {
  const layout = openLayout({}, []);
  expect(mayEnter(layout, 'ROW', GRID_ID)).toBe(true);
  expect(mayEnter(layout, 'TAB', GRID_ID)).toBe(false);
  expect(mayEnter(layout, 'ROW', 'nowhere')).toBe(false);
  expect([mayHold('COLUMN', 3, 'ROW'), mayHold('COLUMN', 4, 'ROW')]).toEqual([true, false]);
  expect([depthOutside('TAB', 3), depthOutside('ROW', 3)]).toEqual([3, 2]);
});
