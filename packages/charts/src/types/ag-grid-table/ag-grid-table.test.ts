import type { GenericType } from '@chartroom/model';
import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { columnFilters } from './column-filters.ts';
import { example } from './example.ts';
import { gridColumns, serverColumns } from './grid-columns.ts';
import { chart } from './index.ts';

function tableOf(form: Record<string, unknown>, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'table') throw new Error('a table is a table');
  return drawing.table;
}

/** Definitions of leaf columns. */
function leaves(columns: ReturnType<typeof gridColumns>) {
  return columns.flatMap((column) => ('children' in column ? [] : [column]));
}

it('draws without a page as the table does', () => {
  const table = tableOf({});
  expect(table.rows.map((row) => row.map(({ text }) => text))[0]).toEqual([
    'ORD',
    '3.26k',
    '11.27',
    '26.900%',
  ]);
  expect(table.totals?.[0]?.text).toBe('Summary');
});

describe('columns of the grid', () => {
  it('know the names, kinds, hints and widths of those of the table', () => {
    const columns = leaves(gridColumns(tableOf({}), undefined));
    expect(columns).toMatchObject([
      { colId: 'origin', headerName: 'origin', filter: 'agTextColumnFilter', sortable: true },
      { colId: 'count', filter: 'agNumberColumnFilter', type: 'rightAligned' },
      { colId: 'AVG(delay)' },
      { colId: '%count' },
    ]);
  });

  it('order by values, what is missing first, texts as people do', () => {
    const [text] = leaves(gridColumns(tableOf({}), undefined));
    const sorted = (...values: unknown[]) =>
      values.toSorted((one, other) =>
        Number(Reflect.apply(Object(text).comparator, undefined, [one, other])),
      );
    expect(sorted(10, 9, null, -1)).toEqual([null, -1, 9, 10]);
    expect(sorted('b10', 'B9', 'a')).toEqual(['a', 'B9', 'b10']);
  });

  it('stand below the heading of what is compared', () => {
    const result = exampleResult({ origin: 1, count: 0, 'count__1 week ago': 0 }, [['ORD', 12, 10]]);
    const form = { metrics: ['count'], percent_metrics: [], show_totals: false, time_compare: '1 week ago' };
    expect(gridColumns(tableOf(form, [result]), undefined)).toMatchObject([
      { colId: 'origin' },
      { headerName: 'count', children: [{ colId: 'Main count' }, {}, {}, {}] },
    ]);
  });

  it('are ordered and filtered by the server where that can be asked', () => {
    const form = { ...example.form, server_pagination: true };
    const server = { sort: { key: 'count', desc: true }, ...serverColumns(form, example.results[0]) };
    expect(leaves(gridColumns(tableOf(form), server))).toMatchObject([
      { colId: 'origin', sortable: true, filter: 'agTextColumnFilter', sort: null },
      { colId: 'count', sortable: true, filter: false, sort: 'desc' },
      { colId: 'AVG(delay)', sortable: true, filter: false },
      { colId: '%count', sortable: false, filter: false },
    ]);
    const odd = { colnames: ['a', 'day'], coltypes: [1, 2] satisfies GenericType[] };
    expect(serverColumns({ ...form, query_mode: 'raw', all_columns: ['a', 'day'] }, odd)).toEqual({
      sortable: new Set(['a', 'day']),
      filterable: new Set(['a']),
    });
  });
});

it.each([
  [{ type: 'contains', filter: 'OR' }, [{ op: 'ILIKE', val: '%OR%' }]],
  [{ type: 'notContains', filter: 'OR' }, [{ op: 'NOT LIKE', val: '%OR%' }]],
  [{ type: 'startsWith', filter: 'O' }, [{ op: 'ILIKE', val: 'O%' }]],
  [{ type: 'endsWith', filter: 'D' }, [{ op: 'ILIKE', val: '%D' }]],
  [{ type: 'equals', filter: 3 }, [{ op: '==', val: 3 }]],
  [{ type: 'notEqual', filter: 'x' }, [{ op: '!=', val: 'x' }]],
  [{ type: 'lessThan', filter: 0 }, [{ op: '<', val: 0 }]],
  [{ type: 'greaterThanOrEqual', filter: -1 }, [{ op: '>=', val: -1 }]],
  [
    { type: 'inRange', filter: 1, filterTo: 2 },
    [
      { op: '>=', val: 1 },
      { op: '<=', val: 2 },
    ],
  ],
  [{ type: 'blank' }, [{ op: 'IS NULL' }]],
  [{ type: 'notBlank' }, [{ op: 'IS NOT NULL' }]],
  [{ type: 'constructor', filter: 'x' }, []],
  [{ type: 'equals', filter: null }, []],
])('a condition of the grid is asked of the server: %o', (set, asked) => {
  expect(columnFilters({ a: set })).toEqual(asked.map((each) => ({ col: 'a', ...each })));
});

it('asks for the page, the order, the search and the conditions that it remembers', () => {
  const form = { ...example.form, server_pagination: true, show_totals: false };
  const ownState = {
    currentPage: 2,
    pageSize: 20,
    sortBy: [{ key: 'origin', desc: true }],
    searchText: 'OR',
    searchColumn: 'origin',
    filters: [{ col: 'origin', op: '!=', val: 'ORD' }, { col: 'origin', op: 'EXEC' }, 'junk'],
  };
  const { queries } = chart.question(form, { ownState });
  expect(queries).toMatchObject([
    { row_limit: 20, row_offset: 40, orderby: [['origin', false]] },
    { is_rowcount: true },
  ]);
  for (const { filters } of queries)
    expect(filters).toEqual([
      { col: 'origin', op: '!=', val: 'ORD' },
      { col: 'origin', op: 'ILIKE', val: 'OR%' },
    ]);
  const here = chart.question({ ...form, server_pagination: false }, { ownState });
  expect(here.queries[0]?.filters).toEqual([]);
});

it('draws odd answers and form data of other types', () => {
  expect(tableOf({}, []).rows).toEqual([]);
  const odd = exampleResult({ origin: 1, count: 0 }, [
    [null, Number.NaN],
    ['שלום'.repeat(75), Number.POSITIVE_INFINITY],
    ['a', null],
    ['a', -1],
  ]);
  const form = {
    viz_type: 'pie',
    metrics: ['count'],
    percent_metrics: 'x',
    show_totals: false,
    column_config: 7,
  };
  const table = tableOf(form, [odd]);
  expect(table.rows).toHaveLength(4);
  expect(gridColumns(table, undefined)).toHaveLength(2);
  const many = exampleResult(
    { origin: 1, count: 0 },
    Array.from({ length: 10_000 }, (_, index) => [`o${index}`, index]),
  );
  expect(tableOf(form, [many]).rows).toHaveLength(10_000);
});
