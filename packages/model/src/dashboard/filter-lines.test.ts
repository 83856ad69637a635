import { expect, test } from 'vitest';
import { filterLines } from './filter-lines.ts';

test('filters in force are told by their names, and those that do nothing are not', () => {
  const lines = filterLines({
    applied: {
      'NATIVE_FILTER-a': {
        id: 'NATIVE_FILTER-a',
        extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Drama', 'Action'] }] },
        filterState: { value: ['Drama', 'Action'], label: 'Drama, Action' },
      },
      'NATIVE_FILTER-b': { id: 'NATIVE_FILTER-b', extraFormData: {}, filterState: { value: null } },
      '7': {
        id: '7',
        extraFormData: { filters: [{ col: 'rating', op: 'IN', val: ['R'] }] },
        filterState: { value: [['R']] },
      },
    },
    filters: [{ id: 'NATIVE_FILTER-a', name: 'Genre' }],
    charts: [{ id: 7, slice_name: 'By rating' }],
  });
  expect(lines).toEqual(['Genre: Drama, Action', 'By rating: R']);
});
