import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addUnits, startOf, UNITS } from './calendar.ts';

const moment = fc.integer({ min: Date.UTC(1600, 0, 1), max: Date.UTC(2400, 0, 1) });
const unit = fc.constantFrom(...UNITS);

it('truncates to a start that is its own start, and whose end is the next one', () => {
  fc.assert(
    fc.property(moment, unit, (ms, each) => {
      const start = startOf(ms, each);
      expect(start).toBeLessThanOrEqual(ms);
      expect(startOf(start, each)).toBe(start);
      expect(addUnits(start, 1, each)).toBeGreaterThan(ms);
    }),
  );
});

it('comes back from a walk of whole units that starts on a first day', () => {
  fc.assert(
    fc.property(moment, unit, fc.integer({ min: -500, max: 500 }), (ms, each, count) => {
      const start = startOf(ms, 'year');
      expect(addUnits(addUnits(start, count, each), -count, each)).toBe(start);
    }),
  );
});

it('stays in the month when the day does not exist there', () => {
  expect(addUnits(Date.UTC(2024, 0, 31), 1, 'month')).toBe(Date.UTC(2024, 1, 29));
  expect(addUnits(Date.UTC(2024, 1, 29, 5), -1, 'year')).toBe(Date.UTC(2023, 1, 28, 5));
});
