import { expect, test } from 'vitest';
import { writtenBy } from './written-values.ts';

test('numbers and moments are written in the way of a language, with nothing of them lost', () => {
  const number = writtenBy({ type_generic: 0, is_dttm: false }, 'de');
  expect([1234.5, '9007199254740993', 'NaN'].map((value) => number?.(value))).toEqual([
    '1.234,5',
    '9.007.199.254.740.993',
    'NaN',
  ]);
  const moment = writtenBy({ type_generic: 2, is_dttm: true }, 'de');
  expect(['2024-03-01', '2024-03-01T23:30:00', 'infinity'].map((value) => moment?.(value))).toEqual([
    '01.03.2024',
    '01.03.2024, 23:30:00',
    'infinity',
  ]);
  expect(writtenBy({ type_generic: 1, is_dttm: false }, 'de')).toBeUndefined();
});
