import { DEFAULT_BOUNDS } from '@chartroom/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, quantile, sum, variance } from './statistics.ts';
import { transformFrame } from './transform-frame.ts';

/** What each type is of a window, computed afresh. */
const AFRESH: Record<string, (values: number[]) => number> = {
  count: (values) => values.length,
  sum,
  mean,
  min: (values) => (values.length === 0 ? Number.NaN : Math.min(...values)),
  max: (values) => (values.length === 0 ? Number.NaN : Math.max(...values)),
  median: (values) => quantile(values, 0.5),
  var: (values) => variance(values, 1),
};

function rolled(values: (number | null)[], options: Record<string, unknown>): unknown[] {
  const column = { name: 'v', kind: 'float' as const, generic: 0 as const, nativeType: '', values };
  const step = { operation: 'rolling', options: { columns: { v: 'v' }, ...options } };
  return (
    transformFrame({ columns: [column], length: values.length }, [step], { bounds: DEFAULT_BOUNDS })
      .columns[0]?.values ?? []
  );
}

const whole = fc.integer({ min: -1000, max: 1000 });
const broken = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
  .map((value) => value + 0);

describe('rolling', () => {
  it.each(Object.keys(AFRESH))('%s moves as if every window were computed afresh', (rolling_type) => {
    const numbers = fc.oneof(
      fc.array(fc.option(whole), { minLength: 1 }),
      fc.array(fc.option(broken), { minLength: 1 }),
    );
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 12 }), fc.boolean(), (values, window, center) => {
        const ahead = center ? Math.floor((window - 1) / 2) : 0;
        const expected = values.map((_, row) => {
          const inside = values.slice(Math.max(row + ahead - window + 1, 0), row + ahead + 1);
          const present = inside.filter((value) => value !== null);
          const value = AFRESH[rolling_type]?.(present) ?? Number.NaN;
          return Number.isNaN(value) ? null : value;
        });
        expect(rolled(values, { rolling_type, window, center, min_periods: 0 })).toEqual(expected);
      }),
    );
  });
});
