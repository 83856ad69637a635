import { expect, test } from 'vitest';
import { numberOf, rangeIn, rangeOfSingle, rangeProblem, singleOf } from './range-values.ts';

const filter = (enableSingleValue: unknown) => ({
  id: 'a',
  type: 'NATIVE_FILTER' as const,
  controlValues: { enableSingleValue },
});

test('one number is asked for as it is stored', () => {
  expect([0, 1, 2, undefined, null, 7].map((stored) => singleOf(filter(stored)))).toEqual([
    'Minimum',
    'Exact',
    'Maximum',
    undefined,
    undefined,
    undefined,
  ]);
  expect([rangeOfSingle('Minimum', 3), rangeOfSingle('Exact', 3), rangeOfSingle('Maximum', 3)]).toEqual([
    [3, null],
    [3, 3],
    [null, 3],
  ]);
});

test('what cannot be taken is told', () => {
  const bounds = { min: 0, max: 10 };
  expect(rangeProblem([1, 9], bounds)).toBeUndefined();
  expect(rangeProblem([null, null], bounds)).toBeUndefined();
  expect(rangeProblem([5, 2], bounds)).toBe('The minimum must not be above the maximum');
  expect(rangeProblem([-1, null], bounds)).toBe('Choose numbers between 0 and 10');
  expect(rangeProblem([null, 11], bounds)).toBe('Choose numbers between 0 and 10');
  expect(rangeProblem([-1, 11], { min: undefined, max: undefined })).toBeUndefined();
});

test('what is stored oddly is open', () => {
  expect(rangeIn({ filterState: { value: ['3', {}] } })).toEqual([3, null]);
  expect(rangeIn({ filterState: { value: 'x' } })).toEqual([null, null]);
  expect(rangeIn(undefined)).toEqual([null, null]);
  expect([numberOf('1.5'), numberOf(''), numberOf(Number.NaN), numberOf(null)]).toEqual([
    1.5,
    undefined,
    undefined,
    undefined,
  ]);
});
