import { expect, test } from 'vitest';
import { originOf, partsOf, sumOf, timeText } from './timing-parts.ts';

test('the time of a chart is told in parts that make up the whole', () => {
  const parts = partsOf({ whole: 120, server: 100, query: 70, drawing: 15 });
  expect(parts).toEqual({ waiting: 30, query: 70, transfer: 20, drawing: 15 });
  expect(sumOf(parts)).toBe(135);
});

test('work in the background is waiting; clocks that disagree make no negative times', () => {
  const unknown = { server: undefined, query: undefined, drawing: undefined };
  expect(partsOf({ whole: 900, ...unknown })).toEqual({ waiting: 900, query: 0, transfer: 0, drawing: 0 });
  expect(partsOf({ whole: 5, server: 9, query: 12, drawing: 0.4 })).toEqual({
    waiting: 0,
    query: 5,
    transfer: 0,
    drawing: 0,
  });
});

test('times are read in milliseconds, long ones in seconds', () => {
  expect([timeText(0), timeText(999), timeText(12_340)]).toEqual(['0 ms', '999 ms', '12.3 s']);
});

test('it is told whether rows were kept, came from a cube or from the database', () => {
  const fresh = { is_cached: null, cached_dttm: null };
  expect([originOf([fresh], false), originOf([fresh], true)]).toEqual([
    'fetched from the database',
    'answered from a cube',
  ]);
  const at = new Date(Date.now() - 7_200_000).toISOString().slice(0, 19);
  expect(originOf([fresh, { is_cached: true, cached_dttm: at }], true)).toBe('cached 2 hours ago');
});
