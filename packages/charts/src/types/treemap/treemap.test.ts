import { expect, it } from 'vitest';
import type { DrawInput } from '../../chart-type.ts';
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
  if (series?.type !== 'treemap') throw new Error('a treemap has one series');
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

it.each([
  [{}, 'LAX: 34'],
  [{ label_type: 'Key' }, 'LAX'],
  [{ label_type: 'value' }, '34'],
  [{ number_format: ',.1f' }, 'LAX: 34.0'],
  [{ currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } }, 'LAX: € 34'],
])('labels its rectangles by %j', (form, text) => {
  expect(labelOf(['ATL', 'LAX'], form)).toBe(text);
});

it('shows labels of rectangles and of those around them as it is told', () => {
  expect(drawn().series).toMatchObject({ label: { show: true }, upperLabel: { show: true } });
  expect(drawn({ show_labels: false, show_upper_labels: false }).series).toMatchObject({
    label: { show: false },
    upperLabel: { show: false },
    emphasis: { upperLabel: { show: false } },
  });
});

it('has no headings where they would leave no room for what lies below them', () => {
  const headless = (further: Partial<DrawInput>) =>
    JSON.stringify(drawn({}, further).series.data).split('"upperLabel":{"show":false}').length - 1;
  // The whole never has one.
  expect(headless({})).toBe(1);
  expect(headless({ width: 60, height: 40 })).toBeGreaterThan(2);
});

it('tells the path, the value and the share of what a rectangle lies in', () => {
  expect(tooltipOf(mark('ATL', 'LAX'))).toContain('ATL ▸ LAX');
  expect(tooltipOf(mark('ATL', 'LAX'))).toContain(
    '<td>count</td><td align="right">34</td><td align="right">41.98%</td>',
  );
  expect(tooltipOf(mark('ATL'))).toContain('<td align="right">81</td><td align="right">18.45%</td>');
  expect(tooltipOf({ value: 439, data: {} })).toContain(
    '<td align="right">439</td><td align="right">100.00%</td>',
  );
});

it('calls the metric as the dataset calls it', () => {
  const datasource = {
    columns: [],
    metrics: [],
    verbose_map: { count: 'Flights' },
    column_formats: { count: ',.2f' },
  };
  expect(tooltipOf(mark('ATL'), {}, { datasource })).toContain('<td>Flights</td><td align="right">81</td>');
  expect(tooltipOf(mark('ATL'), { number_format: null }, { datasource })).toContain('>81.00<');
});

it('filters by the values on the way to a rectangle, inner or outer', () => {
  const { crossFilter, pointAt } = drawn();
  expect(crossFilter?.(mark('ATL'))?.filters).toEqual([{ col: 'origin', op: 'IN', val: ['ATL'] }]);
  expect(crossFilter?.(mark('ATL', 'LAX'))).toEqual({
    filters: [
      { col: 'origin', op: 'IN', val: ['ATL'] },
      { col: 'destination', op: 'IN', val: ['LAX'] },
    ],
    label: 'ATL, LAX',
    key: '["ATL","LAX"]',
  });
  const [origin, destination] = [
    { col: 'origin', op: '==', val: 'ATL', text: 'ATL' },
    { col: 'destination', op: '==', val: 'LAX', text: 'LAX' },
  ];
  expect(pointAt?.(mark('ATL'))).toMatchObject({
    crossFilter: { key: '["ATL"]' },
    detail: [origin],
    drillBy: { field: 'groupby', filters: [origin] },
  });
  expect(pointAt?.(mark('ATL', 'LAX'))?.detail).toEqual([origin, destination]);
  expect(crossFilter?.({ name: 'count', data: { name: 'count' } })).toBeUndefined();
  expect(pointAt?.({})).toBeUndefined();
});

it('steps back behind a selected rectangle', () => {
  const { data } = drawn({}, { selected: ['["ATL","LAX"]'] }).series;
  expect(data?.[0]?.children).toMatchObject([
    {
      name: 'ATL',
      itemStyle: { opacity: 1 },
      children: [
        { itemStyle: { opacity: 0.3 } },
        { itemStyle: { opacity: 0.3 } },
        { itemStyle: { opacity: 1 } },
      ],
    },
    { name: 'DFW', itemStyle: { opacity: 0.3 } },
    { name: 'ORD', itemStyle: { opacity: 0.3 } },
  ]);
});

it('is zoomed by the wheel, but not on a dashboard', () => {
  expect(drawn().series.roam).toBe(true);
  expect(drawn({ dashboardId: 3 }).series.roam).toBe(false);
  expect(drawn({}, { onDashboard: true }).series.roam).toBe(false);
});

it('draws the names and values of its rectangles without a browser', async () => {
  const svg = await echartsSvg(drawn());
  for (const text of ['ATL: 81', 'DFW: 179', 'LAX: 71', 'PHX: 32']) expect(svg).toContain(text);
});

it.each([
  ['no rows', rows()],
  ['one row', rows(['ATL', 'LAX', 5])],
  ['no amounts', rows(['ATL', 'LAX', null], ['ATL', 'PHX', null])],
  ['missing names', rows([null, null, 5], [null, 'LAX', 1])],
  ['nothing but zeros', rows(['ATL', 'LAX', 0], ['ORD', 'LAX', 0])],
  ['long names', rows(['x'.repeat(300), 'y'.repeat(300), 5])],
])('bears %s', async (_, further) => {
  expect(await echartsSvg(drawn({}, further))).toContain('<svg');
});

it('draws what is missing as <NULL> and cuts long names to their rectangle', async () => {
  const missing = await echartsSvg(drawn({}, rows([null, null, 5])));
  expect(missing.match(/&lt;NULL&gt;: 5/g)).toHaveLength(2);
  const long = await echartsSvg(drawn({}, rows(['x'.repeat(300), 'y'.repeat(300), 5])));
  expect(long).not.toContain('y'.repeat(100));
  expect(tooltipOf(mark('x'.repeat(300)), {}, rows(['x'.repeat(300), 'y', 5]))).toContain('x'.repeat(300));
});

it('says amounts below zero, which no rectangle can show', async () => {
  const further = rows(['ATL', 'LAX', 10], ['ATL', 'PHX', -4]);
  const svg = await echartsSvg(drawn({}, further));
  expect(svg).toContain('ATL: 6');
  expect(svg).toContain('LAX: 10');
  expect(svg).not.toContain('PHX');
});

it('is one rectangle without dimensions', async () => {
  expect(await echartsSvg(drawn({ groupby: [] }, rows([null, null, 439])))).toContain('count: 439');
});

it('writes moments in the format of the chart', () => {
  const results = [exampleResult({ day: 2, count: 0 }, [[1230768000000, 5]])];
  const form = { groupby: ['day'], date_format: '%Y-%m' };
  expect(drawn(form, { results }).series.data).toMatchObject([{ children: [{ name: '2009-01' }] }]);
});
