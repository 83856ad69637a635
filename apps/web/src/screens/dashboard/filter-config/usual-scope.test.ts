import type { NativeFilter } from '@chartroom/model';
import { expect, test } from 'vitest';
import { scopeAfter, usualScope } from './usual-scope.ts';

const board: Parameters<typeof usualScope>[1] = JSON.parse(
  JSON.stringify({
    charts: [
      { id: 1, form_data: { datasource: '7__table' } },
      { id: 2, form_data: { datasource: '8__table' } },
      { id: 3, form_data: { datasource: '7__table' } },
    ],
    datasets: [
      { id: 7, uid: '7__table' },
      { id: 8, uid: '8__table' },
    ],
  }),
);
const excluded = (ids: number[]) => ({ rootPath: ['ROOT_ID'], excluded: ids });
const filter = (scope: NativeFilter['scope']): NativeFilter => ({
  id: 'a',
  type: 'NATIVE_FILTER',
  targets: [{ datasetId: 7 }],
  scope,
});

test('charts of other data are left out at first', () => {
  expect(usualScope(7, board)).toEqual(excluded([2]));
  expect(usualScope(8, board)).toEqual(excluded([1, 3]));
  expect(usualScope(undefined, board)).toEqual(excluded([]));
});

test('another dataset brings its own charts, unless somebody has chosen some', () => {
  expect(scopeAfter(filter(excluded([2])), 8, board)).toEqual(excluded([1, 3]));
  expect(scopeAfter(filter(excluded([3])), 8, board)).toEqual(excluded([3]));
  expect(scopeAfter(filter(undefined), 8, board)).toBeUndefined();
});
