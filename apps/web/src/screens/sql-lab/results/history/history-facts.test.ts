import { expect, test } from 'vitest';
import { durationOf } from './history-facts.ts';

test('durations are told in the units that fit them, also of what still runs', () => {
  const told = (milliseconds: number) =>
    durationOf({ status: 'success', start_time: 1000, end_time: 1000 + milliseconds });
  expect([told(0), told(59_990), told(61_000), told(3_720_000)]).toEqual([
    '0.00 s',
    '59.99 s',
    '1 min 1 s',
    '1 h 2 min',
  ]);
  expect(durationOf({ status: 'running', start_time: 1000, end_time: null }, 3500)).toBe('2.50 s');
  expect(durationOf({ status: 'pending', start_time: null, end_time: null })).toBe('');
});
