import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subtreeOf } from './edit-layout.ts';
import {
  chartPaths,
  chartPlaces,
  chartsIn,
  type Layout,
  openLayout,
  ROOT_ID,
  readLayout,
  visibleCharts,
} from './layout.ts';
import { placeChart } from './place-chart.ts';
import { bringBackLost, layoutProblems, storedLayout } from './repair-layout.ts';
import { alikePlaces, chartsInScope, scopeOf } from './scopes.ts';

const item = (id: string, type: string, children: string[], meta: Record<string, unknown> = {}) => ({
  id,
  type,
  children,
  meta,
});
const chart = (id: string, chartId: number, meta: Record<string, unknown> = {}) =>
  item(id, 'CHART', [], { chartId, width: 4, height: 30, ...meta });
const documentOf = (...items: ReturnType<typeof item>[]) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ...Object.fromEntries(items.map((each) => [each.id, each])),
});
const root = item('ROOT_ID', 'ROOT', ['GRID_ID']);
const nextIds = () => {
  let made = 0;
  return (type: string) => {
    made += 1;
    return `${type}-new-${made}`;
  };
};
/** What stands in what, by ids. */
const outline = (layout: Layout, id = 'GRID_ID'): unknown[] => [
  id,
  ...(layout[id]?.children ?? []).map((child) => outline(layout, child)),
];

describe('layouts that are not as they should be', () => {
  test('a circle opens with every component in its first place, and is said', () => {
    const stored = documentOf(
      root,
      item('GRID_ID', 'GRID', ['ROW-1', 'ROW-1']),
      item('ROW-1', 'ROW', ['COLUMN-1', 'CHART-1']),
      item('COLUMN-1', 'COLUMN', ['ROW-1', 'CHART-1', 'ROOT_ID']),
      chart('CHART-1', 1),
    );
    const layout = openLayout(readLayout(stored), []);
    expect(outline(layout)).toEqual(['GRID_ID', ['ROW-1', ['COLUMN-1', ['CHART-1']]]]);
    expect(layoutProblems(JSON.stringify(stored))).toEqual({
      isUnreadable: false,
      unknown: [],
      repeated: ['ROW-1', 'CHART-1', 'ROOT_ID'],
      lost: [],
    });
  });

  test('what stands nowhere is said, stays stored, and is brought back into places that take it', () => {
    const stored = documentOf(
      root,
      item('GRID_ID', 'GRID', []),
      item('TAB-9', 'TAB', ['ROW-9']),
      item('ROW-9', 'ROW', ['CHART-1']),
      chart('CHART-1', 1),
      chart('CHART-2', 2),
      item('ROW-3', 'ROW', ['COLUMN-3']),
      item('COLUMN-3', 'COLUMN', ['ROW-3']),
      item('HEADER_ID', 'HEADER', [], { text: 'A title' }),
    );
    const text = JSON.stringify(stored);
    const { lost } = layoutProblems(text);
    expect(lost).toEqual(['TAB-9', 'ROW-9', 'CHART-1', 'CHART-2', 'ROW-3', 'COLUMN-3']);
    const layout = openLayout(readLayout(stored), []);
    expect(Object.keys(storedLayout(layout, text)).sort()).toEqual(Object.keys(stored).sort());
    expect(outline(bringBackLost(layout, nextIds()))).toEqual([
      'GRID_ID',
      ['ROW-9', ['CHART-1']],
      ['ROW-new-1', ['CHART-2']],
      ['ROW-3', ['COLUMN-3']],
    ]);
  });

  test('what is of a kind that is not known is said, and stays stored where it stood', () => {
    const stored = {
      ...documentOf(
        root,
        item('GRID_ID', 'GRID', ['FRAME-1', 'ROW-1']),
        item('ROW-1', 'ROW', ['CHART-1', 'FRAME-2']),
        chart('CHART-1', 1),
        item('FRAME-1', 'FRAME', ['CHART-2'], { url: '/x' }),
        item('FRAME-2', 'FRAME', []),
        chart('CHART-2', 2),
      ),
      a_flag: true,
    };
    const text = JSON.stringify(stored);
    expect(layoutProblems(text)).toMatchObject({ unknown: ['FRAME-1', 'FRAME-2'], lost: ['CHART-2'] });
    const layout = openLayout(readLayout(stored), []);
    expect(outline(layout)).toEqual(['GRID_ID', ['ROW-1', ['CHART-1']]]);
    expect(storedLayout(layout, text)).toMatchObject(stored);
    expect(Object.keys(storedLayout(layout, text)).sort()).toEqual(Object.keys(stored).sort());
  });

  test('a text that is no layout opens as none, and is said', () => {
    for (const text of ['{', '[1]', '"text"'])
      expect(layoutProblems(text)).toMatchObject({ isUnreadable: true, lost: [] });
    for (const text of [null, '', '{}']) expect(layoutProblems(text)).toMatchObject({ isUnreadable: false });
  });

  test('whatever refers to whatever, each component stands once, and nothing is lost', () => {
    const ids = ['GRID_ID', 'ROW-1', 'ROW-2', 'COLUMN-1', 'COLUMN-2', 'TABS-1', 'TAB-1', 'CHART-1', 'X-1'];
    const children = fc.array(fc.constantFrom(...ids, 'ROOT_ID', 'gone'), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(children, { minLength: ids.length, maxLength: ids.length }), (lists) => {
        const all = ids.map((id, at) => item(id, id.replace(/[-_].*/, ''), lists[at] ?? []));
        const stored = documentOf(root, ...all);
        const text = JSON.stringify(stored);
        const layout = openLayout(readLayout(stored), []);
        const standing = Object.values(layout).flatMap((each) =>
          subtreeOf(layout, ROOT_ID).includes(each.id) ? each.children : [],
        );
        expect(standing.length).toBe(new Set(standing).size);
        expect(Object.keys(storedLayout(layout, text)).sort()).toEqual(Object.keys(stored).sort());
        const back = bringBackLost(layout, nextIds());
        const shown = subtreeOf(back, ROOT_ID);
        for (const id of ['ROW-1', 'ROW-2', 'COLUMN-1', 'CHART-1']) expect(shown).toContain(id);
      }),
    );
  });
});

