import { describe, expect, test } from 'vitest';
import type { ChartFormData } from '../form-data.ts';
import { filterEffect } from './filter-effect.ts';
import { timeFilterColumns, withMainTime } from './main-time.ts';

const chart = (form: Partial<ChartFormData>, rejected: string[] = []) => ({
  form: { datasource: '1__table', viz_type: 'pie', ...form },
  rejected: new Set(rejected),
  moments: new Set(['date']),
});
const by = (...columns: string[]) => ({
  filters: columns.map((col) => ({ col, op: 'IN', val: [1] })),
});
const temporal = (subject = 'date') => ({
  expressionType: 'SIMPLE' as const,
  clause: 'WHERE' as const,
  subject,
  operator: 'TEMPORAL_RANGE',
  comparator: 'No filter',
});
const range = { time_range: 'Last week' };

describe('what a filter does to a chart', () => {
  test.each([
    ['nothing is chosen', undefined, chart({}), 'unset'],
    ['nothing is given', {}, chart({}), 'unset'],
    ['a column of the dataset', by('origin'), chart({}), 'applied'],
    ['a column that the dataset lacks', by('origin'), chart({}, ['origin']), 'incompatible'],
    ['two columns of which one is there', by('origin', 'date'), chart({}, ['origin']), 'applied'],
    ['free SQL', { adhoc_filters: [{ expressionType: 'SQL' as const }] }, chart({}, ['origin']), 'applied'],
    ['a range, on a chart without a temporal filter', range, chart({ adhoc_filters: [] }), 'untimed'],
    ['a range, on one along time alone', range, chart({ x_axis: 'date' }), 'untimed'],
    ['a range, on one with a temporal filter', range, chart({ adhoc_filters: [temporal()] }), 'applied'],
    ['a range, in its second list', range, chart({ adhoc_filters_b: [temporal()] }), 'applied'],
    ['a range, on an old chart', range, chart({ granularity_sqla: 'date' }), 'applied'],
    [
      'a range, with a time column chosen',
      range,
      chart({ extra_form_data: { granularity_sqla: 'date' } }),
      'applied',
    ],
    [
      'a range by a column that is gone',
      range,
      chart({ adhoc_filters: [temporal('gone')] }, ['gone']),
      'incompatible',
    ],
    [
      'a time column, on a chart along time',
      { granularity_sqla: 'date' },
      chart({ x_axis: 'date' }),
      'applied',
    ],
    [
      'a time column with a range',
      { granularity_sqla: 'date' },
      chart({ extra_form_data: { ...range, granularity_sqla: 'date' } }),
      'applied',
    ],
    [
      'a time column alone',
      { granularity_sqla: 'date' },
      chart({ extra_form_data: { granularity_sqla: 'date' } }),
      'untimed',
    ],
    [
      'a time column of another dataset',
      { granularity_sqla: 'day' },
      chart({ x_axis: 'date' }),
      'incompatible',
    ],
    ['a grain, on a chart along time', { time_grain_sqla: 'P1M' }, chart({ x_axis: 'date' }), 'applied'],
    ['a grain, on one along words', { time_grain_sqla: 'P1M' }, chart({ x_axis: 'origin' }), 'untimed'],
  ])('%s', (_, extra, asked, status) => {
    expect(filterEffect(extra, asked).status).toBe(status);
  });

  test('it says why it does nothing', () => {
    expect(filterEffect(by('origin', 'dest'), chart({}, ['origin', 'dest'])).reason).toBe(
      'The dataset of the chart has no column "origin", "dest".',
    );
    expect(filterEffect(range, chart({})).reason).toBe('The chart has no temporal filter.');
    expect(filterEffect(range, chart({ adhoc_filters: [temporal()] })).reason).toBeUndefined();
  });
});

describe('time filters on the main time column', () => {
  const form = chart({ adhoc_filters: [] }).form;

  test('reach a chart without a temporal filter, and only that', () => {
    const added = { col: 'date', op: 'TEMPORAL_RANGE', val: 'Last week' };
    expect(withMainTime(form, range, 'date')).toEqual({ ...range, filters: [added] });
    expect(withMainTime(form, { ...range, ...by('origin') }, 'date').filters).toHaveLength(2);
    const timed = { ...form, adhoc_filters: [temporal()] };
    for (const [of, extra, column] of [
      [timed, range, 'date'],
      [form, {}, 'date'],
      [form, range, null],
      [form, range, undefined],
      [form, { ...range, granularity_sqla: 'day' }, 'date'],
    ] as const)
      expect(withMainTime(of, extra, column)).toBe(extra);
  });

  test('then apply, and are told as applied', () => {
    const extra_form_data = withMainTime(form, range, 'date');
    expect(timeFilterColumns({ ...form, extra_form_data })).toEqual(['date']);
    expect(filterEffect(range, chart({ extra_form_data })).status).toBe('applied');
  });

  test('what is stored oddly counts as no filter', () => {
    const odd: unknown = [null, 7, 'text', { operator: 'TEMPORAL_RANGE', subject: { label: 'x' } }];
    expect(timeFilterColumns({ ...form, adhoc_filters_b: odd, granularity: 5 })).toEqual([]);
  });
});
