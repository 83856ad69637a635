import { describe, expect, it } from 'vitest';
import { currencyFormatter } from './currency.ts';
import { writtenIn } from './formats.ts';
import { labelColors } from './label-colors.ts';
import { metricFormatter } from './metric-format.ts';
import { numberFormatter } from './number.ts';
import { sequentialColors, sequentialScheme } from './sequential.ts';
import { axisMoments, timeFormatter } from './time.ts';
import { grainFormatter } from './time-by-grain.ts';

it.each([
  ['SMART_NUMBER', 0, '0'],
  ['SMART_NUMBER', 12345.432, '12.3k'],
  ['SMART_NUMBER', 1.5e9, '1.5B'],
  ['SMART_NUMBER', 0.0004, '400µ'],
  [undefined, -2.71, '-2.71'],
  [',d', 12345.6, '12,346'],
  ['.1%', 0.2346, '23.5%'],
  ['DURATION', 66000, '1m 6s'],
  ['DURATION_COL', 10500, '0:10.5'],
  ['MEMORY_BINARY', 1024, '1KiB'],
  ['MEMORY_DECIMAL', 1024, '1.02kB'],
])('writes numbers by %s: %d', (format, value, text) => {
  expect(numberFormatter(format)(value)).toBe(text);
});

it('does not fall over formats that nobody knows', () => {
  expect(numberFormatter('no such format')(1)).toContain('1');
});

it('writes currencies before or behind the number', () => {
  expect(currencyFormatter({ symbol: 'EUR', symbolPosition: 'suffix' }, '$,.2f')(1234.5)).toBe('1,234.50 €');
  expect(currencyFormatter({ symbol: 'USD', symbolPosition: 'prefix' })(1500)).toBe('$ 1.5k');
  expect(currencyFormatter({ symbol: 'Taler', symbolPosition: 'prefix' }, ',d')(3)).toBe('Taler 3');
});

it('puts the chart before the saved metric, and the saved metric before nothing', () => {
  const saved = {
    metrics: ['m'],
    metricFormats: { m: '.1f' },
    metricCurrencies: { m: { symbol: 'EUR', symbolPosition: 'prefix' } },
  };
  expect(metricFormatter(saved)(2)).toBe('€ 2.0');
  expect(metricFormatter({ ...saved, format: ',d' })(2)).toBe('€ 2');
  expect(metricFormatter({ ...saved, metrics: ['m', 'n'] })(2)).toBe('2');
});

it.each([
  ['smart_date', '2001-01-01T00:00:00Z', '2001'],
  ['smart_date', '2001-03-01T00:00:00Z', 'March'],
  ['smart_date', '2001-03-02T00:00:00Z', 'Fri 02'],
  ['smart_date', '2001-03-02T05:30:00Z', '05:30'],
  ['smart_date_verbose', '2001-03-01T00:00:00Z', 'Mar 2001'],
  ['%d.%m.%Y', '2001-03-02T23:59:59Z', '02.03.2001'],
])('writes moments by %s: %s', (format, moment, text) => {
  expect(timeFormatter(format)(moment)).toBe(text);
});

it.each([
  ['P1D', '2001-03-02'],
  ['P1W', '2001-03-02 — 2001-03-08'],
  ['P1M', 'Mar 2001'],
  ['P3M', '2001 Q1'],
  ['P1Y', '2001'],
  ['PT1H', '2001-03-02 00:00'],
])('writes a bucket of %s', (grain, text) => {
  expect(grainFormatter(grain)('2001-03-02T00:00:00Z')).toBe(text);
});

it('gives a label one colour, forced ones first, and swaps colours that are taken', () => {
  const color = labelColors('d3Category10', { forced: '#ff7f0e' });
  expect(color('a')).toBe('#1f77b4');
  expect(color('forced')).toBe('#ff7f0e');
  expect(color('b')).toBe('#2ca02c');
  expect(color('a')).toBe('#1f77b4');
});

it('spreads colours over a sequential scheme, the default for unknown ones', () => {
  expect(sequentialScheme('no such scheme').id).toBe('superset_seq_1');
  expect(sequentialColors(sequentialScheme('white_black'), 3)).toHaveLength(3);
});

describe('in the way of a language', () => {
  it.each([
    ['de', ',.2f', 1234567.891, '1.234.567,89'],
    ['fr', ',.1f', -1234567.8, '-1\u202f234\u202f567,8'],
    ['en-IN', ',d', 12345678, '1,23,45,678'],
    ['de', '.1%', 0.123, '12,3\u00a0%'],
    ['de', '$,.2f', 5, '5,00\u00a0$'],
    ['de', 'SMART_NUMBER', 12345, '12,3k'],
    ['de', 'MEMORY_DECIMAL', 1500, '1,5kB'],
    ['en', ',.2f', 1234.5, '1,234.50'],
    ['no language', ',.2f', 1234.5, '1,234.50'],
  ])('writes numbers as in %s by %s', (language, format, value, text) => {
    expect(numberFormatter(format, { language })(value)).toBe(text);
  });

  it.each([
    ['de', '%A, %d. %B', 'Freitag, 02. März'],
    ['de', 'smart_date', 'Fr 02'],
    ['fr', '%a %b', 'ven. mars'],
    ['de', '%x', '02.03.2001'],
    ['en-GB', '%x', '02/03/2001'],
    ['en', '%x %X', '3/2/2001 12:00:00 AM'],
  ])('writes moments as in %s by %s', (language, format, text) => {
    expect(timeFormatter(format, { language })('2001-03-02T00:00:00Z')).toBe(text);
  });

  it('names the months along an axis, which English leaves to the drawing library', () => {
    const march = Date.UTC(2001, 2, 1);
    expect(axisMoments({ language: 'de' })?.(march)).toBe('Mär');
    expect(axisMoments({ language: 'en', times: { shortMonths: [...'ABCDEFGHIJKL'] } })?.(march)).toBe('C');
    expect(axisMoments({ language: 'en' })).toBeUndefined();
  });

  it('prefers what the installation says of its own', () => {
    const formats = {
      language: 'de',
      numbers: { thousands: "'", currency: ['CHF ', ''] as [string, string] },
    };
    expect(numberFormatter('$,.2f', formats)(1234.5)).toBe("CHF 1'234,50");
  });

  it('holds while something is drawn, and is forgotten after a failure', () => {
    expect(writtenIn({ language: 'de' }, () => numberFormatter('.1f')(1.5))).toBe('1,5');
    const fail = () => {
      throw new Error('no drawing');
    };
    expect(() => writtenIn({ language: 'de' }, fail)).toThrow('no drawing');
    expect(numberFormatter('.1f')(1.5)).toBe('1.5');
  });
});
