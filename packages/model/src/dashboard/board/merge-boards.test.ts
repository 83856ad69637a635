import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deleteComponent,
  insertComponent,
  moveComponent,
  parentOf,
  subtreeOf,
  withMeta,
} from '../edit-layout.ts';
import { GRID_ID, type Layout, openLayout, ROOT_ID } from '../layout.ts';
import type { ComponentType } from '../nesting.ts';
import type { Board } from './board.ts';
import { boardChanges, changesInWords } from './board-words.ts';
import { mergeBoards } from './merge-boards.ts';

const FIELDS: Board['fields'] = {
  dashboard_title: 'Sales',
  css: null,
  theme_id: null,
  certified_by: null,
  certification_details: null,
  published: false,
};

function boardWith(layout: Layout, part: Partial<Board> = {}): Board {
  return { fields: FIELDS, settings: {}, layout, ...part };
}

/** Gives ids that begin with a name, so that two people never make the same. */
function idsOf(name: string): (type: ComponentType) => string {
  let made = 0;
  return (type) => {
    made += 1;
    return `${type}-${name}${made}`;
  };
}

/** Six rows of two charts each. */
function sixRows(): Layout {
  let layout = openLayout({}, []);
  for (let row = 0; row < 6; row += 1) {
    const nextId = idsOf(`row${row}-`);
    const chart = (chartId: number) => ({
      type: 'CHART' as const,
      meta: { chartId, sliceName: `Chart ${chartId}` },
    });
    const first = insertComponent(layout, chart(row * 2), { parent: GRID_ID, index: row }, nextId).layout;
    if (!first) throw new Error('a chart of four columns was refused');
    const made = first[GRID_ID]?.children[row] ?? '';
    const second = insertComponent(first, chart(row * 2 + 1), { parent: made, index: 1 }, nextId).layout;
    if (!second) throw new Error('a second chart was refused');
    layout = second;
  }
  return layout;
}

const edit = fc.record({
  kind: fc.constantFrom('add', 'move', 'delete', 'resize', 'text'),
  which: fc.nat(),
  to: fc.nat(),
});
type Edit = typeof edit extends fc.Arbitrary<infer Each> ? Each : never;

/** A layout after edits of the components that somebody may touch. */
function edited(
  layout: Layout,
  edits: readonly Edit[],
  own: { name: string; mayTouch: (id: string) => boolean },
): Layout {
  const nextId = idsOf(own.name);
  return edits.reduce((board, { kind, which, to }) => {
    const rows = (board[GRID_ID]?.children ?? []).filter((id) => board[id]?.type === 'ROW');
    const charts = subtreeOf(board, ROOT_ID).filter((id) => board[id]?.type === 'CHART' && own.mayTouch(id));
    const chart = charts[which % Math.max(1, charts.length)];
    const index = to % (rows.length + 1);
    if (kind === 'add')
      return (
        insertComponent(
          board,
          { type: 'MARKDOWN', meta: { code: `${own.name} ${to}` } },
          { parent: GRID_ID, index },
          nextId,
        ).layout ?? board
      );
    if (!chart) return board;
    if (kind === 'move')
      return moveComponent(board, chart, { parent: GRID_ID, index }, nextId).layout ?? board;
    if (kind === 'delete') return deleteComponent(board, chart);
    if (kind === 'resize') return withMeta(board, chart, { height: 10 + (to % 80) });
    return withMeta(board, chart, { sliceNameOverride: `${own.name} ${to}` });
  }, layout);
}

/** Everything that can be seen of a layout. */
function seen(layout: Layout): unknown {
  return Object.fromEntries(
    subtreeOf(layout, ROOT_ID)
      .sort()
      .map((id) => [id, { ...layout[id], parents: parentOf(layout, id)?.id }]),
  );
}

