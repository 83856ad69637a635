import type { ChartDataResult, DataRow } from '@chartroom/model';
import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Values = readonly (readonly DataRow[string][])[];

const rowsOf = (rows: Values) => [
  exampleResult(
    { origin: 1, count: 0, delay: 0 },
    rows.map((row) => [...row]),
  ),
];
const plain = { metrics: ['count', 'delay'], column_config: {} };

function drawn(
  form: Record<string, unknown> = {},
  results: ChartDataResult[] = example.results,
  further: Partial<DrawInput> = {},
) {
  const drawing = drawPicture(chart, example, form, { results, ...further });
  return drawing;
}

function itemsOf({ option }: ReturnType<typeof drawn>): unknown[] {
  const [series] = Array.isArray(option.series) ? option.series : [];
  return Array.isArray(series?.data) ? series.data : [];
}

function labelsOf(drawing: ReturnType<typeof drawn>, index = 0): unknown[] {
  const label: unknown = Reflect.get(Object(itemsOf(drawing)[index]), 'label');
  const formatter: unknown = Reflect.get(Object(label), 'formatter');
  return [0, 1].map((dimensionIndex) => called(formatter, { dimensionIndex }));
}

function tooltipOf({ option }: ReturnType<typeof drawn>, mark: unknown): unknown {
  return called(Array.isArray(option.tooltip) ? undefined : option.tooltip?.formatter, mark);
}

it('stands each value as a share of the largest of its row, on axes from nothing to the whole', () => {
  const drawing = drawn(
    plain,
    rowsOf([
      ['ORD', 4, 1],
      ['ATL', 3, 12],
    ]),
  );
  expect(drawing.option.radar).toMatchObject({
    shape: 'polygon',
    indicator: [
      { name: 'count', min: 0, max: 1 },
      { name: 'delay', min: 0, max: 1 },
    ],
  });
  expect(itemsOf(drawing)).toMatchObject([
    { name: 'ORD', value: [1, 0.25] },
    { name: 'ATL', value: [0.25, 1] },
  ]);
});

it.each([
  [{ radarMetricMaxValue: 9000, radarMetricMinValue: 10 }, { min: 10, max: 9000 }, 4],
  [{ radarMetricMaxValue: 9000 }, { min: 0, max: 9000 }, 4],
  [{ radarMetricMinValue: 2, radarMetricMaxValue: null }, { min: 2, max: 7 }, 4],
  [{ radarMetricMinValue: 8 }, { min: 8, max: 9 }, 4],
  [{ radarMetricMinValue: 0, radarMetricMaxValue: null }, { min: 0, max: 1 }, 1],
])('lets %j bound an axis', (count, bounds, place) => {
  const drawing = drawn(
    { ...plain, column_config: { count } },
    rowsOf([
      ['ORD', 4, 1],
      ['ATL', 7, 12],
    ]),
  );
  expect(drawing.option.radar).toMatchObject({ indicator: [bounds, { min: 0, max: 1 }] });
  expect(itemsOf(drawing)[0]).toMatchObject({ value: [place, 0.25] });
});

it('labels its points by value, or by group and value, with the format of the chart', () => {
  const rows = rowsOf([['ORD', 12345, 0.5]]);
  expect(labelsOf(drawn(plain, rows))).toEqual(['12.3k', '0.5']);
  expect(labelsOf(drawn({ ...plain, label_type: 'key_value', number_format: ',.2f' }, rows))).toEqual([
    'ORD: 12,345.00',
    'ORD: 0.50',
  ]);
  const hidden = drawn({ show_labels: false, label_position: 'insideTopLeft' });
  expect(itemsOf(hidden)[0]).toMatchObject({ label: { show: false, position: 'insideTopLeft' } });
  expect(itemsOf(drawn({ label_position: 'nowhere' }))[0]).toMatchObject({ label: { position: 'top' } });
});

it('calls a metric as the dataset does', () => {
  const datasource = { columns: [], metrics: [], verbose_map: { count: 'Flights' }, column_formats: {} };
  const drawing = drawn(plain, rowsOf([['ORD', 12345, 0.5]]), { datasource });
  expect(drawing.option.radar).toMatchObject({ indicator: [{ name: 'Flights' }, { name: 'delay' }] });
  expect(tooltipOf(drawing, { name: 'ORD', dataIndex: 0 })).toMatch(/Flights:.*12345/);
});

it('tells the values themselves over a line', () => {
  const drawing = drawn(
    plain,
    rowsOf([
      ['O<RD', 3257, 9.318391157506909],
      ['ATL', 3, null],
    ]),
  );
  expect(tooltipOf(drawing, { name: 'O<RD', dataIndex: 0 })).toMatch(
    /O&lt;RD.*count:.*3257.*delay:.*9\.318391157506909/,
  );
  expect(tooltipOf(drawing, { name: 'ATL', dataIndex: 1 })).toMatch(/delay:.*N\/A/);
  expect(tooltipOf(drawing, { name: 'nobody' })).toBe('');
});

