import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown> = {}, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('a bullet chart is a picture');
  const series = [drawing.option.series ?? []].flat();
  const values = series.map(({ data }) =>
    Array.isArray(data) ? data.map((item) => Reflect.get(Object(item), 'value')) : [],
  );
  return { ...drawing, series, values };
}

const answer = (value: string | number | null) => [exampleResult({ count: 0 }, [[value]])];

it('draws its number upon the ranges, the longest below, and marks beside it', async () => {
  const drawing = drawn({ ranges: '150,400, 250' });
  expect(drawing.values).toEqual([[400], [250], [150], [268], [[300, 0]], [[330, 0]]]);
  const svg = await echartsSvg(drawing);
  for (const text of ['268', 'goal', 'last year', 'full', 'count']) expect(svg).toContain(`>${text}<`);
});

it('has one range a little beyond the number where none is named', () => {
  expect(drawn({ ranges: '', markers: undefined, marker_lines: ' ' }).values).toEqual([
    [268 * 1.1],
    [268],
    [],
    [],
  ]);
});

it('leaves out what is no number, and keeps labels with their numbers', () => {
  const { values, series } = drawn({ markers: 'x, 5,, 1e3,Infinity', marker_labels: 'a,b,c,d,e' });
  expect(values[4]).toEqual([
    [5, 0],
    [1000, 0],
  ]);
  expect(series[4]?.data).toMatchObject([{ mark: { label: 'b' } }, { mark: { label: 'd' } }]);
  expect(drawn({ ranges: Array.from({ length: 10_000 }, (_, at) => at + 1).join() }).series).toHaveLength(53);
});

it('tells what is pointed at', () => {
  const { tooltip } = drawn().option;
  const told = (data: object) =>
    words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, { data })));
  expect(told({ mark: { value: 300, label: 'goal' } })).toBe('goal 300');
  expect(told({ mark: { value: 1268, label: '' } })).toBe('count 1.27k');
});

it.each([
  ['null', answer(null)],
  ['a number that is none', answer('NaN')],
  ['more than any number', answer('Infinity')],
])('says that %s is missing and still draws what it is compared with', async (_name, results) => {
  const drawing = drawn({}, results);
  expect(drawing.values[3]).toEqual([]);
  const svg = await echartsSvg(drawing);
  expect(svg).toContain('>N/A<');
  expect(svg).not.toMatch(/NaN|Infinity/);
});

it.each([
  ['no rows', [exampleResult({ count: 0 }, [])], {}],
  ['no answer', [], {}],
  ['numbers below nought', answer(-40), { ranges: '-100, 50', markers: '-60' }],
  ['nought', answer(0), { ranges: '' }],
  ['junk', answer(4), { metric: undefined, ranges: 7, markers: {}, marker_lines: [3, 'x'], range_labels: 5 }],
  [
    'names of any length and direction',
    answer(4),
    { marker_labels: 'שלום '.repeat(60), range_labels: 'x'.repeat(300) },
  ],
])('draws %s', async (_name, results, form) => {
  expect(await echartsSvg(drawn(form, results))).not.toMatch(/NaN|Infinity/);
});

it('asks for one number', () => {
  expect(chart.question({ ...example.form, groupby: ['origin'] }, {}).queries).toMatchObject([
    { columns: [], metrics: ['count'] },
  ]);
});