describe('two edits of one board', () => {
  const base = sixRows();
  const isEven = (id: string) => Number(base[id]?.meta.chartId ?? 0) % 2 === 0;

  test('of different components give the same board, whoever comes first, and nothing of either is lost', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), fc.array(edit, { maxLength: 8 }), (first, second) => {
        const mine = boardWith(edited(base, first, { name: 'm', mayTouch: isEven }));
        const theirs = boardWith(edited(base, second, { name: 't', mayTouch: (id) => !isEven(id) }));
        const one = mergeBoards({ base: boardWith(base), mine, theirs });
        const other = mergeBoards({ base: boardWith(base), mine: theirs, theirs: mine });
        expect(one.conflicts).toEqual([]);
        expect(seen(one.board.layout)).toEqual(seen(other.board.layout));
        const shown = new Set(subtreeOf(one.board.layout, ROOT_ID));
        for (const side of [mine, theirs])
          for (const id of subtreeOf(side.layout, ROOT_ID)) {
            const item = side.layout[id];
            const isNew = base[id] === undefined && (item?.type === 'MARKDOWN' || item?.type === 'CHART');
            if (isNew) expect(shown).toContain(id);
          }
      }),
      { numRuns: 500 },
    );
  });

  test('one of which did nothing give the other', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        const mine = boardWith(edited(base, edits, { name: 'm', mayTouch: () => true }));
        const { board, conflicts } = mergeBoards({ base: boardWith(base), mine, theirs: boardWith(base) });
        expect(conflicts).toEqual([]);
        expect(seen(board.layout)).toEqual(seen(mine.layout));
      }),
    );
  });

  test('of the same component are asked for, and it is as was chosen', () => {
    const [chart = ''] = subtreeOf(base, ROOT_ID).filter((id) => base[id]?.type === 'CHART');
    const mine = boardWith(withMeta(base, chart, { height: 20 }));
    const theirs = boardWith(withMeta(base, chart, { height: 30 }));
    const edits = { base: boardWith(base), mine, theirs };
    const { conflicts } = mergeBoards(edits);
    expect(conflicts.map(({ key }) => key)).toEqual([`component:${chart}`]);
    const heightAs = (side: 'mine' | 'theirs') =>
      mergeBoards(edits, new Map([[`component:${chart}`, side]])).board.layout[chart]?.meta.height;
    expect([heightAs('mine'), heightAs('theirs')]).toEqual([20, 30]);
  });

  test('one takes away what the other changes: that is asked for', () => {
    const [chart = ''] = subtreeOf(base, ROOT_ID).filter((id) => base[id]?.type === 'CHART');
    const edits = {
      base: boardWith(base),
      mine: boardWith(deleteComponent(base, chart)),
      theirs: boardWith(withMeta(base, chart, { height: 30 })),
    };
    const { conflicts } = mergeBoards(edits);
    expect(conflicts).toMatchObject([{ key: `component:${chart}`, mine: undefined }]);
    const key = `component:${chart}`;
    const shownAs = (side: 'mine' | 'theirs') =>
      subtreeOf(mergeBoards(edits, new Map([[key, side]])).board.layout, ROOT_ID).includes(chart);
    expect([shownAs('mine'), shownAs('theirs')]).toEqual([false, true]);
  });

  test('both fill the last place of a row: the second chart gets a row of its own behind it', () => {
    const row = base[GRID_ID]?.children[0] ?? '';
    const added = (name: string) =>
      insertComponent(base, { type: 'CHART', meta: { chartId: 99 } }, { parent: row, index: 2 }, idsOf(name))
        .layout;
    const [mine, theirs] = [added('m'), added('t')];
    if (!mine || !theirs) throw new Error('there was no room for the third chart');
    const { board, conflicts } = mergeBoards({
      base: boardWith(base),
      mine: boardWith(mine),
      theirs: boardWith(theirs),
    });
    expect(conflicts).toEqual([]);
    expect(board.layout[row]?.children).toHaveLength(3);
    expect(board.layout[`ROW-behind-${row}`]?.children).toEqual(['CHART-t1']);
  });

  test('one makes tabs of the board while the other adds a row: it stands in the first tab', () => {
    const tabs = insertComponent(base, { type: 'TABS' }, { parent: ROOT_ID, index: 0 }, idsOf('m')).layout;
    const row = insertComponent(base, { type: 'DIVIDER' }, { parent: GRID_ID, index: 6 }, idsOf('t')).layout;
    if (!tabs || !row) throw new Error('an edit was refused');
    const edits = { base: boardWith(base), mine: boardWith(tabs), theirs: boardWith(row) };
    const { board, conflicts } = mergeBoards(edits);
    expect(conflicts).toEqual([]);
    expect(parentOf(board.layout, 'DIVIDER-t1')?.type).toBe('TAB');
  });

  test('of settings: filters by filter, mappings by member, the rest by key', () => {
    const filter = (id: string, name: string) => ({ id, name });
    const board = (settings: Board['settings'], fields: Partial<Board['fields']> = {}) =>
      boardWith(base, { settings, fields: { ...FIELDS, ...fields } });
    const edits = {
      base: board({
        native_filter_configuration: [filter('a', 'A'), filter('b', 'B')],
        label_colors: { x: 'red' },
      }),
      mine: board(
        {
          native_filter_configuration: [filter('a', 'A of mine'), filter('b', 'B')],
          label_colors: { x: 'red', y: 'blue' },
          refresh_frequency: 10,
        },
        { dashboard_title: 'Sales of mine' },
      ),
      theirs: board(
        {
          native_filter_configuration: [filter('c', 'C'), filter('b', 'B'), filter('a', 'A')],
          label_colors: { x: 'green' },
          refresh_frequency: 60,
        },
        { css: '.a {}' },
      ),
    };
    const { board: made, conflicts } = mergeBoards(edits, new Map([['setting:refresh_frequency', 'theirs']]));
    expect(conflicts.map(({ key, name }) => [key, name])).toEqual([
      ['setting:refresh_frequency', 'auto-refresh'],
    ]);
    expect(made.fields).toMatchObject({ dashboard_title: 'Sales of mine', css: '.a {}' });
    expect(made.settings).toEqual({
      native_filter_configuration: [filter('c', 'C'), filter('b', 'B'), filter('a', 'A of mine')],
      label_colors: { x: 'green', y: 'blue' },
      refresh_frequency: 60,
    });
  });
});

