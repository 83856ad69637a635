import { timeComparison } from '../../controls/analytics-sections.ts';
import {
  currencyFormat,
  headerFontSize,
  numberFormat,
  smallFontSize,
  valueFormat,
} from '../../controls/appearance-controls.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select, special, text } from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric, rowLimit } from '../../controls/query-controls.ts';
import { isSet } from '../../controls/visibility.ts';

const COLORS: readonly Choice[] = [
  ['Green', 'Green for increase, red for decrease'],
  ['Red', 'Red for increase, green for decrease'],
];

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(oneMetric, adhocFilters, rowLimit(10000)),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        valueFormat('Number format'),
        numberFormat('percentDifferenceFormat', 'Percent Difference format', { fromDatasource: true }),
        currencyFormat,
        { ...headerFontSize, default: 0.2 },
        text('subtitle', 'Subtitle', undefined, { renderTrigger: true }),
        smallFontSize('subtitle_font_size', 'Subtitle Font Size'),
        ...redrawing(checkbox('show_metric_name', 'Show Metric Name', false)),
        smallFontSize('metric_name_font_size', 'Metric Name Font Size', {
          visible: isSet('show_metric_name'),
          resetOnHide: false,
        }),
        smallFontSize('subheader_font_size', 'Comparison font size', { default: 0.125 }),
        ...redrawing(
          checkbox('comparison_color_enabled', 'Add color for positive/negative change', false),
          select('comparison_color_scheme', 'color scheme for comparison', COLORS, 'Green', {
            visible: isSet('comparison_color_enabled'),
          }),
          special('ColumnConfigControl', 'column_config', 'Customize columns', undefined, {
            fromDatasource: true,
          }),
        ),
      ),
    },
    timeComparison,
  ],
};
