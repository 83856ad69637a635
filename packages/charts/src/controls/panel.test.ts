import { expect, it } from 'vitest';
import { predictiveAnalytics } from './analytics-sections.ts';
import type { ControlPanel } from './control.ts';
import { checkbox, laidOut, REQUIRED, text } from './control-makers.ts';
import { defaultsOf, fillDefaults, problemsOf } from './panel.ts';
import { isSet } from './visibility.ts';

const panel: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      ...laidOut(
        'Heading',
        [checkbox('flag', 'Flag', true), text('count', 'Count', 5, { isInt: true })],
        text('share', 'Share', undefined, { isFloat: true }),
        text('name', 'Name', undefined, { ...REQUIRED, visible: isSet('flag') }),
        text('pair', 'Pair', undefined, {
          check: ({ form }) => (form.pair === form.name ? 'must differ from Name' : undefined),
        }),
      ),
    },
    {
      label: 'Hidden',
      tab: 'data',
      visible: () => false,
      ...laidOut(text('never', 'Never', undefined, REQUIRED)),
    },
  ],
};
const form = (more: object) => ({ datasource: '1__table', viz_type: 'x', ...more });
const wrong = (more: object) => [...problemsOf(panel, { form: form(more), datasource: null })];

it('takes no more rows than the installation gives', () => {
  const rows: ControlPanel = {
    sections: [{ label: 'Query', tab: 'data', ...laidOut(text('row_limit', 'Row limit')) }],
  };
  const problem = (more: object) =>
    problemsOf(rows, { form: form(more), datasource: null, maxRows: 1_000 }).get('row_limit');
  expect(problem({ row_limit: 1_000 })).toBeUndefined();
  expect(problem({ row_limit: '1001' })).toBe('Value cannot exceed 1000');
  expect(problem({ row_limit: 400_000, server_pagination: true })).toBeUndefined();
  expect(problem({ row_limit: 500_001, server_pagination: true })).toBe('Value cannot exceed 500000');
});

it('fills what is missing, and respects what is stored', () => {
  expect(defaultsOf(panel)).toEqual({ flag: true, count: 5 });
  expect(fillDefaults(panel, form({ count: null, flag: undefined }))).toMatchObject({
    count: null,
    flag: true,
  });
  expect(fillDefaults(panel, form({ y_axis_zero: true }))).toMatchObject({ y_axis_bounds: [0, null] });
});

it('says what is wrong with the controls in sight', () => {
  expect(wrong({ name: 'a', count: '3', share: 0.5 })).toEqual([]);
  expect(wrong({ name: '', flag: true, count: 1.5, share: 'x', pair: 'p' })).toEqual([
    ['count', 'is expected to be an integer'],
    ['share', 'is expected to be a number'],
    ['name', 'cannot be empty'],
  ]);
  expect(wrong({ flag: false, name: '', pair: 'p' })).toEqual([]);
});

it('names the control that is wrong', () => {
  expect([...problemsOf(panel, { form: form({ name: 'a', pair: 'a' }), datasource: null })]).toEqual([
    ['pair', 'must differ from Name'],
  ]);
});

it('lays out rows and headings by their place', () => {
  expect(panel.sections[0]).toMatchObject({ headings: { 0: 'Heading' } });
  expect(panel.sections[0]?.rows.map((row) => row.length)).toEqual([0, 2, 1, 1, 1]);
});

it('tells settings of a forecast that cannot be followed, where a forecast is wanted', () => {
  const panel = { sections: [{ ...predictiveAnalytics, visible: () => true }] };
  const wrong = (form: object) => [
    ...problemsOf(panel, {
      form: { viz_type: 'echarts_area', datasource: '1__table', ...form },
      datasource: null,
    }).entries(),
  ];
  const settings = { forecastPeriods: '-1', forecastInterval: 1 };
  expect(wrong(settings)).toEqual([]);
  expect(wrong({ ...settings, forecastEnabled: true })).toEqual([
    ['forecastPeriods', 'must not be negative'],
    ['forecastInterval', 'must be between 0 and 1 (exclusive)'],
  ]);
  expect(wrong({ forecastEnabled: true, forecastPeriods: 0, forecastInterval: '0.9' })).toEqual([]);
});
