import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { DARK_THEME, drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

type Cell = string | number | null;

function drawn(form: Record<string, unknown> = {}, results = example.results, theme = LIGHT_THEME) {
  const drawing = drawExample(chart, { form: { ...example.form, ...form }, results }, { theme });
  if (drawing.kind !== 'text') throw new Error('a big number is text');
  const line = (role: string) => drawing.lines.find((each) => each.role === role);
  return { ...drawing, header: line('header'), comparison: line('subheader') };
}

const answer = (...rows: Cell[][]) => [exampleResult({ count: 0, 'count__1 week ago': 0 }, rows)];

it('tells what a number was and how much it has changed', () => {
  const { header, comparison, lines } = drawn();
  expect(header).toMatchObject({ text: '2.35k', size: 60, weight: 600 });
  expect(comparison).toMatchObject({ text: '# 2.31k\u2003△ 43\u2003% 1.9%', size: 20 });
  expect(lines.map(({ role }) => role)).toEqual(['header', 'subtitle', 'subheader']);
  expect(drawn({ show_metric_name: true }).lines[0]).toMatchObject({ role: 'metric-name', text: 'count' });
});

it.each([
  [[[3, 0]], 1],
  [[[0, 3]], -1],
  [[[0, 0]], 0],
  [[[-3, -2]], -0.5],
  [
    [
      [1, 2],
      [5, 2],
    ],
    0.5,
  ],
  [[[3, null]], null],
] satisfies [Cell[][], number | null][])('works out the change of %j', (rows, change) => {
  expect(drawn({}, answer(...rows)).facts.percentDifferenceNumber).toBe(change);
});

it('shows more as good or as bad, by day and by night', () => {
  const color = (form: Record<string, unknown>, rows: Cell[] = [3, 2], theme = LIGHT_THEME) =>
    drawn(form, answer(rows), theme).comparison?.color;
  expect(color({})).toBe(LIGHT_THEME.colorSuccess);
  expect(color({}, [2, 3])).toBe(LIGHT_THEME.colorError);
  expect(color({ comparison_color_scheme: 'Red' }, [3, 2], DARK_THEME)).toBe(DARK_THEME.colorError);
  expect(color({}, [3, 3])).toBe(LIGHT_THEME.colorTextSecondary);
  expect(color({ comparison_color_enabled: false })).toBe(LIGHT_THEME.colorTextSecondary);
});

it('names and leaves out the parts of the comparison as it is told', () => {
  const column_config = {
    'Previous value': { visible: false },
    Delta: { customColumnName: 'more', displayTypeIcon: false },
    'Percent change': { customColumnName: 'change' },
  };
  expect(drawn({ column_config }).comparison?.text).toBe('more 43\u2003% change 1.9%');
});

it.each([
  ['no rows', answer()],
  ['no answer', []],
  ['nothing but nulls', answer([null, null])],
  ['numbers that are none', answer(['NaN', 'Infinity'])],
  ['another answer', [exampleResult({ other: 1 }, [['x']])]],
])('says that %s is no data', (_name, results) => {
  for (const form of [{}, { metric: undefined, header_font_size: 'x', column_config: 7 }]) {
    const { lines } = drawn(form, results);
    expect(lines.find(({ role }) => role === 'header')?.text).toBe('No data');
    expect(JSON.stringify(lines)).not.toMatch(/NaN|Infinity/);
  }
});

it('writes long texts as small as they fit', () => {
  expect(drawn({ subtitle: 'שלום '.repeat(60) }).lines.find(({ role }) => role === 'subtitle')?.size).toBe(8);
});

it('asks for the other time, chosen, typed or of the dashboard', () => {
  const offsets = (form: Record<string, unknown>) =>
    chart.question({ ...example.form, ...form }, {}).queries[0]?.time_offsets;
  expect(offsets({})).toEqual(['1 week ago']);
  expect(offsets({ time_compare: 'custom', start_date_offset: '2001-02-01' })).toEqual(['2001-02-01']);
  expect(offsets({ time_compare: 'custom' })).toEqual([]);
  expect(offsets({ time_compare: ['inherit'] })).toEqual(['inherit']);
  expect(
    chart.question({ ...example.form, comparison_type: 'difference' }, {}).queries[0]?.post_processing,
  ).toEqual([expect.objectContaining({ operation: 'compare' })]);
});
