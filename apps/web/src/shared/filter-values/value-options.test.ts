import { GenericType } from '@chartroom/model';
import { expect, test } from 'vitest';
import { isSearchable, optionsFor, SELECT_ALL, selectAllOption, textOf } from './value-options.ts';

const texts = (search: string, creatable = true) =>
  optionsFor(['LAX', 'ATL', 'latlong', 'ATLX', null, 7], search, { creatable }).map(({ value }) => value);

test('existing values come before a new one, case aside, the nearest first', () => {
  expect(texts('atl')).toEqual(['ATL', 'ATLX', 'latlong', 'atl']);
  expect(texts('ATL')).toEqual(['ATL', 'ATLX', 'latlong']);
  expect(texts(' 7 ')).toEqual(['7']);
});

test('a new value is offered only where one may be made', () => {
  expect(texts('SFO')).toEqual(['SFO']);
  expect(texts('SFO', false)).toEqual([]);
  expect(optionsFor([], 'SFO', { creatable: true })).toEqual([{ value: 'SFO', label: 'SFO (new value)' }]);
});

test('without a text everything is offered, each once, and nothing has a name', () => {
  expect(texts('')).toEqual(['LAX', 'ATL', 'latlong', 'ATLX', '<NULL>', '7']);
  expect([textOf(null), textOf(''), textOf(false)]).toEqual(['<NULL>', '<empty string>', 'false']);
});

test('everything is offered at once where there is more than one value left', () => {
  expect([selectAllOption(3, 1), selectAllOption(3, 3), selectAllOption(1, 0)]).toEqual([
    [{ value: SELECT_ALL, label: 'Select all (3)' }],
    [],
    [],
  ]);
});

test('numbers are searched for by numbers', () => {
  const { STRING, NUMERIC, TEMPORAL } = GenericType;
  expect([isSearchable(STRING, 'x'), isSearchable(NUMERIC, '12'), isSearchable(NUMERIC, 'x')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isSearchable(TEMPORAL, '2001'), isSearchable(undefined, 'x')]).toEqual([false, false]);
});
