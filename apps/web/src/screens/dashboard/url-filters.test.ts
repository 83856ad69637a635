import { risonOf } from '@chartroom/model';
import { expect, test } from 'vitest';
import { parseNativeFilters } from './url-filters.ts';

const mask = {
  extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }] },
  filterState: { value: ['ORD'], label: 'ORD' },
};

test('filters of an address are read, each by its id', () => {
  expect(parseNativeFilters(risonOf({ 'NATIVE_FILTER-1': mask }))).toEqual({
    masks: { 'NATIVE_FILTER-1': { ...mask, id: 'NATIVE_FILTER-1' } },
    isWhole: true,
  });
});

test('junk is no filter, and what stands beside it stays', () => {
  for (const junk of ['(', '', 'words', '!(1,2)', '5'])
    expect([junk, parseNativeFilters(junk)]).toEqual([junk, { masks: {}, isWhole: false }]);
  const mixed = risonOf({
    good: mask,
    text: 'x',
    list: [1],
    odd: { extraFormData: { filters: 'all' } },
    other: { filterState: { label: 7 } },
  });
  const { masks, isWhole } = parseNativeFilters(mixed);
  expect([Object.keys(masks), isWhole]).toEqual([['good'], false]);
});
