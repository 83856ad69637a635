import { expect, it } from 'vitest';
import { exampleResult } from '../../example-result.ts';
import { drawExample, LIGHT_THEME } from '../../testing/draw-example.ts';
import { chart as total } from '../big-number-total/index.ts';
import { example } from './example.ts';
import { chart } from './index.ts';

function drawn(form: Record<string, unknown>, rows?: (number | null)[][], more: (number | null)[][] = []) {
  const results = rows === undefined ? example.results : [exampleResult({ day: 2, 'AVG(price)': 0 }, rows)];
  const second = more.length > 0 ? [exampleResult({ 'AVG(price)': 0 }, more)] : [];
  const drawing = drawExample(chart, {
    form: { ...example.form, ...form },
    results: [...results, ...second],
  });
  if (drawing.kind !== 'text') throw new Error('a big number is a text');
  return drawing;
}

const text = (drawing: ReturnType<typeof drawn>, role: string) =>
  drawing.lines.find((line) => line.role === role)?.text;

it('shows the newest value and its change, with the sign as colour', () => {
  const drawing = drawn({});
  expect(text(drawing, 'header')).toBe('87.08');
  expect(text(drawing, 'subheader')).toBe('+5.8% MoM');
  expect(drawing.lines.find((line) => line.role === 'subheader')?.color).toBe(LIGHT_THEME.colorSuccess);
  expect(drawing.trend?.height).toBe(120);
});

it.each([
  ['sum', 372.69],
  ['mean', 74.538],
  ['min', 65.15],
  ['max', 87.08],
  ['median', 72.73],
])('aggregates by %s', (aggregation, value) => {
  expect(drawn({ aggregation }).facts.bigNumber).toBeCloseTo(value, 9);
});

it('takes an overall value from the second answer and says when only an older one is known', () => {
  expect(drawn({ aggregation: 'raw' }, undefined, [[70.5]]).facts.bigNumber).toBe(70.5);
  const late = drawn(
    { aggregation: 'raw' },
    [
      [1, 4],
      [2, null],
    ],
    [[null]],
  );
  expect(late.facts.bigNumber).toBe(4);
  expect(text(late, 'kicker')).toBe('Not up to date');
});

it('compares nothing with a missing or zero value', () => {
  expect(
    text(
      drawn({}, [
        [1, 0],
        [2, 5],
      ]),
      'subheader',
    ),
  ).toBeUndefined();
  expect(text(drawn({ compare_lag: 9 }), 'subheader')).toBeUndefined();
});

it('pads the trend to a fixed time range', () => {
  const [result] = example.results;
  if (!result) throw new Error('the example has an answer');
  const results = [{ ...result, from_dttm: 1230000000000, to_dttm: 1245000000000 }];
  const drawing = drawExample(chart, { form: { ...example.form, time_range_fixed: true }, results });
  expect(drawing.kind === 'text' && drawing.facts.trendLineData).toHaveLength(7);
});

it('says so when there is no value', () => {
  expect(text(drawn({}, []), 'header')).toBe('No data');
});

it('fits texts into the width', () => {
  const wide = drawExample(chart, example, { width: 80 });
  expect(wide.kind === 'text' && wide.lines.every((line) => line.size <= 24)).toBe(true);
});

it('colours a total by the last rule that matches, and writes moments as such', () => {
  const rules = [
    { column: 'n', operator: '>', targetValue: 1, colorScheme: '#112233' },
    { column: 'n', operator: '≥', targetValue: 5, colorScheme: 'colorErrorBg' },
  ];
  const form = {
    datasource: '1__table',
    viz_type: 'big_number_total',
    metric: 'n',
    conditional_formatting: rules,
  };
  const draw = (type: 0 | 2, value: string | number) =>
    drawExample(total, { form, results: [exampleResult({ n: type }, [[value]])] });
  const [plain, strong, moment] = [draw(0, 3), draw(0, 5), draw(2, '2001-02-03')];
  expect(plain.kind === 'text' && plain.lines[0]?.color).toBe('#112233');
  expect(strong.kind === 'text' && strong.lines[0]?.color).toBe(LIGHT_THEME.colorError);
  expect(moment.kind === 'text' && moment.lines[0]?.text).toBe('Sat 03');
});