describe('one chart in several places', () => {
  const layout = openLayout(
    readLayout(
      documentOf(
        item('ROOT_ID', 'ROOT', ['TABS-1']),
        item('GRID_ID', 'GRID', []),
        item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
        item('TAB-1', 'TAB', ['ROW-1']),
        item('TAB-2', 'TAB', ['ROW-2']),
        item('ROW-1', 'ROW', ['CHART-1a', 'CHART-2']),
        item('ROW-2', 'ROW', ['CHART-1b']),
        chart('CHART-1a', 1),
        chart('CHART-1b', 1, { sliceNameOverride: 'Once more' }),
        chart('CHART-2', 2),
      ),
    ),
    [
      { id: 1, slice_name: 'One' },
      { id: 2, slice_name: 'Two' },
    ],
  );

  test('it is asked once, seen in either tab, and each place has its own title', () => {
    expect(chartsIn(layout)).toEqual([1, 2]);
    expect(visibleCharts(layout, new Set(['TAB-1']))).toEqual([1, 2]);
    expect(visibleCharts(layout, new Set(['TAB-2']))).toEqual([1]);
    const places = chartPlaces(layout).get(1) ?? [];
    expect(places.map((path) => path.at(-1))).toEqual(['CHART-1a', 'CHART-1b']);
    expect(chartPaths(layout).get(1)).toEqual(places[0]);
    expect(layout['CHART-1b']?.meta).toMatchObject({ sliceName: 'One', sliceNameOverride: 'Once more' });
  });
  test('a scope reaches it by any of its places, and leaves it out by name', () => {
    expect(chartsInScope({ rootPath: ['TAB-2'], excluded: [] }, layout)).toEqual([1]);
    expect(chartsInScope({ rootPath: ['TAB-1'], excluded: [1] }, layout)).toEqual([2]);
    expect(scopeOf(['CHART-1a'], layout)).toEqual({ rootPath: ['TAB-1'], excluded: [2] });
    expect(scopeOf(['CHART-1a', 'CHART-1b'], layout)).toEqual({
      rootPath: ['TAB-1', 'TAB-2'],
      excluded: [2],
    });
  });
  test('it is chosen in all its places, or in none', () => {
    const both = ['CHART-1a', 'CHART-1b'];
    expect(alikePlaces(['CHART-1b'], [], layout)).toEqual(both);
    expect(alikePlaces(['CHART-1a', 'CHART-2'], [...both, 'CHART-2'], layout)).toEqual(['CHART-2']);
    expect(alikePlaces([...both, 'TAB-1'], both, layout)).toEqual(both);
  });
});

describe('a chart that comes from elsewhere', () => {
  const own = { id: 7, slice_name: 'New' };
  const board = (...children: [string, ReturnType<typeof item>[]][]) =>
    openLayout(
      readLayout(
        documentOf(
          root,
          item(
            'GRID_ID',
            'GRID',
            children.map(([row]) => row),
          ),
          ...children.flatMap(([row, inside]) => [
            item(
              row,
              row.replace(/-.*/, ''),
              inside.map(({ id }) => id),
            ),
            ...inside,
          ]),
        ),
      ),
      [],
    );

  test('lands in the last row that has room, as high as its neighbours', () => {
    const layout = board(
      ['ROW-1', [chart('CHART-1', 1)]],
      ['ROW-2', [chart('CHART-2', 2), chart('CHART-3', 3)]],
      ['ROW-3', [chart('CHART-4', 4, { width: 9 })]],
      ['HEADER-1', []],
    );
    const placed = placeChart(layout, own, nextIds());
    expect(placed['ROW-2']?.children).toEqual(['CHART-2', 'CHART-3', 'CHART-new-1']);
    expect(placed['CHART-new-1']?.meta).toEqual({ chartId: 7, sliceName: 'New', width: 4, height: 30 });
  });
  test('lands in a row of its own where there is none, and stays where it stands', () => {
    const layout = board(['ROW-1', [chart('CHART-1', 1, { width: 12 })]]);
    const placed = placeChart(layout, own, nextIds());
    expect(outline(placed)).toEqual(['GRID_ID', ['ROW-1', ['CHART-1']], ['ROW-new-2', ['CHART-new-1']]]);
    expect(placeChart(placed, own, nextIds())).toBe(placed);
  });
});
