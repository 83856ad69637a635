import { describe, expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { echartsSvg } from '../../map/echarts-svg.ts';
import { drawExample } from '../../testing/draw-example.ts';
import { called, words } from '../../testing/formatted.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

const DAY = 86_400_000;
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

function drawn(
  form: Record<string, unknown> = {},
  results = example.results,
  size = { width: 600, height: 400 },
) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results }, size);
  if (drawing.kind !== 'echarts') throw new Error('a calendar is a picture');
  const series = [drawing.option.series ?? []]
    .flat()
    .flatMap((each) => (each.type === 'scatter' ? [each] : []));
  const items = series.map(({ data }) => (Array.isArray(data) ? data.map((item) => Object(item)) : []));
  return { ...drawing, series, cells: items[0] ?? [], legend: items[1] ?? [], texts: items[2] ?? [] };
}

const answer = (...rows: Cell[][]) => [exampleResult({ __timestamp: 2, temperature: 0 }, rows)];

function tooltipOf(data: object) {
  const { tooltip } = drawn().option;
  return words(String(called(Array.isArray(tooltip) ? undefined : tooltip?.formatter, { data })));
}

/** Columns and rows of the first cells, counted in steps of a cell. */
function places(form: Record<string, unknown>, results: ReturnType<typeof answer>, count: number) {
  const { cells } = drawn({ cell_size: 10, cell_padding: 2, ...form }, results, {
    width: 2000,
    height: 2000,
  });
  const [x0, y0] = [
    Math.min(...cells.map(({ value }) => value[0])),
    Math.min(...cells.map(({ value }) => value[1])),
  ];
  return cells.slice(0, count).map(({ value: [x, y] }) => [(x - x0) / 12, (y - y0) / 12]);
}

describe('cells', () => {
  it('of days stand under their weekdays, a block for each month', () => {
    const { cells, texts } = drawn();
    expect(cells).toHaveLength(31 + 29 + 31 + 30 + 31 + 30);
    expect(places({}, example.results, 3)).toEqual([
      [0, 6],
      [1, 0],
      [1, 1],
    ]);
    expect(texts.map(({ label }) => label.formatter())).toEqual([
      'temperature',
      'Jan 2012',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
    ]);
  });

  it.each([
    ['hour', 'min', 60, 10, [1, 0]],
    ['day', 'hour', 24, 6, [1, 0]],
    ['week', 'hour', 168, 24, [1, 0]],
    ['month', 'hour', 744, 24, [1, 0]],
    ['year', 'month', 12, 3, [1, 0]],
    ['year', 'week', 53, 7, [1, 0]],
    ['week', 'day', 7, 6, [0, 6]],
    ['hour', 'month', 12, 3, [1, 0]],
    ['year', 'min', 1440, 60, [1, 0]],
    ['junk', 'junk', 31, 1, [1, 0]],
  ])('fill a block of a %s by %s', (domain_granularity, subdomain_granularity, count, index, place) => {
    const form = { domain_granularity, subdomain_granularity };
    const one = answer([at('2012-01-02'), 3]);
    expect(drawn(form, one).cells).toHaveLength(count);
    expect(places(form, one, index + 1)[index]).toEqual(place);
  });

  it('are coloured by the step that their value is in; those without a value are neutral', () => {
    const rows = [0, 4, 5, 10].map((value, day): Cell[] => [at('2012-01-02') + day * DAY, value]);
    const { cells, legend } = drawn({ domain_granularity: 'week', steps: 2 }, answer(...rows));
    const colors = cells.map(({ itemStyle }) => itemStyle.color);
    expect(colors[0]).toBe(colors[1]);
    expect(colors[2]).toBe(colors[3]);
    expect(new Set(colors).size).toBe(3);
    expect(cells[5]?.text).toBe('N/A');
    expect(legend.map(({ text }) => text)).toEqual(['0 – 5', '5 – 10']);
  });

  it('add up what is in one of them, and tell it with their time', () => {
    const noon = at('2012-01-02') + DAY / 2;
    const { cells } = drawn({ domain_granularity: 'week' }, answer([at('2012-01-02'), 2], [noon, 3]));
    expect(tooltipOf(cells[0])).toBe('2012-01-02 temperature 5');
    expect(tooltipOf(drawn({ x_axis_time_format: '%d/%m' }).cells[0])).toBe('01/01 temperature 3');
  });

  it('cover the whole range of time that was asked for', () => {
    const [result = exampleResult({}, [])] = answer([at('2012-02-05'), 2]);
    const range = { from_dttm: at('2012-01-01'), to_dttm: at('2012-04-01') };
    expect(drawn({}, [{ ...result, ...range }]).cells).toHaveLength(31 + 29 + 31);
  });
});

