import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
import { controlsOf } from '../../controls/panel.ts';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { membersOf } from '../../question/read-form.ts';
import { drawPicture } from '../../testing/draw-picture.ts';
import { called } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown> = {}, further: Partial<DrawInput> = {}) {
  const drawing = drawPicture(chart, example, form, further);
  const [series] = Array.isArray(drawing.option.series) ? drawing.option.series : [];
  if (series?.type !== 'sunburst') throw new Error('a sunburst has one series');
  return { ...drawing, series };
}

function rows(...values: (string | number | null)[][]): Partial<DrawInput> {
  return { results: [exampleResult({ origin: 1, destination: 1, count: 0 }, values)] };
}

/** A node as the drawing library hands it to a formatter. */
const mark = (...path: (string | null)[]) => ({
  name: path.at(-1) ?? '<NULL>',
  data: { id: JSON.stringify(path) },
});

function labelOf(
  path: (string | null)[],
  form: Record<string, unknown>,
  further?: Partial<DrawInput>,
): unknown {
  return called(drawn(form, further).series.label?.formatter, mark(...path));
}

function tooltipOf(event: unknown, form: Record<string, unknown> = {}, further?: Partial<DrawInput>): string {
  return String(called(membersOf(drawn(form, further).option.tooltip).formatter, event) ?? '');
}

/** The same flights with the mean delay of each. */
const DELAYS: Partial<DrawInput> = {
  results: [
    exampleResult({ origin: 1, destination: 1, count: 0, delay: 0 }, [
      ['ATL', 'LAS', 10, 5],
      ['ATL', 'PHX', 10, 0],
      ['ORD', 'LAX', 20, 20],
    ]),
  ],
};

it.each([
  [{}, 'LAX'],
  [{ label_type: 'value' }, '34'],
  [{ label_type: 'key_value' }, 'LAX: 34'],
  [{ label_type: 'value', number_format: ',.1f' }, '34.0'],
  [{ label_type: 'value', currency_format: { symbol: 'EUR', symbolPosition: 'suffix' } }, '34 €'],
])('labels its arcs by %j', (form, text) => {
  expect(labelOf(['ATL', 'LAX'], form)).toBe(text);
});

it('labels arcs from a share of the whole on', async () => {
  expect(drawn({ show_labels: false }).series.label).toMatchObject({ show: false });
  expect(drawn({ show_labels_threshold: 25 }).series.label).toMatchObject({ show: true, minAngle: 90 });
  const svg = await echartsSvg(drawn({ show_labels_threshold: 25 }));
  expect(svg).toContain('DFW');
  expect(svg).not.toContain('ATL');
});

it('tells shares of the whole and of what an arc lies around', () => {
  const text = tooltipOf(mark('ATL', 'LAX'));
  expect(text).toContain('ATL ▸ LAX');
  expect(text).toContain('<td>% of total</td><td align="right">7.74%</td>');
  expect(text).toContain('<td>% of parent</td><td align="right">41.98%</td>');
  expect(text).toContain('<td>count</td><td align="right">34</td>');
  expect(tooltipOf(mark('ATL'))).not.toContain('% of parent');
  expect(tooltipOf({ name: '', data: undefined })).toBe('');
});

it('is coloured by the ratio of a second metric to the first one', () => {
  const form = { secondary_metric: 'delay', linear_color_scheme: 'black_white' };
  expect(drawn(form, DELAYS).series.data).toMatchObject([
    {
      name: 'ATL',
      itemStyle: { color: 'rgb(59, 59, 59)' },
      children: [{ itemStyle: { color: 'rgb(119, 119, 119)' } }, { itemStyle: { color: 'rgb(0, 0, 0)' } }],
    },
    { name: 'ORD', itemStyle: { color: 'rgb(255, 255, 255)' } },
  ]);
  const text = tooltipOf(mark('ATL'), form, DELAYS);
  expect(text).toContain('<td>delay</td><td align="right">5</td>');
  expect(text).toContain('<td>count/delay</td><td align="right">25.00%</td>');
});

it('is coloured by name when the second metric is the first one', () => {
  const colors = (form: Record<string, unknown>) => JSON.stringify(drawn(form).series.data);
  expect(colors({ secondary_metric: 'count' })).toBe(colors({}));
  const { controls } = chart;
  const shown = (form: Record<string, unknown>) =>
    controlsOf(controls)
      .filter(({ name }) => name.endsWith('color_scheme'))
      .filter(({ visible }) => visible?.({ form: { ...example.form, ...form }, datasource: null }))
      .map(({ name }) => name);
  expect(shown({})).toEqual(['color_scheme']);
  expect(shown({ secondary_metric: 'count' })).toEqual(['color_scheme']);
  expect(shown({ secondary_metric: 'delay' })).toEqual(['linear_color_scheme']);
});

