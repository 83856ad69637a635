import { openLayout, readLayout } from '@chartroom/model';
import { expect, test } from 'vitest';
import { type BoardPlan, type Placed, placeBoard } from './place-board.ts';

const item = (id: string, children: string[] = [], meta: Record<string, unknown> = {}) => ({
  [id]: { id, type: id.split('-')[0], children, meta },
});
const PLAN: BoardPlan = {
  width: 1_200,
  isNarrow: false,
  readingOrder: [],
  openTabs: new Set(),
  allTabs: false,
};

function placed(document: object, plan: Partial<BoardPlan> = {}) {
  const root = { ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] } };
  return placeBoard(openLayout(readLayout({ ...root, ...document }), []), { ...PLAN, ...plan });
}
const grid = (...children: string[]) => ({ GRID_ID: { type: 'GRID', id: 'GRID_ID', children } });
const charts = ({ placed: all }: { placed: Placed[] }) =>
  all.flatMap(({ kind, x, y, width, height }) => (kind === 'chart' ? [[x, y, width, height]] : []));

test('rows stand below one another, and charts in their columns with room between them', () => {
  const board = placed({
    ...grid('ROW-1', 'ROW-2'),
    ...item('ROW-1', ['CHART-1', 'CHART-2']),
    ...item('ROW-2', ['CHART-3']),
    ...item('CHART-1', [], { chartId: 1, width: 4, height: 50 }),
    ...item('CHART-2', [], { chartId: 2, width: 8, height: 25 }),
    ...item('CHART-3', [], { chartId: 3, width: 12, height: 10 }),
  });
  // (1200 + 16) / 12 = 101.33 a column.
  expect(charts(board).map((box) => box.map(Math.round))).toEqual([
    [0, 0, 389, 400],
    [405, 0, 795, 200],
    [0, 416, 1200, 80],
  ]);
  expect(board.height).toBe(496);
});

test('what is wider than its row together shares it', () => {
  const board = placed({
    ...grid('ROW-1'),
    ...item('ROW-1', ['CHART-1', 'CHART-2']),
    ...item('CHART-1', [], { chartId: 1, width: 12 }),
    ...item('CHART-2', [], { chartId: 2, width: 12 }),
  });
  expect(charts(board).map(([x, , width]) => [x, width])).toEqual([
    [0, 592],
    [608, 592],
  ]);
});

test('a column stacks what it holds, and what is behind it reaches down its row', () => {
  const board = placed({
    ...grid('ROW-1'),
    ...item('ROW-1', ['COLUMN-1', 'CHART-3'], { background: 'BACKGROUND_TRANSPARENT' }),
    ...item('COLUMN-1', ['CHART-1', 'CHART-2'], { width: 6, background: 'BACKGROUND_WHITE' }),
    ...item('CHART-1', [], { chartId: 1, height: 10 }),
    ...item('CHART-2', [], { chartId: 2, height: 10 }),
    ...item('CHART-3', [], { chartId: 3, width: 6, height: 50 }),
  });
  expect(board.placed[0]).toMatchObject({ kind: 'ground', x: 0, y: 0, width: 592, height: 400 });
  expect(charts(board)).toEqual([
    [0, 0, 592, 80],
    [0, 96, 592, 80],
    [608, 0, 592, 400],
  ]);
});

test('in a narrow picture everything is as wide as it, in the order for phones', () => {
  const document = {
    ...grid('ROW-1', 'DIVIDER-1'),
    ...item('ROW-1', ['CHART-1', 'CHART-2']),
    ...item('DIVIDER-1'),
    ...item('CHART-1', [], { chartId: 1, height: 10 }),
    ...item('CHART-2', [], { chartId: 2, height: 10 }),
  };
  const board = placed(document, { isNarrow: true, width: 600 });
  expect(charts(board)).toEqual([
    [0, 0, 600, 80],
    [0, 96, 600, 80],
  ]);
  const ordered = placed(document, {
    isNarrow: true,
    width: 600,
    readingOrder: ['DIVIDER-1', 'CHART-2', 'CHART-1'],
  });
  expect(ordered.placed).toMatchObject([
    { kind: 'divider', y: 0 },
    { kind: 'chart', chart: 2 },
    { kind: 'chart', chart: 1 },
  ]);
});

test('of tabs the open one is shown, or all of them one after the other', () => {
  const document = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
    ...grid(),
    ...item('TABS-1', ['TAB-1', 'TAB-2']),
    ...item('TAB-1', ['CHART-1'], { text: 'First' }),
    ...item('TAB-2', ['CHART-2'], { text: 'Second' }),
    ...item('CHART-1', [], { chartId: 1, height: 10 }),
    ...item('CHART-2', [], { chartId: 2, height: 10 }),
  };
  const first = placed(document);
  expect(first.placed).toMatchObject([
    { kind: 'tabs', titles: ['First', 'Second'], open: 0 },
    { kind: 'chart', chart: 1, y: 48 },
  ]);
  const second = placed(document, { openTabs: new Set(['TAB-2']) });
  expect(second.placed).toMatchObject([
    { kind: 'tabs', open: 1 },
    { kind: 'chart', chart: 2 },
  ]);
  expect(placed(document, { allTabs: true }).placed).toMatchObject([
    { kind: 'tabs', open: 0 },
    { kind: 'chart', chart: 1, y: 48 },
    { kind: 'tabs', open: 1, y: 144 },
    { kind: 'chart', chart: 2, y: 192 },
  ]);
});

test('headings have the size that they say', () => {
  const board = placed({
    ...grid('HEADER-1', 'HEADER-2'),
    ...item('HEADER-1', [], { text: 'Large', headerSize: 'LARGE_HEADER' }),
    ...item('HEADER-2', [], { text: 'Usual', background: 'BACKGROUND_WHITE' }),
  });
  expect(board.placed).toMatchObject([
    { kind: 'heading', text: 'Large', letters: 22, y: 4, hasGround: false },
    { kind: 'heading', text: 'Usual', letters: 18, hasGround: true },
  ]);
});
