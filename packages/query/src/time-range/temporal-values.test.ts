import { describe, expect, it } from 'vitest';
import { Decimal } from '../frame.ts';
import { temporalValues } from './temporal-values.ts';

const NEW_YEAR = Date.UTC(2024, 0, 1);

describe('temporalValues', () => {
  it('reads epochs of any kind of number', () => {
    expect(
      temporalValues([NEW_YEAR / 1000, null, new Decimal(String(NEW_YEAR / 1000)), BigInt(NEW_YEAR / 1000)], {
        format: 'epoch_s',
      }),
    ).toEqual([NEW_YEAR, null, NEW_YEAR, NEW_YEAR]);
    expect(temporalValues([NEW_YEAR], { format: 'epoch_ms' })).toEqual([NEW_YEAR]);
  });

  it('leaves a column alone that holds no epochs', () => {
    expect(temporalValues(['never', 5], { format: 'epoch_s' })).toEqual(['never', 5]);
  });

  it.each([
    ['%d.%m.%Y', '01.01.2024', NEW_YEAR],
    ['%Y%m%d', 20240101, NEW_YEAR],
    ['%Y-%m-%d %I:%M %p', '2024-01-01 12:30 PM', NEW_YEAR + 45_000_000],
    ['%Y-%m-%d %H:%M:%S.%f', '2024-01-01 00:00:01.000250', NEW_YEAR + 1000.25],
    ['%b %d, %Y', 'Jan 1, 2024', NEW_YEAR],
    ['%Y.%j', '2024.32', Date.UTC(2024, 1, 1)],
    ['%Y-%m-%d', '2024-02-30', null],
    ['%Y-%m-%d', 'soon', null],
  ])('reads the format %s in %s', (format, value, expected) => {
    expect(temporalValues([value], { format })).toEqual([expected]);
  });

  it('reads text by its looks and keeps the clock of a zone', () => {
    expect(temporalValues(['2024-01-01', '2024-01-01T02:00:00+02:00', 'x', null], {})).toEqual([
      NEW_YEAR,
      NEW_YEAR + 7_200_000,
      null,
      null,
    ]);
  });

  it('moves moments by hours and by the calendar', () => {
    expect(temporalValues(['2024-01-31'], { offset: 2, timeShift: '1 month' })).toEqual([
      Date.UTC(2024, 1, 29, 2),
    ]);
  });
});
