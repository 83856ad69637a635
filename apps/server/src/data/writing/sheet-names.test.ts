import { expect, test } from 'vitest';
import { sheetNames } from './sheet-names.ts';

test('names are as sheets may have them, and no two are the same', () => {
  expect(
    sheetNames(['Sales / day', "'quoted'", '', 'History', 'films', 'Films', 'FILMS', 'a:b*c?[d]\\e']),
  ).toEqual(['Sales day', 'quoted', 'Chart', 'History 1', 'films', 'Films (2)', 'FILMS (3)', 'a b c d e']);
});

test('long names are cut, and stay apart', () => {
  const long = 'The number of flights of every carrier';
  const names = sheetNames([long, long, `${'x'.repeat(30)}😀`]);
  expect(names).toEqual([
    'The number of flights of every',
    'The number of flights of ev (2)',
    'x'.repeat(30),
  ]);
  expect(names.every((name) => name.length <= 31)).toBe(true);
});
