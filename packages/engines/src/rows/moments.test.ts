import { expect, test } from 'vitest';
import { jsonText, parseExactJson, RawJson } from '../files/exact-json.ts';
import { momentOf } from './moments.ts';

test.each([
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2024-02-29 13:14:15.123456', Date.UTC(2024, 1, 29, 13, 14, 15) + 123.456],
  ['2024-02-29T13:14:15Z', Date.UTC(2024, 1, 29, 13, 14, 15)],
  ['2024-02-29 13:14:15.5 UTC', Date.UTC(2024, 1, 29, 13, 14, 15, 500)],
  ['2024-02-29 13:14:15 +05:30', Date.UTC(2024, 1, 29, 7, 44, 15)],
  ['2024-02-29 13:14:15-0800', Date.UTC(2024, 1, 29, 21, 14, 15)],
  ['2024-07-01 08:00:00.000 America/New_York', Date.UTC(2024, 6, 1, 12)],
  // The hour before and after the clock goes on, and after it goes back.
  ['2024-03-31 01:59:59 Europe/Rome', Date.UTC(2024, 2, 31, 0, 59, 59)],
  ['2024-03-31 03:00:00 Europe/Rome', Date.UTC(2024, 2, 31, 1)],
  ['2024-10-27 03:00:00 Europe/Rome', Date.UTC(2024, 9, 27, 2)],
  ['0001-01-01 00:00:00', -62135596800000],
  ['+12024-01-01', Date.UTC(12024, 0, 1)],
  ['2024-02-29 13:14:15 Nowhere/Land', '2024-02-29 13:14:15 Nowhere/Land'],
  ['infinity', 'infinity'],
])('%s is the moment %s', (text, expected) => expect(momentOf(text)).toBe(expected));

test('whole numbers of JSON keep their digits', () => {
  const text =
    '{"a": [9007199254740993, -9007199254740993, 1.5, 1e300, 12345678901234567.5], "b": {"c": "9007199254740993"}}';
  const value = parseExactJson(text);
  expect(value).toEqual({
    a: [9007199254740993n, -9007199254740993n, 1.5, 1e300, 12345678901234568],
    b: { c: '9007199254740993' },
  });
  expect(jsonText(value)).toBe(
    '{"a": [9007199254740993, -9007199254740993, 1.5, 1e+300, 12345678901234568], "b": {"c": "9007199254740993"}}',
  );
  expect(jsonText([new RawJson('1.10'), null, undefined, Number.NaN, 'é"'])).toBe(
    '[1.10, null, null, null, "é\\""]',
  );
  expect(() => parseExactJson('{')).toThrow(SyntaxError);
});
