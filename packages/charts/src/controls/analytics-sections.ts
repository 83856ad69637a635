import {
  COMPARISONS,
  RESAMPLE_METHODS,
  RESAMPLE_RULES,
  rollingChoices,
  SEASONALITY,
  TIME_SHIFTS,
} from './choices.ts';
import type { Section } from './control.ts';
import { checkbox, select, special, text } from './control-makers.ts';
import { all, equals, isSet, isTimeAxis, not } from './visibility.ts';

const rollsOverAWindow = all(isSet('rolling_type'), not(equals('rolling_type', 'cumsum')));

/** Work on the answer along the time axis: rolling window, time shift, resampling. */
export const advancedAnalytics: Section = {
  label: 'Advanced analytics',
  tab: 'data',
  expanded: false,
  description:
    'This section contains options that allow for advanced analytical post processing of query results',
  visible: isTimeAxis,
  headings: { 0: 'Rolling window', 4: 'Time comparison', 7: 'Resample' },
  rows: [
    [],
    [select('rolling_type', 'Rolling function', rollingChoices(null), null)],
    [text('rolling_periods', 'Periods', undefined, { isInt: true, visible: rollsOverAWindow })],
    [text('min_periods', 'Min periods', undefined, { isInt: true, visible: rollsOverAWindow })],
    [],
    [select('time_compare', 'Time shift', TIME_SHIFTS, undefined, { multi: true, freeForm: true })],
    [select('comparison_type', 'Calculation type', COMPARISONS, 'values')],
    [],
    [select('resample_rule', 'Rule', RESAMPLE_RULES, null, { freeForm: true })],
    [select('resample_method', 'Fill method', RESAMPLE_METHODS, null)],
  ],
};

/** Formulas, events, intervals and other series drawn over the chart. */
export const annotations: Section = {
  label: 'Annotations and Layers',
  tab: 'data',
  expanded: false,
  rows: [[special('AnnotationLayerControl', 'annotation_layers', '', [])]],
};

/** Continuation of each series into the future. */
export const predictiveAnalytics: Section = {
  label: 'Predictive Analytics',
  tab: 'data',
  expanded: false,
  visible: isTimeAxis,
  rows: [
    [checkbox('forecastEnabled', 'Enable forecast', false)],
    [text('forecastPeriods', 'Forecast periods', 10, { validators: ['integer'] })],
    [text('forecastInterval', 'Confidence interval', 0.8, { validators: ['number'] })],
    [select('forecastSeasonalityYearly', 'Yearly seasonality', SEASONALITY, null, { freeForm: true })],
    [select('forecastSeasonalityWeekly', 'Weekly seasonality', SEASONALITY, null, { freeForm: true })],
    [select('forecastSeasonalityDaily', 'Daily seasonality', SEASONALITY, null, { freeForm: true })],
  ],
};
