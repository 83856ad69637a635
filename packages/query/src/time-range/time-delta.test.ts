import { expect, it } from 'vitest';
import { calendarShift, humanDelta, pastDelta } from './time-delta.ts';

const FROM = Date.UTC(2024, 2, 31);
const DAY = 86_400_000;

it('goes the same way back with a sign, with "ago" and with neither', () => {
  for (const text of ['1 year', '1 year ago', '-1 year']) expect(pastDelta(text, FROM)).toBe(366 * DAY);
  expect(pastDelta('1 week 2 days ago', FROM)).toBe(9 * DAY);
});

it('does not move for words it does not know', () => {
  expect(pastDelta('1 quarter ago', FROM)).toBe(0);
  expect(humanDelta('nonsense', FROM)).toBe(0);
});

it('clamps months', () => {
  expect(humanDelta('1 month ago', FROM)).toBe(Date.UTC(2024, 1, 29) - FROM);
});

it('names unit and direction of a shift, or refuses', () => {
  expect(calendarShift('2 weeks ago')).toEqual({ count: -2, unit: 'week' });
  expect(calendarShift('1 month later')).toEqual({ count: 1, unit: 'month' });
  expect(() => calendarShift('yesterday')).toThrow(
    'Time delta is ambiguous. Please specify [yesterday ago] or [yesterday later].',
  );
});
