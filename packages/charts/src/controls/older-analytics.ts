import { plainChoices, rollingChoices, SHIFTS } from './choices.ts';
import type { Choice, Control, Section } from './control.ts';
import { laidOut, select, text } from './control-makers.ts';

const COMPARISONS: readonly Choice[] = [
  ['values', 'Actual Values'],
  ['absolute', 'Difference'],
  ['percentage', 'Percentage change'],
  ['ratio', 'Ratio'],
];

/** Work on the answer along time, under the names that charts of before keep it (contract/charts.md §3.30, "LA"). */
export const olderRolling: readonly Control[] = [
  select('rolling_type', 'Rolling Function', rollingChoices('None'), 'None'),
  text('rolling_periods', 'Periods', undefined, { isInt: true }),
  text('min_periods', 'Min Periods', undefined, { isInt: true }),
];

export const olderComparison: readonly Control[] = [
  select('time_compare', 'Time Shift', plainChoices(SHIFTS), undefined, { multi: true, freeForm: true }),
  select('comparison_type', 'Calculation type', COMPARISONS, 'values'),
];

export const olderResampling: readonly Control[] = [
  select('resample_rule', 'Rule', plainChoices(['1T', '1H', '1D', '7D', '1M', '1AS']), null, {
    freeForm: true,
  }),
  select(
    'resample_method',
    'Method',
    plainChoices(['asfreq', 'bfill', 'ffill', 'median', 'mean', 'sum']),
    null,
    { freeForm: true },
  ),
];

/** The section of them whose controls stand in pairs. */
export const olderAnalytics: Section = {
  label: 'Advanced Analytics',
  tab: 'data',
  expanded: false,
  ...laidOut(
    'Rolling Window',
    ...olderRolling.slice(0, 1),
    olderRolling.slice(1),
    'Time Comparison',
    olderComparison,
    'Resample',
    olderResampling,
  ),
};