it('has the total in its hole', async () => {
  expect(drawn().option).not.toHaveProperty('graphic');
  expect(await echartsSvg(drawn({ show_total: true }))).toContain('Total: 439');
});

it('filters by the values on the way to an arc, inner or outer', () => {
  const { crossFilter, pointAt } = drawn();
  expect(crossFilter?.(mark('ATL'))?.filters).toEqual([{ col: 'origin', op: 'IN', val: ['ATL'] }]);
  expect(crossFilter?.(mark('ATL', 'LAX'))?.filters).toEqual([
    { col: 'origin', op: 'IN', val: ['ATL'] },
    { col: 'destination', op: 'IN', val: ['LAX'] },
  ]);
  const filters = [
    { col: 'origin', op: '==', val: 'ATL', text: 'ATL' },
    { col: 'destination', op: '==', val: 'LAX', text: 'LAX' },
  ];
  expect(pointAt?.(mark('ATL', 'LAX'))).toMatchObject({
    detail: filters,
    drillBy: { field: 'columns', filters },
  });
  expect(pointAt?.({})).toBeUndefined();
});

it('is taken apart by expressions as by columns', () => {
  const initial = { expressionType: 'SQL', sqlExpression: 'substr(origin, 1, 1)', label: 'origin' };
  const point = drawn({ columns: [initial, 'destination'] }).pointAt?.(mark('ATL'));
  expect(point?.detail).toEqual([{ col: initial, op: '==', val: 'ATL', text: 'ATL' }]);
});

it('steps back behind a selected arc', () => {
  expect(drawn({}, { selected: ['["ATL"]'] }).series.data).toMatchObject([
    { itemStyle: { opacity: 1 }, children: [{ itemStyle: { opacity: 1 } }, {}, {}] },
    {
      itemStyle: { opacity: 0.3 },
      label: { opacity: 0.3 },
      children: [{ itemStyle: { opacity: 0.3 } }, {}, {}],
    },
    { itemStyle: { opacity: 0.3 } },
  ]);
});

it.each([
  ['no rows', rows()],
  ['one row', rows(['ATL', 'LAX', 5])],
  ['no amounts', rows(['ATL', 'LAX', null], ['ATL', 'PHX', null])],
  ['nothing but zeros', rows(['ATL', 'LAX', 0], ['ORD', 'LAX', 0])],
  ['a tiny frame', { ...rows(['ATL', 'LAX', 5]), width: 10, height: 10 }],
])('bears %s', async (_, further) => {
  for (const form of [{}, { secondary_metric: 'delay' }]) {
    const svg = await echartsSvg(drawn(form, further));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('NaN');
  }
});

it('draws what is missing as <NULL> and cuts long names to their ring', async () => {
  const missing = await echartsSvg(drawn({}, rows([null, null, 5])));
  expect(missing.match(/&lt;NULL&gt;/g)).toHaveLength(2);
  const long = await echartsSvg(drawn({}, rows(['x'.repeat(300), 'y'.repeat(300), 5])));
  expect(long).not.toContain('y'.repeat(100));
});

it('says amounts below zero, for which there is no arc', () => {
  const further = rows(['ATL', 'LAX', 10], ['ATL', 'PHX', -4]);
  expect(drawn({}, further).series.data).toMatchObject([
    { value: 10, children: [{ value: 10 }, { value: 0 }] },
  ]);
  expect(tooltipOf(mark('ATL'), {}, further)).toContain('<td>count</td><td align="right">6</td>');
});

it('is one ring without dimensions', async () => {
  expect(
    await echartsSvg(drawn({ columns: [], label_type: 'key_value' }, rows([null, null, 439]))),
  ).toContain('count: 439');
});

it('writes moments in the format of the chart', () => {
  const results = [exampleResult({ day: 2, count: 0 }, [[1230768000000, 5]])];
  const form = { columns: ['day'], date_format: '%Y-%m' };
  expect(drawn(form, { results }).series.data).toMatchObject([{ name: '2009-01' }]);
});

it('asks for the largest rows first where it is told', () => {
  expect(chart.question({ ...example.form, sort_by_metric: true }, {}).queries[0]?.orderby).toEqual([
    ['count', false],
  ]);
  expect(chart.question(example.form, {}).queries[0]).not.toHaveProperty('orderby');
});