it('has a calendar for each metric, as small as is needed to fit, and values where they fit', async () => {
  const two = [exampleResult({ __timestamp: 2, temperature: 0, rain: 0 }, [[at('2012-01-02'), 1234, 2]])];
  const { series } = drawn({ metrics: ['temperature', 'rain'] }, two);
  expect(series.map(({ name }) => name)).toEqual(['temperature', '', '', 'rain', '', '']);
  expect(drawn({ cell_size: 100 }).series[0]?.symbolSize).toBeLessThan(25);
  const svg = await echartsSvg(
    drawn({ cell_size: 40, cell_radius: 8, show_values: true, y_axis_format: '.2s' }, two),
  );
  expect(svg).toContain('>1.2k<');
  const plain = drawn({ show_legend: false, show_metric_name: false, show_values: true });
  expect([plain.legend.length, plain.texts.length]).toEqual([0, 6]);
});

it('draws the newest blocks of too long a time, and says so', async () => {
  const drawing = drawn({}, answer([-2_500_000_000_000, 1], [at('2012-01-02'), 2]));
  expect(drawing.cells.length).toBeLessThan(10_100);
  expect(await echartsSvg(drawing)).toContain('Drawn: the newest 329 of 1,456 months');
});

it.each([
  ['no rows', answer()],
  ['no answer', []],
  ['nothing but nulls', answer([at('2012-01-02'), null], [null, 3])],
  ['numbers that are none', answer([at('2012-01-02'), 'NaN'], ['junk', 'Infinity'])],
  ['numbers that are alike and below nought', answer([at('2012-01-02'), -3], [at('2012-01-03'), -3])],
  ['a day before 1900', answer(['1066-10-14', 3])],
])('draws %s', async (_name, results) => {
  const junk = {
    cell_size: 'x',
    cell_padding: -9,
    cell_radius: null,
    steps: 0,
    metrics: ['temperature', 'none'],
  };
  for (const form of [{}, junk, { metrics: undefined, domain_granularity: 7 }])
    expect(await echartsSvg(drawn(form, results, { width: 200, height: 150 }))).not.toMatch(/NaN|Infinity/);
});

it('asks for the values of its cells', () => {
  const asked = (form: Record<string, unknown>) => chart.question({ ...example.form, ...form }, {}).queries;
  expect(asked({})).toMatchObject([
    {
      columns: [],
      metrics: ['temperature'],
      is_timeseries: true,
      granularity: 'date',
      time_range: '2012-01-01 : 2012-07-01',
      extras: { time_grain_sqla: 'P1D' },
    },
  ]);
  const minutes = { subdomain_granularity: 'min', x_axis: 'other', groupby: ['place'] };
  const filter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'day', operator: 'TEMPORAL_RANGE' };
  const dashboard = { extra_form_data: { time_grain_sqla: 'P1Y' } };
  expect(asked({ ...minutes, ...dashboard, granularity_sqla: null, adhoc_filters: [filter] })).toMatchObject([
    { columns: [], granularity: 'day', extras: { time_grain_sqla: 'PT1M' } },
  ]);
});
