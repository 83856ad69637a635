import { describe, expect, test } from 'vitest';
import type { Box } from './drop-position.ts';
import { insertComponent, moveComponent } from './edit-layout.ts';
import { growComponent, resizeComponent, stepComponent } from './keyboard-moves.ts';
import { landingOf } from './landing.ts';
import { GRID_ID, type Layout, readLayout } from './layout.ts';

const item = (id: string, type: string, children: string[] = [], meta: Record<string, unknown> = {}) => ({
  [id]: { id, type, children, meta },
});
/** Two rows: one with two charts, one with a column and a chart beside it. */
const board: Layout = readLayout({
  ...item('ROOT_ID', 'ROOT', [GRID_ID]),
  ...item(GRID_ID, 'GRID', ['r1', 'r2']),
  ...item('r1', 'ROW', ['a', 'b']),
  ...item('a', 'CHART', [], { chartId: 1, width: 4, height: 50 }),
  ...item('b', 'CHART', [], { chartId: 2, width: 6, height: 50 }),
  ...item('r2', 'ROW', ['col', 'c']),
  ...item('col', 'COLUMN', ['d'], { width: 3 }),
  ...item('d', 'CHART', [], { chartId: 3, width: 3, height: 50 }),
  ...item('c', 'CHART', [], { chartId: 4, width: 4, height: 50 }),
});

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const BOXES: Readonly<Record<string, Box>> = {
  [GRID_ID]: box(0, 0, 1200, 900),
  r1: box(0, 0, 1200, 400),
  a: box(0, 0, 384, 400),
  b: box(400, 0, 984, 400),
  r2: box(0, 416, 1200, 816),
  col: box(0, 416, 284, 816),
  d: box(0, 416, 284, 816),
  c: box(300, 416, 684, 816),
};
const over = (...ids: string[]) =>
  ids.map((id) => ({
    id,
    box: BOXES[id] ?? box(0, 0, 0, 0),
    children: new Map((board[id]?.children ?? []).map((child) => [child, BOXES[child] ?? box(0, 0, 0, 0)])),
  }));
let made = 0;
const nextId = (type: string) => {
  made += 1;
  return `${type}-new-${made}`;
};

describe('where something lands', () => {
  const chart = { type: 'CHART' } as const;

  test('beside a chart, on the side of the pointer', () => {
    const at = (x: number) => landingOf(board, chart, over('a', 'r1', GRID_ID), { x, y: 200 });
    expect(at(100)).toEqual({ id: 'a', edge: 'left', place: { parent: 'r1', index: 0 } });
    expect(at(300)).toEqual({ id: 'a', edge: 'right', place: { parent: 'r1', index: 1 } });
  });

  test('near the edge of a row, above or below the whole row', () => {
    expect(landingOf(board, chart, over('a', 'r1', GRID_ID), { x: 100, y: 395 })).toEqual({
      id: 'r1',
      edge: 'bottom',
      place: { parent: GRID_ID, index: 1 },
    });
  });

  test('between two rows, where the pointer is', () => {
    expect(landingOf(board, { type: 'DIVIDER' }, over(GRID_ID), { x: 600, y: 408 })).toEqual({
      id: 'r2',
      edge: 'top',
      place: { parent: GRID_ID, index: 1 },
    });
  });

  test('a row goes past the charts of another row to the row itself', () => {
    expect(landingOf(board, { type: 'ROW' }, over('b', 'r1', GRID_ID), { x: 600, y: 300 })).toEqual({
      id: 'r1',
      edge: 'bottom',
      place: { parent: GRID_ID, index: 1 },
    });
  });

  test('nowhere on itself; where nothing takes it, it is forbidden', () => {
    expect(landingOf(board, { ...chart, id: 'a' }, over('a', 'r1'), { x: 10, y: 200 })).toBeUndefined();
    expect(landingOf(board, { type: 'ROW', id: 'r1' }, over('a', 'r1'), { x: 10, y: 200 })).toBeUndefined();
    expect(landingOf(board, { type: 'TAB' }, over('a', 'r1', GRID_ID), { x: 10, y: 200 })).toEqual({
      id: 'a',
      edge: 'forbidden',
    });
  });

  test('what it says is what a drop does', () => {
    const found = landingOf(board, { type: 'CHART', id: 'a' }, over('b', 'r1', GRID_ID), { x: 900, y: 200 });
    expect(found).toEqual({ id: 'b', edge: 'right', place: { parent: 'r1', index: 1 } });
    const { layout } = moveComponent(board, 'a', found?.place ?? { parent: '', index: 0 }, nextId);
    expect(layout?.r1?.children).toEqual(['b', 'a']);
  });
});

describe('moving without a pointer', () => {
  const moved = (id: string, direction: 'up' | 'down' | 'left' | 'right', into = false) =>
    stepComponent(board, id, direction, { into, nextId }).layout ?? {};

  test('past the neighbour along the row, and no further than its end', () => {
    expect(moved('a', 'right').r1?.children).toEqual(['b', 'a']);
    expect(moved('a', 'left')).toBe(board);
  });

  test('out of the row, into one of its own', () => {
    const below = moved('a', 'down');
    expect(below[GRID_ID]?.children).toEqual(['r1', expect.stringContaining('ROW-new'), 'r2']);
    expect(below.r1?.children).toEqual(['b']);
  });

  test('a whole row past the next one', () => {
    expect(moved('r1', 'down')[GRID_ID]?.children).toEqual(['r2', 'r1']);
    expect(moved('r2', 'down')).toBe(board);
  });

  test('out of a column beside it, into the row that holds the column', () => {
    expect(moved('d', 'right').r2?.children).toEqual(['col', 'd', 'c']);
    expect(moved('d', 'left').r2?.children).toEqual(['d', 'col', 'c']);
  });

  test('into the neighbour that takes it: a column, or the next row', () => {
    expect(moved('c', 'left', true).col?.children).toEqual(['d', 'c']);
    expect(moved('a', 'down', true).r2?.children).toEqual(['a', 'col', 'c']);
    expect(moved('a', 'right', true).r1?.children).toEqual(['b', 'a']);
  });

  test('there and back again is where it was', () => {
    const there = stepComponent(board, 'a', 'right', { nextId }).layout ?? {};
    const back = stepComponent(there, 'a', 'left', { nextId }).layout ?? {};
    expect(back.r1?.children).toEqual(['a', 'b']);
  });
});

describe('sizes', () => {
  test('a chart grows as far as its row has room, a column shrinks to its widest row', () => {
    expect(resizeComponent(board, 'a', { width: 12 }).a?.meta.width).toBe(6);
    expect(resizeComponent(board, 'a', { width: 0, height: 300 }).a?.meta).toMatchObject({
      width: 1,
      height: 100,
    });
    expect(growComponent(board, 'b', 'right').layout?.b?.meta.width).toBe(7);
    const full = resizeComponent(board, 'b', { width: 8 });
    expect(growComponent(full, 'b', 'right').refused).toContain('not enough space');
  });

  test('in a column the width is that of the column', () => {
    expect(resizeComponent(board, 'd', { width: 1, height: 20 }).d?.meta).toMatchObject({
      width: 3,
      height: 20,
    });
  });

  test('what is put into a narrower place takes the room that is left', () => {
    const { layout } = insertComponent(board, { type: 'MARKDOWN' }, { parent: 'r1', index: 2 }, nextId);
    const added = layout?.[layout.r1?.children[2] ?? ''];
    expect(added?.meta.width).toBe(2);
  });
});
