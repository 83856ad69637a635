import { expect, test } from 'vitest';
import { parserOf } from './values.ts';

const [DATE, TIMESTAMP, ZONED] = [1082, 1114, 1184];

test.each([
  [TIMESTAMP, '2024-01-31 10:20:30', Date.UTC(2024, 0, 31, 10, 20, 30)],
  [TIMESTAMP, '2024-01-31 10:20:30.25', Date.UTC(2024, 0, 31, 10, 20, 30, 250)],
  [TIMESTAMP, '1969-12-31 23:59:59', -1_000],
  [TIMESTAMP, '9999-12-31 23:59:59', Date.UTC(9999, 11, 31, 23, 59, 59)],
  [TIMESTAMP, '0044-03-15 00:00:00 BC', Date.UTC(-43, 2, 15)],
  [TIMESTAMP, '10000-01-01 00:00:00', Date.UTC(10_000, 0, 1)],
  [ZONED, '2024-01-31 10:20:30+02', Date.UTC(2024, 0, 31, 8, 20, 30)],
  [DATE, '2024-02-29', Date.UTC(2024, 1, 29)],
  [DATE, '0044-03-15 BC', Date.UTC(-43, 2, 15)],
  [TIMESTAMP, '294276-12-31 23:59:59', '294276-12-31 23:59:59'],
  [TIMESTAMP, 'infinity', Number.POSITIVE_INFINITY],
  [DATE, '-infinity', Number.NEGATIVE_INFINITY],
])('a moment of type %i that is written %s', (oid, text, expected) => {
  expect(parserOf(oid)(text)).toBe(expected);
});
