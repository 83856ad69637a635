import { DEFAULT_BOUNDS, type PostProcessing } from '@chartroom/model';
import { expect, test } from 'vitest';
import type { Cell, ColumnKind, Frame } from '../frame.ts';
import type { ForecastQuestion } from './forecasting.ts';
import { transformFrame } from './transform-frame.ts';

const asked: ForecastQuestion[] = [];

/** Numbers the moments that are asked for, one beside it on either side. */
function numbering(question: ForecastQuestion) {
  asked.push(question);
  const trend = question.at.map((_, row) => row);
  return { trend, lower: trend.map((row) => row - 1), upper: trend.map((row) => row + 1) };
}

function frame(columns: Record<string, [ColumnKind, Cell[]]>): Frame {
  const all = Object.entries(columns).map(([name, [kind, values]]) => ({
    name,
    kind,
    generic: 0 as const,
    nativeType: '',
    values,
  }));
  return { columns: all, length: all[0]?.values.length ?? 0 };
}

const month = (text: string) => Date.parse(`${text}-01`);
const SALES = frame({
  day: ['timestamp', [month('2024-02'), month('2024-01'), month('2024-03')]],
  sold: ['int', [2, 1, 3]],
  gaps: ['float', [5, null, 6]],
  city: ['string', ['Rome', 'Oslo', 'Bern']],
});
const step = (options: Record<string, unknown>): PostProcessing => ({
  operation: 'prophet',
  options: { time_grain: 'P1M', periods: 2, confidence_interval: 0.8, index: 'day', ...options },
});
const shaped = (table: Frame, options: Record<string, unknown> = {}, bounds = DEFAULT_BOUNDS) =>
  transformFrame(table, [step(options)], { bounds, forecaster: numbering });

test('series with a number in every row are continued, the others stay', () => {
  const { columns, length } = shaped(SALES);
  expect(length).toBe(5);
  expect(Object.fromEntries(columns.map(({ name, values }) => [name, values]))).toEqual({
    day: ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05'].map(month),
    sold__yhat: [0, 1, 2, 3, 4],
    sold__yhat_lower: [-1, 0, 1, 2, 3],
    sold__yhat_upper: [1, 2, 3, 4, 5],
    sold: [1, 2, 3, null, null],
    gaps: [null, 5, 6, null, null],
    city: ['Oslo', 'Rome', 'Bern', null, null],
  });
  expect(asked.at(-1)).toMatchObject({ values: [1, 2, 3], interval: 0.8 });
});

test.each<[string, string, string]>([
  ['PT1S', '2024-02-29T23:59:59Z', '2024-03-01T00:00:01.000Z'],
  ['PT30M', '2024-02-29T23:30:00Z', '2024-03-01T00:30:00.000Z'],
  ['P1W', '2024-02-26T00:00:00Z', '2024-03-11T00:00:00.000Z'],
  ['P1W/1970-01-03T00:00:00Z', '2024-03-02T00:00:00Z', '2024-03-16T00:00:00.000Z'],
  ['P1M', '2024-12-31T00:00:00Z', '2025-02-28T00:00:00.000Z'],
  ['P3M', '2024-10-01T00:00:00Z', '2025-04-01T00:00:00.000Z'],
  ['P1Y', '2024-02-29T00:00:00Z', '2026-02-28T00:00:00.000Z'],
])('%s goes on from %s', (time_grain, last, expected) => {
  const table = frame({ day: ['timestamp', [0, Date.parse(last)]], sold: ['int', [1, 2]] });
  const moments = shaped(table, { time_grain }).columns[0]?.values;
  expect(new Date(Number(moments?.at(-1))).toISOString()).toBe(expected);
});

test('no period ahead is a trend of the rows that are there', () => {
  expect(shaped(SALES, { periods: 0 }).length).toBe(3);
});

test('seasons are told as they are meant', () => {
  shaped(SALES, { yearly_seasonality: true, weekly_seasonality: '5', daily_seasonality: -1 });
  expect(asked.at(-1)?.seasonality).toEqual({ yearly: true, weekly: 5, daily: 0 });
  shaped(SALES, { yearly_seasonality: null, weekly_seasonality: false });
  expect(asked.at(-1)?.seasonality).toEqual({ yearly: 'auto', weekly: false, daily: 'auto' });
});

const one = frame({ day: ['timestamp', [0, 0]], sold: ['int', [1, 2]] });
const empty = frame({ day: ['timestamp', [0, null]], sold: ['int', [1, 2]] });
const gaps = frame({ day: ['timestamp', [0, 1e9]], sold: ['int', [1, null]], city: ['string', ['a', 'b']] });
test.each<[Record<string, unknown>, string | RegExp, Frame?]>([
  [{ time_grain: null }, 'Time grain missing'],
  [{ time_grain: 'PT6H' }, 'Unsupported time grain: PT6H'],
  [{ time_grain: 'constructor' }, 'Unsupported time grain: constructor'],
  [{ periods: -1 }, 'Periods must be a whole number'],
  [{ periods: 1.5 }, 'Periods must be a whole number'],
  [{ periods: '10' }, 'Periods must be a whole number'],
  [{ confidence_interval: 0 }, 'Confidence interval must be between 0 and 1 (exclusive)'],
  [{ confidence_interval: 1 }, 'Confidence interval must be between 0 and 1 (exclusive)'],
  [{ confidence_interval: null }, 'Confidence interval must be between 0 and 1 (exclusive)'],
  [{ index: 'nope' }, 'DataFrame must include temporal column'],
  [{ index: null }, 'DataFrame must include temporal column'],
  [{}, 'DataFrame include at least one series', frame({ day: ['timestamp', [0, 1]] })],
  [{ index: 'city' }, 'prophet: a forecast goes along time, and the column "city" holds no moments'],
  [{}, 'prophet: a forecast needs at least two moments in time; the column "day" has one', one],
  [{}, 'prophet: the column "day" is empty in 1 of 2 rows; leave them out by a filter', empty],
  [{}, /^prophet: no series has a number in every row, so none can be continued \(sold; city\)/, gaps],
  [{ yearly_seasonality: 'often' }, /"yearly_seasonality" is true, false, a whole number .*, not "often"/],
  [{ periods: 1e9 }, 'prophet: the option "periods" is 1000000000; at most 100000 is allowed'],
  // Much that hangs on few rows is as dear as many rows.
  [
    { periods: 90_000 },
    /^prophet: the work \(MAX_STEP_WORK\) of continuing 1 series of 3 rows by 90000 periods is \d+; at most 500000000 is allowed$/,
  ],
  [{ weekly_seasonality: 1e9 }, /^prophet: the work .* is \d+; at most/],
])('%j: %s', (options, message, table = SALES) => {
  expect(() => shaped(table, options)).toThrow(message);
});

test('many series of many rows are refused before the first is continued', () => {
  const rows = Array.from({ length: 2_000 }, (_, row) => row);
  const table = frame({
    day: ['timestamp', rows.map((row) => row * 86_400_000)],
    ...Object.fromEntries(rows.slice(0, 20).map((each) => [`s${each}`, ['float', rows]])),
  });
  const before = asked.length;
  expect(() => shaped(table, { time_grain: 'P1D' })).toThrow(
    /^prophet: the work .* of continuing 20 series of 2000 rows by 2 periods is/,
  );
  expect(asked.length).toBe(before);
});
