import { expect, test } from 'vitest';
import { filterOf } from './column-filter.ts';

const values = [1, 5, '9007199254740993', 'Abc', '2024-03-01', null];
const passing = (text: string) => values.filter((value) => filterOf(text)?.(value));

test('a filter takes a part of a text, a comparison, a range or what has no value', () => {
  expect(filterOf('  ')).toBeUndefined();
  expect(passing('B')).toEqual(['Abc']);
  expect(passing('null')).toEqual([null]);
  expect(passing('!null')).toEqual(values.slice(0, 5));
  expect(passing('= abc')).toEqual(['Abc']);
  expect(passing('1..5')).toEqual([1, 5]);
  expect(passing('2024-01-01 .. 2024-12-31')).toEqual(['2024-03-01']);
  expect(passing('>9007199254740992').includes('9007199254740993')).toBe(true);
  expect(passing('=9007199254740992')).toEqual([]);
});

test('numbers that are none, or have no end, are found by their names', () => {
  const special = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1, null];
  const found = (text: string) => special.filter((value) => filterOf(text)?.(value));
  expect(found('=Infinity')).toEqual([Number.POSITIVE_INFINITY]);
  expect(found('=NaN')).toEqual([Number.NaN]);
  expect(found('>0')).toEqual([Number.POSITIVE_INFINITY, 1]);
});
