import type { ChartFormData } from '@chartroom/model';
import {
  COMPARISONS,
  RESAMPLE_METHODS,
  RESAMPLE_RULES,
  rollingChoices,
  SEASONALITY,
  SINGLE_TIME_SHIFTS,
  TIME_SHIFTS,
} from './choices.ts';
import type { Control, Section } from './control.ts';
import { checkbox, laidOut, select, special, text } from './control-makers.ts';
import { all, equals, isSet, isTimeAxis, not } from './visibility.ts';

/**
 * Work on the answer along the time axis: rolling window, time shift, resampling.
 *
 * @param label what the section is called
 * @param suffix at the end of the names of its controls, where a chart has several such sections
 */
export function analyticsSection(label: string, suffix = ''): Section {
  const named = (name: string) => `${name}${suffix}`;
  const rolling = named('rolling_type');
  const rollsOverAWindow = all(isSet(rolling), not(equals(rolling, 'cumsum')));
  const window = { isInt: true, visible: rollsOverAWindow };
  return {
    label,
    tab: 'data',
    expanded: false,
    description:
      'This section contains options that allow for advanced analytical post processing of query results',
    visible: isTimeAxis,
    headings: { 0: 'Rolling window', 4: 'Time comparison', 7: 'Resample' },
    rows: [
      [],
      [select(rolling, 'Rolling function', rollingChoices(null), null)],
      [text(named('rolling_periods'), 'Periods', undefined, window)],
      [text(named('min_periods'), 'Min periods', undefined, window)],
      [],
      [select(named('time_compare'), 'Time shift', TIME_SHIFTS, undefined, { multi: true, freeForm: true })],
      [select(named('comparison_type'), 'Calculation type', COMPARISONS, 'values')],
      [],
      [select(named('resample_rule'), 'Rule', RESAMPLE_RULES, null, { freeForm: true })],
      [select(named('resample_method'), 'Fill method', RESAMPLE_METHODS, null)],
    ],
  };
}

/** The section of charts that have one. */
export const advancedAnalytics: Section = analyticsSection('Advanced analytics');

/** Formulas, events, intervals and other series drawn over the chart. */
export const annotations: Section = {
  label: 'Annotations and Layers',
  tab: 'data',
  expanded: false,
  rows: [[special('AnnotationLayerControl', 'annotation_layers', '', [])]],
};

function isShare({ forecastInterval }: ChartFormData): boolean {
  return Number(forecastInterval) > 0 && Number(forecastInterval) < 1;
}

/** A rule of a field that only counts where a forecast is wanted. */
function whenForecast(isRight: (form: ChartFormData) => boolean, wrong: string): Control['check'] {
  return ({ form }) => (form.forecastEnabled && !isRight(form) ? wrong : undefined);
}

/** Continuation of each series into the future. */
export const predictiveAnalytics: Section = {
  label: 'Predictive Analytics',
  tab: 'data',
  expanded: false,
  visible: isTimeAxis,
  rows: [
    [checkbox('forecastEnabled', 'Enable forecast', false)],
    [
      text('forecastPeriods', 'Forecast periods', 10, {
        validators: ['integer'],
        check: whenForecast((form) => Number(form.forecastPeriods) >= 0, 'must not be negative'),
      }),
    ],
    [
      text('forecastInterval', 'Confidence interval', 0.8, {
        validators: ['number'],
        check: whenForecast(isShare, 'must be between 0 and 1 (exclusive)'),
      }),
    ],
    [select('forecastSeasonalityYearly', 'Yearly seasonality', SEASONALITY, null, { freeForm: true })],
    [select('forecastSeasonalityWeekly', 'Weekly seasonality', SEASONALITY, null, { freeForm: true })],
    [select('forecastSeasonalityDaily', 'Daily seasonality', SEASONALITY, null, { freeForm: true })],
  ],
};

/** One time to compare the values with. */
export const timeComparison: Section = {
  label: 'Time Comparison',
  tab: 'data',
  expanded: true,
  description:
    'This section contains options that allow for time comparison of query results using some portions of the existing controls',
  ...laidOut(
    select('time_compare', 'Time shift', SINGLE_TIME_SHIFTS, undefined, { freeForm: true }),
    special('TimeOffsetControl', 'start_date_offset', 'Shift start date', undefined, {
      fromDatasource: true,
      visible: equals('time_compare', 'custom'),
      check: ({ form }) => (form.start_date_offset ? undefined : 'cannot be empty'),
    }),
    select('comparison_type', 'Calculation type', COMPARISONS, 'values', { hidden: true }),
    special('ComparisonRangeLabel', 'comparison_range_label', '', undefined, {
      visible: isSet('time_compare'),
    }),
  ),
};
