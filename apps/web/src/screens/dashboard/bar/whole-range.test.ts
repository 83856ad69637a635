import { expect, test } from 'vitest';
import { extentOf, momentText, spanOf, wholeRange } from './whole-range.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

test('the whole range holds the last moment', () => {
  const days = { first: day('2001-01-01'), last: day('2001-06-30') };
  expect(wholeRange(days)).toBe('2001-01-01T00:00:00 : 2001-07-01T00:00:00');
  const moments = { first: day('2001-01-01') + 1_500, last: day('2001-06-30') + 86_399_250 };
  expect(wholeRange(moments)).toBe('2001-01-01T00:00:01 : 2001-07-01T00:00:00');
  expect([momentText(days.first), momentText(moments.last)]).toEqual(['2001-01-01', '2001-06-30 23:59:59']);
});

test('answers tell moments as numbers or as texts; empty data has none', () => {
  const first = day('2001-01-01');
  expect(extentOf(first, '2001-01-02')).toEqual({ first, last: day('2001-01-02') });
  expect(extentOf('2001-01-01 00:00:00', '2001-01-01T00:00:00+00:00')).toEqual({ first, last: first });
  expect([extentOf(null, null), extentOf('soon', 1), extentOf(first, 9e15)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('several data together', () => {
  expect(spanOf([])).toBeUndefined();
  expect(
    spanOf([
      { first: 3, last: 9 },
      { first: 1, last: 4 },
    ]),
  ).toEqual({ first: 1, last: 9 });
});
