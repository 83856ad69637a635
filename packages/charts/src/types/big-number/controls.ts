import { bigNumberTexts, headerFontSize, smallFontSize } from '../../controls/appearance-controls.ts';
import { RESAMPLE_METHODS, RESAMPLE_RULES, rollingChoices } from '../../controls/choices.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select, special, text } from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric, timeGrain, xAxis } from '../../controls/query-controls.ts';
import { all, equals, isSet, not } from '../../controls/visibility.ts';

const AGGREGATIONS: readonly Choice[] = [
  ['raw', 'Overall value'],
  ['LAST_VALUE', 'Last Value'],
  ['sum', 'Total (Sum)'],
  ['mean', 'Average (Mean)'],
  ['min', 'Minimum'],
  ['max', 'Maximum'],
  ['median', 'Median'],
];

const hasTimeRange = all(isSet('time_range'), not(equals('time_range', 'No filter')));

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        xAxis('Temporal X-Axis'),
        timeGrain(),
        select('aggregation', 'Aggregation Method', AGGREGATIONS, 'LAST_VALUE', {
          clearable: false,
          fromDatasource: true,
        }),
        oneMetric,
        adhocFilters,
      ),
    },
    {
      label: 'Options',
      tab: 'data',
      expanded: true,
      ...laidOut(
        text('compare_lag', 'Comparison Period Lag', undefined, { isInt: true }),
        text('compare_suffix', 'Comparison suffix'),
        ...redrawing(
          checkbox('show_timestamp', 'Show Timestamp', false),
          checkbox('show_trend_line', 'Show Trend Line', true),
          checkbox('start_y_axis_at_zero', 'Start y-axis at 0', true),
          checkbox('time_range_fixed', 'Fix to selected Time Range', undefined, { visible: hasTimeRange }),
        ),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        special(
          'ColorPickerControl',
          'color_picker',
          'Fixed Color',
          { r: 0, g: 122, b: 135, a: 1 },
          { renderTrigger: true },
        ),
        headerFontSize,
        smallFontSize('subheader_font_size', 'Subheader Font Size'),
        ...bigNumberTexts,
      ),
    },
    {
      label: 'Advanced Analytics',
      tab: 'data',
      expanded: false,
      ...laidOut(
        'Rolling Window',
        select('rolling_type', 'Rolling Function', rollingChoices('None'), 'None'),
        text('rolling_periods', 'Periods', undefined, { isInt: true }),
        text('min_periods', 'Min Periods', undefined, { isInt: true }),
        'Resample',
        select('resample_rule', 'Rule', RESAMPLE_RULES, null, { freeForm: true }),
        select('resample_method', 'Fill method', RESAMPLE_METHODS, null, { freeForm: true }),
      ),
    },
  ],
};