it('filters by the group of a line, of two that read alike by the one pressed', () => {
  const results = rowsOf([
    ['<NULL>', 1, 2],
    [null, 3, 4],
  ]);
  const { crossFilter, pointAt } = drawn(plain, results);
  expect(crossFilter?.({ name: '<NULL>', dataIndex: 0 })).toEqual({
    filters: [{ col: 'origin', op: 'IN', val: ['<NULL>'] }],
    label: '<NULL>',
    key: '<NULL>',
  });
  expect(crossFilter?.({ name: '<NULL>', dataIndex: 1 })?.filters).toEqual([
    { col: 'origin', op: 'IS NULL' },
  ]);
  expect(pointAt?.({ name: '<NULL>', dataIndex: 1 })).toMatchObject({
    crossFilter: { key: '<NULL>' },
    detail: [{ col: 'origin', op: '==', val: null }],
    drillBy: { field: 'groupby', filters: [{ col: 'origin', val: null }] },
  });
  expect(drawn({ ...plain, groupby: [] }, results).crossFilter?.({ name: '', dataIndex: 0 })).toBeUndefined();
  expect(drawn(plain, results).option.legend).toMatchObject({ data: ['<NULL>'] });
});

it('steps back behind a selected line', () => {
  const items = itemsOf(drawn({}, example.results, { selected: ['DFW'] }));
  expect(items).toMatchObject([
    { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.3 } },
    { itemStyle: { opacity: 1 }, lineStyle: { opacity: 1 } },
    { itemStyle: { opacity: 0.3 } },
  ]);
});

it('puts the centre at the smallest share where there are values below zero', () => {
  const some = drawn(
    plain,
    rowsOf([
      ['ORD', 4, -1],
      ['ATL', -5, -10],
      ['LAS', 0, 0],
    ]),
  );
  expect(some.option.radar).toMatchObject({
    indicator: [
      { min: -1, max: 1 },
      { min: -1, max: 1 },
    ],
  });
  expect(itemsOf(some)).toMatchObject([{ value: [1, -0.25] }, { value: [-0.5, -1] }, { value: [0, 0] }]);
  expect(labelsOf(some, 1)).toEqual(['-5', '-10']);
});

it('leaves out what is missing, and reads numbers that are written as texts', () => {
  const drawing = drawn(
    plain,
    rowsOf([
      ['ORD', null, null],
      ['ATL', '8', '2.5'],
    ]),
  );
  expect(itemsOf(drawing)).toMatchObject([{ value: [0, 0] }, { value: [1, 0.3125] }]);
  expect(labelsOf(drawing)).toEqual(['', '']);
  const bounded = { ...plain, column_config: { count: { radarMetricMinValue: 1 } } };
  expect(itemsOf(drawn(bounded, rowsOf([['ORD', null, 3]])))).toMatchObject([{ value: [null, 1] }]);
});

it('makes room for its legend', () => {
  const place = (form: Record<string, unknown>) => drawn(form).option.radar;
  expect(place({ show_legend: false })).toMatchObject({ center: [300, 200], radius: 144 });
  expect(place({ legendOrientation: 'left', legendMargin: 100 })).toMatchObject({ center: [350, 200] });
  expect(place({ legendOrientation: 'bottom' })).toMatchObject({ center: [300, 190] });
});

it('cuts names of metrics that have no room; there is more of it at the top than at the sides', async () => {
  const [top, side] = ['m'.repeat(300), 'n'.repeat(300)];
  const result = exampleResult({ origin: 1, [top]: 0, [side]: 0, c: 0 }, [['x'.repeat(300), 1, 2, 3]]);
  const drawing = drawn({ metrics: [top, side, 'c'], column_config: {} }, [result], { width: 320 });
  expect(drawing.option.radar).toMatchObject({ indicator: [{ name: top }, { name: side }, { name: 'c' }] });
  const svg = await echartsSvg(drawing);
  const lengthOf = (letter: string) => new RegExp(`>(${letter}{2,100})…<`).exec(svg)?.[1]?.length ?? 0;
  expect(lengthOf('n')).toBeGreaterThan(0);
  expect(lengthOf('m')).toBeGreaterThan(lengthOf('n'));
});

it.each([
  ['no rows', []],
  ['one row', [['ORD', 4, 1]]],
  ['nothing but nulls', [[null, null, null]]],
  [
    'two of one name',
    [
      ['ORD', 1, 2],
      ['ORD', 3, 4],
    ],
  ],
] satisfies [string, Values][])('draws %s without a browser', async (_, rows) => {
  for (const is_circle of [true, false]) {
    const drawing = drawn({ ...plain, is_circle, label_type: 'key_value' }, rowsOf(rows));
    expect(drawing.option.radar).toMatchObject({ shape: is_circle ? 'circle' : 'polygon' });
    const svg = await echartsSvg(drawing);
    expect(svg).toContain('>count<');
    expect(svg).not.toContain('NaN');
  }
});

it('asks for the largest groups first', () => {
  const orders = (form: Record<string, unknown>) =>
    chart.question({ ...example.form, ...form }, {}).queries.map(({ orderby }) => orderby);
  expect(orders({ timeseries_limit_metric: 'delay' })).toEqual([[['count', false]]]);
  expect(orders({ series_limit_metric: 'delay', order_desc: false })).toEqual([[['delay', false]]]);
});
