import { expect, test } from 'vitest';
import { tidyValues, typedValue } from './pasted-values.ts';

test('a pasted list becomes its values, each once', () => {
  expect(tidyValues(['ATL', ' LAX', '', 'ATL ', ' '], new Set())).toEqual(['ATL', 'LAX']);
});

test('a value on offer stays as it is, blanks and all', () => {
  expect(tidyValues([' ATL', ' LAX'], new Set([' ATL', ' ']))).toEqual([' ATL', 'LAX']);
});

test('numbers are numbers where the column holds some, unless they would be rounded', () => {
  expect(['21', '2e3', 'abc', '', '9007199254740993'].map((each) => typedValue(each, true))).toEqual([
    21,
    2000,
    'abc',
    '',
    '9007199254740993',
  ]);
  expect(typedValue('21', false)).toBe('21');
});
