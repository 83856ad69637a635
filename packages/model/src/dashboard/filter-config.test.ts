import { describe, expect, test } from 'vitest';
import {
  dependsOnTime,
  filterChanges,
  filterProblems,
  hasDefault,
  hasPreFilter,
  movedFilter,
  newFilter,
  newFilterDivider,
  withoutPreFilter,
} from './filter-config.ts';
import type { NativeFilter } from './filters.ts';
import { changedFilters } from './metadata.ts';

const ready = (id: string, part: Partial<NativeFilter> = {}): NativeFilter => ({
  ...newFilter(id, 1),
  name: id,
  targets: [{ datasetId: 1, column: { name: 'origin' } }],
  ...part,
});

describe('what is wrong with a filter', () => {
  test('a new one lacks its name and its column; a divider its title', () => {
    expect(filterProblems(newFilter('a', undefined), [])).toEqual({
      name: 'Name is required',
      dataset: 'Dataset is required',
      column: 'Column is required',
    });
    expect(filterProblems(newFilterDivider('d'), [])).toEqual({ name: 'Title is required' });
    expect(filterProblems(ready('a'), [])).toEqual({});
  });

  test('a time range needs no dataset, a time column no column', () => {
    const of = (filterType: NativeFilter['filterType'], targets: NativeFilter['targets']) =>
      Object.keys(filterProblems(ready('a', { filterType, targets }), []));
    expect(of('filter_time', [{}])).toEqual([]);
    expect(of('filter_timecolumn', [{ datasetId: 1 }])).toEqual([]);
    expect(of('filter_range', [{ datasetId: 1 }])).toEqual(['column']);
  });

  test('filters that depend on each other in a circle are told', () => {
    const a = ready('a', { cascadeParentIds: ['b'] });
    const b = ready('b', { cascadeParentIds: ['c'] });
    const c = ready('c', { cascadeParentIds: ['a'] });
    expect(filterProblems(a, [a, b, c])).toEqual({ parents: 'Cyclic dependency detected' });
    expect(filterProblems(a, [a, b])).toEqual({});
  });

  test('one that needs a value has one from the start, or takes the first', () => {
    const required = { ...ready('a').controlValues, enableEmptyFilter: true };
    const wrong = { default: 'Please choose a valid value' };
    expect(filterProblems(ready('a', { controlValues: required }), [])).toEqual(wrong);
    expect(
      filterProblems(ready('a', { controlValues: { ...required, defaultToFirstItem: true } }), []),
    ).toEqual({});
    const mask = { filterState: { value: ['ORD'] } };
    expect(filterProblems(ready('a', { controlValues: required, defaultDataMask: mask }), [])).toEqual({});
    const open = { filterState: { value: [null, null] } };
    expect(filterProblems(ready('a', { controlValues: required, defaultDataMask: open }), [])).toEqual(wrong);
  });
});

describe('what was promised has to be filled in', () => {
  const condition = { expressionType: 'SQL', sqlExpression: 'a > 1', clause: 'WHERE' };

  test('a pre-filter narrows by a condition or by a range', () => {
    const wishes = { preFilter: true };
    const wrong = { preFilter: 'Pre-filter is required' };
    expect(filterProblems(ready('a'), [], wishes)).toEqual(wrong);
    expect(filterProblems(ready('a', { adhoc_filters: [], time_range: 'No filter' }), [], wishes)).toEqual(
      wrong,
    );
    expect(filterProblems(ready('a', { time_range: 'Last week' }), [], wishes)).toEqual({});
    const narrowed = ready('a', { adhoc_filters: [condition], granularity_sqla: 'date' });
    expect(filterProblems(narrowed, [], wishes)).toEqual({});
    expect([hasPreFilter(narrowed), hasPreFilter(withoutPreFilter(narrowed))]).toEqual([true, false]);
    expect(withoutPreFilter(narrowed).granularity_sqla).toBe('date');
    expect(filterProblems(ready('a', { filterType: 'filter_time', targets: [{}] }), [], wishes)).toEqual({});
  });

  test('a default value is one that can be taken', () => {
    const wrong = { default: 'Please choose a valid value' };
    expect(filterProblems(ready('a'), [], { default: true })).toEqual(wrong);
    const one = ready('a', { defaultDataMask: { filterState: { value: [1, null] } } });
    expect([filterProblems(one, [], { default: true }), hasDefault(one)]).toEqual([{}, true]);
    const bad = ready('a', {
      defaultDataMask: { filterState: { value: [3, 1], validateStatus: 'error' } },
    });
    expect(filterProblems(bad, [])).toEqual(wrong);
    const first = ready('a', { controlValues: { defaultToFirstItem: true } });
    expect(filterProblems(first, [], { default: true })).toEqual({});
  });

  test('one that depends on times is known', () => {
    const times = ready('t', { filterType: 'filter_time', targets: [{}] });
    const child = ready('a', { cascadeParentIds: ['t'] });
    expect([dependsOnTime(child, [times, child]), dependsOnTime(child, [child])]).toEqual([true, false]);
  });
});

test('filters are put elsewhere in their order, and not beyond its ends', () => {
  const filters = ['a', 'b', 'c'].map((id) => ready(id));
  const order = (from: number, to: number) =>
    movedFilter(filters, from, to)
      .map(({ id }) => id)
      .join('');
  expect([order(0, 2), order(2, 0), order(1, 1), order(0, -1), order(2, 3), order(5, 0)]).toEqual([
    'bca',
    'cab',
    'abc',
    'abc',
    'abc',
    'abc',
  ]);
});

describe('what is saved', () => {
  const before = [ready('a'), ready('b'), ready('c')];
  const [a, b, c] = before;

  test('only what has changed', () => {
    expect(filterChanges(before, structuredClone(before))).toEqual({
      modified: [],
      deleted: [],
      reordered: [],
    });
  });

  test.each([
    ['a new name', [a, ready('b', { name: 'Origin' }), c]],
    ['one less', [a, c]],
    ['one more', [a, b, c, ready('d')]],
    ['another order', [c, a, b]],
    ['all of it', [ready('d'), c, ready('a', { name: 'x' })]],
  ])('%s, saved, is what was configured', (_, after) => {
    const wanted = after.flatMap((each) => each ?? []);
    const { modified, deleted, reordered } = filterChanges(before, wanted);
    const stored = changedFilters(structuredClone(before), {
      modified: modified.map((each) => ({ ...each })),
      deleted,
      reordered,
    });
    expect(stored).toEqual(wanted);
  });
});
