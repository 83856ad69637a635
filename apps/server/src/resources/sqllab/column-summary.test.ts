import { GenericType } from '@chartroom/model';
import { type Cell, type ColumnKind, Decimal } from '@chartroom/query';
import { expect, test } from 'vitest';
import { columnSummary } from './column-summary.ts';

const summary = (kind: ColumnKind, values: Cell[]) =>
  columnSummary({ name: 'c', kind, generic: GenericType.STRING, nativeType: '', values });

test('numbers are ordered as numbers, and counted between them', () => {
  const { histogram, ...told } = summary('decimal', [
    new Decimal('10'),
    new Decimal('9'),
    null,
    new Decimal('9'),
  ]);
  expect(told).toEqual({
    nulls: 1,
    distinct: 2,
    smallest: '9',
    greatest: '10',
    frequent: [
      { value: '9', count: 2 },
      { value: '10', count: 1 },
    ],
  });
  expect(histogram.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect([histogram[0]?.from, histogram.at(-1)?.to]).toEqual(['9', '10']);
});

test('what has no order and no measure has neither ends nor bars', () => {
  expect(summary('json', ['{}', '[1]'])).toMatchObject({
    smallest: null,
    greatest: null,
    histogram: [],
    distinct: 2,
  });
  expect(summary('float', [Number.NaN, Number.POSITIVE_INFINITY, 1])).toMatchObject({
    smallest: '1',
    greatest: 'Infinity',
    histogram: [],
  });
  expect(summary('int', [])).toMatchObject({ smallest: null, distinct: 0, frequent: [], histogram: [] });
});

test('times are told as times, also far away ones, and long texts in short', () => {
  const times = summary('timestamp', [Date.UTC(2024, 0, 31, 12), Date.UTC(-44, 2, 15), 9e15]);
  expect([times.smallest, times.greatest]).toEqual(['-000044-03-15 00:00:00', '9000000000000000']);
  expect(summary('date', [0]).smallest).toBe('1970-01-01');
  expect(summary('string', ['x'.repeat(1_000)]).frequent[0]?.value).toHaveLength(201);
});

test('of many values the five most frequent ones are told', () => {
  const values = Array.from({ length: 60 }, (_, at) => `v${Math.floor(Math.sqrt(at))}`);
  expect(summary('string', values).frequent).toEqual([
    { value: 'v6', count: 13 },
    ...[
      ['v5', 11],
      ['v7', 11],
      ['v4', 9],
      ['v3', 7],
    ].map(([value, count]) => ({ value, count })),
  ]);
});
