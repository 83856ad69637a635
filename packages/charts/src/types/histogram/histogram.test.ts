import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown> = {}, results = example.results) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results });
  if (drawing.kind !== 'echarts') throw new Error('a histogram is a picture');
  return { ...drawing, series: [drawing.option.series ?? []].flat() };
}

/** Two ranges and one group. */
const counted = (...counts: (number | string | null)[]) => [
  exampleResult({ '0.0 - 2.5': 0, '2.5 - 5.0': 0 }, [counts]),
];

function tooltipOf(form: Record<string, unknown> = {}, results = example.results) {
  const { option, series } = drawn(form, results);
  const formatter = Array.isArray(option.tooltip) ? undefined : option.tooltip?.formatter;
  const events = series.map(({ name }, seriesIndex) => ({ seriesName: name, seriesIndex, dataIndex: 1 }));
  return words(String(called(formatter, events)));
}

it('has bars of each group over each range, named and coloured by the group', () => {
  const { series, option } = drawn();
  expect(series).toMatchObject([
    { name: 'ATL', data: [61, 201, 22, 6, 3] },
    { name: 'DFW', data: [83, 233, 24, 5, 4] },
    { name: 'ORD', data: [71, 243, 32, 7, 5] },
  ]);
  expect(option.xAxis).toMatchObject({
    name: 'Minutes',
    data: ['-56 - -9.8', '-9.8 - 36.4', '36.4 - 82.6', '82.6 - 128.8', '128.8 - 175'],
  });
  expect(drawn({ x_axis_format: ',d', groupby: [] }, counted(3, 4)).option).toMatchObject({
    xAxis: { data: ['0 - 3', '3 - 5'] },
    legend: { data: ['delay'] },
  });
});

it('tells shares and the total of a range where there are groups to compare', () => {
  expect(tooltipOf()).toBe('-9.8 - 36.4 ATL 201 29.69% DFW 233 34.42% ORD 243 35.89% Total 677 100.00%');
  expect(tooltipOf({ normalize: true })).toBe('-9.8 - 36.4 ATL 201 DFW 233 ORD 243 Total 677');
  expect(tooltipOf({ groupby: [] }, counted(3, 4))).toBe('2.5 - 5 delay 4');
});

it('writes its values where that is wanted, and stands at nought', async () => {
  const svg = await echartsSvg(
    drawn({ groupby: [], show_value: true, y_axis_format: ',d' }, counted(1995, 2000)),
  );
  expect(svg).toContain('1,995');
  expect(svg).toContain('>0<');
});

it.each([
  ['no rows', [exampleResult({ origin: 1, '0.0 - 2.5': 0 }, [])], {}],
  ['no answer', [], {}],
  ['one range', [exampleResult({ '7.0 - 7.0': 0 }, [[1]])], { groupby: [] }],
  ['nothing but nulls', counted(null, null), { groupby: [] }],
  ['numbers that are none', counted('NaN', 'Infinity'), { groupby: [] }],
  ['rows that were not counted', [exampleResult({ delay: 0 }, [[3], [4]])], {}],
  [
    'names of any length and direction',
    [
      exampleResult({ origin: 1, '0 - 1': 0 }, [
        ['שלום '.repeat(60), 1],
        [null, 2],
      ]),
    ],
    {},
  ],
])('draws %s', async (_name, results, form) => {
  for (const further of [{}, { column: undefined, groupby: 7, x_axis_format: 'junk', y_axis_format: 9 }]) {
    const svg = await echartsSvg(drawn({ ...form, ...further, show_value: true }, results));
    expect(svg).not.toMatch(/NaN|Infinity/);
  }
});

it('draws the largest of very many groups, and says so', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => [`Group ${at}`, at]);
  const drawing = drawn({}, [exampleResult({ origin: 1, '0 - 1': 0 }, rows)]);
  expect(drawing.series).toHaveLength(100);
  expect(drawing.series[0]).toMatchObject({ name: 'Group 9900', data: [9900] });
  expect(await echartsSvg(drawing)).toContain('Drawn: the 100 largest groups of 10,000');
});

it('asks for ranges of its column', () => {
  const steps = (form: Record<string, unknown>) =>
    chart.question({ ...example.form, ...form }, {}).queries[0]?.post_processing;
  const options = { column: 'delay', groupby: ['origin'], bins: 5 };
  expect(steps({})).toEqual([{ operation: 'histogram', options }]);
  expect(steps({ bins: '12', normalize: false })).toMatchObject([
    { options: { bins: 12, normalize: false } },
  ]);
  expect(steps({ bins: 'many' })).toEqual([{ operation: 'histogram', options }]);
  expect(steps({ column: [] })).toEqual([]);
  expect(chart.question(example.form, {}).queries[0]).not.toHaveProperty('metrics');
});
