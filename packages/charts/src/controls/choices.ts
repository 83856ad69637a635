import type { JsonValue } from '@chartroom/model';
import type { Choice } from './control.ts';

/** Values that are their own labels. */
export function plainChoices(values: readonly (string | number)[]): readonly Choice[] {
  return values.map((value) => [value, String(value)]);
}

/** Number formats offered; any d3 specification may be typed (contract, formats of numbers). */
export const NUMBER_FORMATS: readonly Choice[] = [
  ['SMART_NUMBER', 'Adaptive formatting'],
  ['~g', 'Original value'],
  [',d', ',d (12345.432 => 12,345)'],
  ['.1s', '.1s (12345.432 => 10k)'],
  ['.3s', '.3s (12345.432 => 12.3k)'],
  [',.1%', ',.1% (12345.432 => 1,234,543.2%)'],
  ['.2%', '.2% (12345.432 => 1234543.20%)'],
  ['.3%', '.3% (12345.432 => 1234543.200%)'],
  ['.4r', '.4r (12345.432 => 12350)'],
  [',.1f', ',.1f (12345.432 => 12,345.4)'],
  [',.2f', ',.2f (12345.432 => 12,345.43)'],
  [',.3f', ',.3f (12345.432 => 12,345.432)'],
  ['+,', '+, (12345.432 => +12,345)'],
  ['$,.2f', '$,.2f (12345.432 => $12,345.43)'],
  ['DURATION', 'Duration in ms (66000 => 1m 6s)'],
  ['DURATION_SUB', 'Duration in ms (1.40008 => 1ms 400µs 80ns)'],
  ['DURATION_COL', 'Duration in ms (10500 => 0:10.5)'],
  ['MEMORY_DECIMAL', 'Memory in bytes - decimal (1024B => 1.024kB)'],
  ['MEMORY_BINARY', 'Memory in bytes - binary (1024B => 1KiB)'],
  ['MEMORY_TRANSFER_RATE_DECIMAL', 'Memory transfer rate in bytes - decimal (1024B => 1.024kB/s)'],
  ['MEMORY_TRANSFER_RATE_BINARY', 'Memory transfer rate in bytes - binary (1024B => 1KiB/s)'],
];

/** Time formats offered; any d3 pattern may be typed. */
export const TIME_FORMATS: readonly Choice[] = [
  ['smart_date', 'Adaptive formatting'],
  ['%d/%m/%Y', '%d/%m/%Y | 14/01/2019'],
  ['%m/%d/%Y', '%m/%d/%Y | 01/14/2019'],
  ['%d.%m.%Y', '%d.%m.%Y | 14.01.2019'],
  ['%Y-%m-%d', '%Y-%m-%d | 2019-01-14'],
  ['%Y-%m-%d %H:%M:%S', '%Y-%m-%d %H:%M:%S | 2019-01-14 01:32:10'],
  ['%d-%m-%Y %H:%M:%S', '%d-%m-%Y %H:%M:%S | 14-01-2019 01:32:10'],
  ['%H:%M:%S', '%H:%M:%S | 01:32:10'],
];

export const ROW_LIMITS = [10, 50, 100, 250, 500, 1000, 5000, 10000, 50000] as const;
export const SERIES_LIMITS = [5, 10, 25, 50, 100, 500] as const;
export const TITLE_MARGINS = plainChoices([15, 30, 50, 75, 100, 125, 150, 200]);

/** Ways to order series, and categories of several series. */
export const SORT_CHOICES: readonly Choice[] = [
  ['name', 'Category name'],
  ['sum', 'Total value'],
  ['min', 'Minimum value'],
  ['max', 'Maximum value'],
  ['avg', 'Average value'],
];

/** Times to compare with, as charts of before name them. */
export const SHIFTS = [
  '1 day',
  '1 week',
  '28 days',
  '30 days',
  '52 weeks',
  '1 year',
  '104 weeks',
  '2 years',
  '156 weeks',
  '3 years',
];
/** Times to compare with. */
export const TIME_SHIFTS = plainChoices(SHIFTS.map((shift) => `${shift} ago`));

/** Times to compare with where only one is taken. */
export const SINGLE_TIME_SHIFTS: readonly Choice[] = [
  ...plainChoices(['1 day ago', '1 week ago', '1 month ago', '1 year ago']),
  ['custom', 'Custom date'],
  ['inherit', 'Inherit range from time filter'],
];

export const COMPARISONS: readonly Choice[] = [
  ['values', 'Actual values'],
  ['difference', 'Difference'],
  ['percentage', 'Percentage change'],
  ['ratio', 'Ratio'],
];

/** `none`: how the absence of a rolling function is written. */
export function rollingChoices(none: JsonValue): readonly Choice[] {
  return [[none, 'None'], ...plainChoices(['mean', 'sum', 'std', 'cumsum'])];
}

export const RESAMPLE_RULES: readonly Choice[] = [
  ['1T', '1 minutely frequency'],
  ['1H', '1 hourly frequency'],
  ['1D', '1 calendar day frequency'],
  ['7D', '7 calendar day frequency'],
  ['1MS', '1 month start frequency'],
  ['1M', '1 month end frequency'],
  ['1AS', '1 year start frequency'],
  ['1A', '1 year end frequency'],
];

export const RESAMPLE_METHODS: readonly Choice[] = [
  ['asfreq', 'Null imputation'],
  ['zerofill', 'Zero imputation'],
  ['linear', 'Linear interpolation'],
  ['ffill', 'Forward values'],
  ['bfill', 'Backward values'],
  ['median', 'Median values'],
  ['mean', 'Mean values'],
  ['sum', 'Sum values'],
];

export const SEASONALITY: readonly Choice[] = [
  [null, 'default'],
  [true, 'Yes'],
  [false, 'No'],
];

/** Sizes of the big number itself, as a share of the height. */
export const LARGE_FONT_SIZES: readonly Choice[] = [
  [0.2, 'Tiny'],
  [0.3, 'Small'],
  [0.4, 'Normal'],
  [0.5, 'Large'],
  [0.6, 'Huge'],
];

/** Sizes of the texts around the big number, as a share of the height. */
export const SMALL_FONT_SIZES: readonly Choice[] = [
  [0.125, 'Tiny'],
  [0.15, 'Small'],
  [0.2, 'Normal'],
  [0.3, 'Large'],
  [0.4, 'Huge'],
];

/** Ways to move through a picture. */
export const ROAMING: readonly Choice[] = [
  [false, 'Disabled'],
  ['scale', 'Scale only'],
  ['move', 'Move only'],
  [true, 'Scale and Move'],
];