describe('what changed, in words', () => {
  const base = boardWith(sixRows());
  const words = (after: Partial<Board>) => changesInWords(boardChanges(base, { ...base, ...after }));

  test('nothing, a title, publishing', () => {
    expect(words({})).toBe('saved without a change');
    expect(words({ fields: { ...FIELDS, dashboard_title: 'Trade', published: true } })).toBe(
      'renamed to “Trade”; published',
    );
  });
  test('components are named, many of them counted', () => {
    const rows = base.layout[GRID_ID]?.children ?? [];
    const charts = rows.flatMap((row) => base.layout[row]?.children ?? []);
    const names = charts.map((id) => base.layout[id]?.meta.sliceName);
    const layout = charts.slice(0, 5).reduce((left, id) => deleteComponent(left, id), base.layout);
    expect(words({ layout })).toBe(
      `removed chart “${names[0]}”, chart “${names[1]}”, chart “${names[2]}” and 2 more`,
    );
    const [one = ''] = charts;
    expect(words({ layout: withMeta(base.layout, one, { height: 11 }) })).toBe(`resized chart “${names[0]}”`);
    const moved = moveComponent(base.layout, one, { parent: GRID_ID, index: 6 }, idsOf('m')).layout;
    expect(words({ layout: moved ?? {} })).toBe(`moved chart “${names[0]}”`);
  });
  test('filters and settings', () => {
    const filter = { id: 'f', name: 'Region', scope: { rootPath: [ROOT_ID], excluded: [] } };
    expect(words({ settings: { native_filter_configuration: [filter], refresh_frequency: 0 } })).toBe(
      'added filter “Region”',
    );
    expect(words({ settings: { label_colors: { x: 'red' }, color_scheme: 'd3' } })).toBe('changed colours');
  });
});
